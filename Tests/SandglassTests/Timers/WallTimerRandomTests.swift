import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

/// A naive timer that looks at its clock after each change, in whole seconds. Its times come each `interval`.
private struct NaiveTimer {
  let interval: Int

  /// The time up to which the clock has been looked at.
  var seen: Int

  /// The latest time that ticked, unless the clock was set so far back that times tick again.
  var ticked: Int?

  var isPaused = false
  var told: [Int] = []

  func next(after time: Int) -> Int {
    time - (time % interval + interval) % interval + interval
  }

  /// Looks at the clock. The latest of the times that it shows for the first time ticks.
  mutating func look(at wall: Int) {
    guard !isPaused else { return }
    if wall < seen { seen = wall }
    if let ticked, ticked - wall > interval { self.ticked = nil }
    let latest = next(after: wall) - interval
    if latest > max(seen, ticked ?? seen) {
      told.append(latest)
      ticked = latest
    }
    seen = wall
  }

  mutating func resume(at wall: Int) {
    isPaused = false
    seen = wall
    look(at: wall)
  }

  /// How long after `wall` the next time ticks.
  func distance(from wall: Int) -> Int { next(after: max(ticked ?? wall, wall)) - wall }
}

@MainActor
@Suite("WallTimer: times on the wall clock, with random calls and clocks", .random)
struct WallTimerRandomTests {
  @Test(
    "Laws 1, 5: pauses, freezes and clocks that are set both ways give the ticks of a naive timer")
  func againstNaive() {
    var random = SeededGenerator(for: "WallTimerRandomTests.againstNaive")
    for _ in 0..<repetitions(5_000) { sequence(&random) }
  }

  private func sequence(_ random: inout SeededGenerator) {
    let time = VirtualTime()
    let start = time.wallNow
    let interval = random.number(1...40)
    let isRule = random.once(in: 3)
    let multiples = WallTimes.multiples(of: .seconds(interval))
    let times = isRule ? WallTimes { multiples.next(after: $0) } : multiples
    func wall() -> Int { Int(time.wallNow.timeSince1970.components.seconds) }
    let notes = TimerNotes<Int>()
    let timer = WallTimer(at: times, on: time.timekeeper) { tick in
      notes.note(Int((tick.wallTime ?? start).timeSince1970.components.seconds))
    }
    var naive = NaiveTimer(interval: interval, seen: wall())
    for _ in 0..<random.number(1...30) {
      switch random.number(0...9) {
      case 0...3:
        for _ in 0..<random.number(0...2 * interval) {
          time.advance(by: .seconds(1))
          naive.look(at: wall())
        }
      case 4:
        time.freeze(for: .seconds(random.number(0...4 * interval)))
        naive.look(at: wall())
      case 5, 6:
        let most = random.once(in: 3) ? 5 * interval : interval
        time.setWallClock(to: time.wallNow + .seconds(random.number(-most...most)))
        time.advance(by: .zero)
        naive.look(at: wall())
      case 7:
        #expect(timer.pause() == !naive.isPaused)
        naive.isPaused = true
      case 8:
        #expect(timer.resume() == naive.isPaused)
        if naive.isPaused { naive.resume(at: wall()) }
      default:
        timer.toggle()
        if naive.isPaused { naive.resume(at: wall()) } else { naive.isPaused = true }
      }
      let next = timer.nextTick.map { Int(($0 - time.now).components.seconds) }
      #expect(next == (naive.isPaused ? nil : naive.distance(from: wall())))
      guard notes.values == naive.told else {
        Issue.record("\(notes.values) instead of \(naive.told), every \(interval)")
        return
      }
    }
  }
}
