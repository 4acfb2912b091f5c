import Sandglass
import SandglassLedger
import SandglassStores
import SandglassTesting
import SandglassTestSupport
import Testing

/// A countdown with random events, and then with one disturbance in two ways: in one, its process is
/// suspended; in the other, it is killed, and another process restores the record.
@MainActor
private struct Disturbance {
  let time = VirtualTime()
  let store = MemoryStore()
  let countdown: Countdown
  let owner = CountdownWatcher()
  var random: SeededGenerator
  var history: [String] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    let options = CountdownOptions(
      unit: .milliseconds(random.number(1...2_000)),
      rounding: [.up, .nearest, .down].randomElement(using: &random) ?? .up,
      countsPastZero: random.once(in: 2))
    let duration = Duration.milliseconds(random.number(1...100_000))
    countdown =
      random.once(in: 4)
      ? store.on(time.timekeeper).countdown("tea", startingFrom: duration, options: options)
      : store.on(time.timekeeper).countdown("tea", until: time.wallNow + duration, options: options)
    // A receiver handles the finish, so that the record of overtime is written.
    countdown.onFinish(with: owner) { _, _ in }
    countdown.start()
    history.append("\(duration), \(options)")
    for _ in 0..<random.number(0...5) { act() }
  }

  /// The difference after the disturbance or some time later, or nil if there is none.
  mutating func difference() throws -> String? {
    guard let record = store.tea else { return nil }
    let duration = Duration.milliseconds(random.number(0...60_000))
    let shift = Duration.milliseconds(random.once(in: 4) ? 0 : random.number(-120_000...120_000))
    history.append("freeze(for: \(duration), settingWallClockBy: \(shift))")
    let copy = MemoryStore()
    try copy.save(record)
    let later = time.relaunched(after: duration)
    later.setWallClock(to: later.wallNow + shift)
    let restored = try #require(
      try copy.on(later.timekeeper).countdown("tea"))
    let wasRunning = countdown.state == .running
    time.freeze(for: duration, settingWallClockBy: shift)

    for _ in 0..<3 {
      let (frozen, killed) = (countdown.reading, restored.reading)
      if frozen != killed { return "frozen \(frozen), killed \(killed)" }
      let ends = (countdown.end?.moment, restored.end?.moment)
      if wasRunning, ends.0 != ends.1 { return "ended \(ends)" }
      let lapse = Duration.milliseconds(random.number(0...30_000))
      history.append("advance(\(lapse))")
      time.advance(by: lapse)
      later.advance(by: lapse)
    }
    return nil
  }

  private mutating func act() {
    let length = Duration.milliseconds(random.number(-20_000...20_000))
    switch random.number(0...6) {
    case 0:
      history.append("pause")
      countdown.pause()
    case 1:
      history.append("resume")
      countdown.resume()
    case 2:
      history.append("extend(\(length))")
      countdown.extend(by: length)
    case 6:
      history.append("moveEnd(in \(length))")
      countdown.moveEnd(to: time.wallNow + length)
    case 3:
      history.append("set the clock by \(length)")
      time.setWallClock(to: time.wallNow + length)
    default:
      history.append("advance(\(length))")
      time.advance(by: length)
    }
  }
}

@MainActor
@Suite("Law 11: suspending and killing the process give the same results")
struct FrozenOrKilledTests {
  @Test("with random events, even if the wall clock is set back past the deadline", .random)
  func random() throws {
    let seed = SeededGenerator.seedOfThisRun
    for run in 0..<repetitions(4_000) {
      var disturbance = Disturbance(seed: seed &+ UInt64(run))
      guard let difference = try disturbance.difference() else { continue }
      Issue.record(
        """
        SANDGLASS_SEED=\(seed), run \(run): \(difference)
        \(disturbance.history.joined(separator: "; "))
        """)
      return
    }
  }

  @Test("if the wall clock is set back to before the deadline, the countdown is still running")
  func backPastTheDeadline() throws {
    let time = VirtualTime()
    let store = MemoryStore()
    let countdown = store.on(time.timekeeper).countdown("tea", until: time.wallNow + .seconds(5))
    countdown.start()
    let later = time.relaunched(after: .seconds(30))
    later.setWallClock(to: later.wallNow + .seconds(-28))
    let restored = try store.on(later.timekeeper).countdown("tea")
    time.freeze(for: .seconds(30), settingWallClockBy: .seconds(-28))
    #expect(countdown.state == .running)
    #expect(countdown.remaining == .seconds(3))
    #expect(restored?.state == .running)
    #expect(restored?.remaining == .seconds(3))
  }
}
