import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

@MainActor
@Suite("Background time for countdowns")
struct BackgroundCountdownTests {
  let time = VirtualTime()
  let background = BackgroundClaims()
  let platform = PretendBackgroundTime()

  private func makeTea(_ duration: Duration = .seconds(60)) -> Countdown {
    let tea = Countdown(duration, on: time.timekeeper)
    tea.claimBackgroundTime(from: background)
    return tea
  }

  @Test("background time is claimed while the countdown runs, and released however the run ends")
  func ways() {
    background.enterBackground(granting: platform)
    let tea = makeTea()
    #expect(platform.begun == 0, "an idle countdown wants none")
    let ends: [@MainActor (Countdown) -> Void] = [
      { _ in time.advance(by: .seconds(60)) },
      { $0.cancel() },
      { $0.pause() },
      { $0.extend(by: .seconds(-100)) },
      { _ in background.enterForeground() },
      { $0.claimBackgroundTime(from: nil) },
    ]
    for (index, end) in ends.enumerated() {
      tea.cancel()
      tea.claimBackgroundTime(from: background)
      background.enterBackground(granting: platform)
      tea.start()
      #expect(platform.begun == index + 1)
      #expect(platform.held == 1)
      end(tea)
      #expect(platform.held == 0)
      #expect(platform.ended == index + 1)
    }
  }

  @Test("a restart and an extension keep the same claim")
  func oneClaim() {
    background.enterBackground(granting: platform)
    let tea = makeTea()
    tea.start()
    tea.restart()
    tea.extend(by: .seconds(5))
    #expect(!tea.start())
    #expect(platform.begun == 1)
    tea.cancel()
    #expect(platform.ended == 1)
  }

  @Test("a running countdown without references continues, and releases its claim at its finish")
  func letGo() {
    background.enterBackground(granting: platform)
    do { makeTea().start() }
    #expect(platform.held == 1)
    time.advance(by: .seconds(60))
    #expect(platform.held == 0)
    #expect(platform.ended == 1)
  }

  @Test("several countdowns share one grant, which ends with the last of them")
  func shared() {
    background.enterBackground(granting: platform)
    let teas = (1...5).map { makeTea(.seconds($0)) }
    for tea in teas { tea.start() }
    time.advance(by: .seconds(4))
    #expect(platform.begun == 1 && platform.held == 1)
    time.advance(by: .seconds(1))
    #expect(platform.held == 0)
  }

  @Test("at random: time is held exactly while a countdown runs, and all of it is ended", .random)
  func random() {
    let seed = SeededGenerator.seedOfThisRun
    var generator = SeededGenerator(seed: seed)
    background.enterBackground(granting: platform)
    var teas = (0..<4).map { _ in makeTea() }
    for step in 0..<repetitions(20_000) {
      let index = Int.random(in: 0..<4, using: &generator)
      switch Int.random(in: 0..<9, using: &generator) {
      case 0: teas[index].start()
      case 1: teas[index].pause()
      case 2: teas[index].resume()
      case 3: teas[index].cancel()
      case 4: teas[index].restart()
      case 5: teas[index].extend(by: .seconds(Int.random(in: -70...70, using: &generator)))
      case 6: time.advance(by: .seconds(Int.random(in: 0...30, using: &generator)))
      case 7:
        teas[index].cancel()
        teas[index] = makeTea()
      default:
        background.enterForeground()
        background.enterBackground(granting: platform)
      }
      let runs = teas.contains { $0.isRunning }
      #expect(platform.held == (runs ? 1 : 0), "SANDGLASS_SEED=\(seed), step \(step)")
    }
    for tea in teas { tea.cancel() }
    #expect(platform.begun == platform.ended)
  }
}
