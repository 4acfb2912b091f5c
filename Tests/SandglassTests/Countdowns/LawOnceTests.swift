import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

/// A countdown with random calls, and a model of the ends that it must report.
@MainActor
private final class LawAccount {
  let time = VirtualTime()
  var random: SeededGenerator
  private var countdown: Countdown
  private let watcher = CountdownWatcher()
  private var witnesses: [CountdownWatcher] = []
  private var readers: [Readings<Reading>.Iterator] = []
  private(set) var starts = 0
  private var ends = 0
  private(set) var operations = 0
  private var depth = 0
  private var isAuditing = false

  init(random: SeededGenerator) {
    self.random = random
    countdown = Countdown(.seconds(1), on: time.timekeeper)
    renew()
  }

  private func renew() {
    let milliseconds = [0, 1, 7, 300, 1_000, 2_500, 60_000].randomElement(using: &random) ?? 1
    let options = CountdownOptions(
      unit: .milliseconds(
        milliseconds / 40 + ([1, 7, 100, 1_000].randomElement(using: &random) ?? 1)),
      rounding: [.up, .nearest, .down].randomElement(using: &random) ?? .up,
      milestones: [
        .remaining(.milliseconds(5)), .remaining(.milliseconds(250)), .remaining(.seconds(2)),
      ],
      countsPastZero: Bool.random(using: &random))
    // Released after the property has been changed, since the deallocation may call back.
    let former = countdown
    defer { withExtendedLifetime(former) {} }
    countdown =
      Int.random(in: 0..<4, using: &random) == 0
      ? Countdown(
        until: time.wallNow + .milliseconds(milliseconds), options: options,
        on: time.timekeeper)
      : Countdown(.milliseconds(milliseconds), options: options, on: time.timekeeper)
    bindEnds()
  }

  private func bindEnds() {
    countdown.onEnd(with: watcher) { [weak self] _, end in self?.reported(end) }
  }

  private func reported(_ end: CountdownEnd) {
    ends += 1
    #expect(end.moment <= time.now)
    // Calls inside a callback, which may end the next run immediately.
    guard depth < 3, !isAuditing else { return }
    depth += 1
    if Int.random(in: 0..<4, using: &random) == 0 { act() }
    depth -= 1
  }

  private func started(_ answer: Bool) {
    if answer { starts += 1 }
  }

  func act() {
    operations += 1
    switch Int.random(in: 0..<22, using: &random) {
    case 0...3: started(countdown.start())
    case 4:
      countdown.restart()
      starts += 1
    case 5...6: countdown.pause()
    case 7...9: countdown.resume()
    case 10: countdown.cancel()
    case 11:
      // Leaving overtime begins another run.
      let (wasOvertime, former) = (countdown.isOvertime, countdown.end)
      let length = Duration.milliseconds(Int.random(in: -3_000...3_000, using: &random))
      let past = countdown.reading.overtime
      countdown.extend(by: length)
      if wasOvertime, former != nil, length > past { starts += 1 }
    case 12: countdown.stopOvertime()
    case 13:
      let witness = CountdownWatcher()
      witness.watch(countdown)
      witnesses = witnesses.suffix(3) + [witness]
    case 14:
      if let witness = witnesses.randomElement(using: &random) { countdown.unbind(witness) }
    case 15:
      // Released after the array has been changed, since the deallocation may call back.
      let former = readers
      readers = former.suffix(3) + [countdown.readings.makeAsyncIterator()]
      withExtendedLifetime(former) {}
    case 16:
      bindEnds()
    case 17:
      _ = (countdown.reading, countdown.state, countdown.end)
    case 18 where depth == 0 && operations % 5 == 0:
      renew()
    case 19 where depth == 0:
      time.freeze(for: .milliseconds(Int.random(in: 0...1_500, using: &random)))
    default:
      guard depth == 0 else { return }
      time.advance(by: .microseconds(Int.random(in: 0...400_000, using: &random)))
    }
  }

  /// Ends all runs, and compares the model with the reported ends.
  func audit() {
    isAuditing = true
    defer { isAuditing = false }
    witnesses = []
    readers = []
    renew()
    time.advance(by: .seconds(600))
    #expect(starts == ends)
    #expect(time.timekeeper.counters.waiting == 0)
  }
}

@MainActor
@Suite("Law 3: each run ends exactly once, whatever happens", .random)
struct LawOnceTests {
  @Test("Law 3: random operations, with closures, readers, restarts and stalls")
  func random() async {
    let account = LawAccount(random: SeededGenerator(for: "each start ends once"))
    while account.operations < repetitions(150_000) {
      account.act()
      if account.operations % 1_000 == 0 { account.audit() }
      // Let other tests use the main actor, too.
      if account.operations % 100 == 0 { await Task.yield() }
    }
    account.audit()
    #expect(account.starts > repetitions(10_000))
  }
}
