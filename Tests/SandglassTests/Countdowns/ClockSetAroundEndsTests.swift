import Sandglass
import SandglassLedger
import SandglassStores
import SandglassTesting
import SandglassTestSupport
import Testing

/// One run of a kept countdown or of a board's row. Its process is killed, its receivers are bound and released, and the
/// clock is set, at any step around its end.
@MainActor
private struct DisturbedRun {
  private final class Screen {
    var finishes = 0
  }

  private var time = VirtualTime()
  private let store = MemoryStore()
  private var countdown: Countdown?
  private var board: CountdownBoard<String>?
  private var screen: Screen?
  private var finishes = 0
  private let isRow: Bool
  private let options: CountdownOptions
  private var random: SeededGenerator
  private(set) var history: [String] = []

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    isRow = random.once(in: 3)
    options = CountdownOptions(countsPastZero: random.once(in: 2))
    let isOnWallClock = random.once(in: 2)
    history.append("row \(isRow), wall \(isOnWallClock), \(options.countsPastZero)")
    try launch()
    if random.once(in: 2) { bind() }
    let end = time.wallNow + .seconds(10)
    switch (isRow, isOnWallClock) {
    case (true, true): board?.start("tea", until: end)
    case (true, false): board?.start("tea", for: .seconds(10))
    case (false, true): countdown?.start(until: end)
    case (false, false): countdown?.start()
    }
    time.advance(by: .milliseconds(random.number(0...9_900)))
  }

  /// How often the finish is told in all, if the last process lives on.
  mutating func run() throws -> Int {
    for _ in 0..<random.number(1...12) { try step() }
    if screen == nil { bind() }
    for _ in 0..<8 {
      row?.resume()
      time.advance(by: .seconds(4))
    }
    history.append("4 s eight times, \(row?.state as Any), record \(store.tea?.state as Any)")
    return finishes + (screen?.finishes ?? 0)
  }

  private var row: Countdown? { isRow ? board?["tea"] : countdown }

  private mutating func launch() throws {
    if isRow {
      board = try CountdownBoard(keptIn: store.on(time.timekeeper), options: options)
    } else {
      countdown = store.on(time.timekeeper).countdown(
        "tea", startingFrom: .seconds(10), options: options)
    }
  }

  private mutating func bind() {
    release()
    let screen = Screen()
    self.screen = screen
    board?.onFinish(with: screen) { screen, ids in screen.finishes += ids.count }
    countdown?.onFinish(with: screen) { screen, _ in screen.finishes += 1 }
  }

  private mutating func release() {
    finishes += screen?.finishes ?? 0
    screen = nil
  }

  private mutating func step() throws {
    switch random.number(0...11) {
    case 0...3:
      let shift = Duration.milliseconds(random.number(-400...400))
      history.append("set by \(shift)")
      time.setWallClock(to: time.wallNow + shift)
    case 4:
      history.append("bind")
      bind()
    case 5:
      history.append("release")
      release()
    case 6...7:
      let lapse = Duration.milliseconds(random.number(0...500))
      let isRebooted = random.once(in: 3)
      history.append("\(isRebooted ? "reboot" : "relaunch") after \(lapse)")
      release()
      time = isRebooted ? time.rebooted(after: lapse) : time.relaunched(after: lapse)
      try launch()
    case 8:
      let lapse = Duration.milliseconds(random.number(0...300))
      let shift = Duration.milliseconds(random.number(-400...400))
      history.append("freeze for \(lapse), set by \(shift)")
      time.freeze(for: lapse, settingWallClockBy: shift)
    case 9:
      history.append("pause \(row?.pause() as Any), resume \(row?.resume() as Any)")
    default:
      let lapse = Duration.milliseconds(random.number(0...300))
      history.append("advance \(lapse)")
      time.advance(by: lapse)
    }
  }
}

@MainActor
@Suite("Laws 3, 12: each end is told once, wherever the clock is set around it", .random)
struct ClockSetAroundEndsTests {
  @Test("an end stays for a later receiver, although the clock is set back meanwhile")
  func setBackBeforeReceiver() {
    let store = MemoryStore()
    func tea(on time: VirtualTime) -> Countdown {
      store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(10))
    }
    let time = VirtualTime()
    let first = tea(on: time)
    first.onFinish(with: time) { _, _ in Issue.record("This process is killed before the end.") }
    first.start(until: time.wallNow + .seconds(10))
    time.advance(by: .seconds(9))

    let later = time.relaunched(after: .milliseconds(900))
    let countdown = tea(on: later)
    later.advance(by: .milliseconds(110))
    #expect(countdown.state == .finished)
    later.setWallClock(to: later.wallNow - .milliseconds(50))
    var finishes = 0
    countdown.onFinish(with: later) { _, _ in finishes += 1 }
    later.advance(by: .seconds(1))
    #expect(finishes == 1)
  }

  @Test("a run is told once, in the process that lives on")
  func random() throws {
    let seed = SeededGenerator.seedOfThisRun
    for number in 0..<repetitions(10_000) {
      var run = try DisturbedRun(seed: seed &+ UInt64(number))
      let count = try run.run()
      guard count != 1 else { continue }
      Issue.record(
        "SANDGLASS_SEED=\(seed), run \(number): told \(count) times\n\(run.history.joined(separator: "; "))"
      )
      return
    }
  }
}
