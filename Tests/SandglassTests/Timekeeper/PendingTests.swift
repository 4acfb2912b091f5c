import Dispatch
import Sandglass
import SandglassCore
import SandglassTestSupport
import SandglassTesting
import Testing

@MainActor
@Suite("Timekeeper.pending: the pending timers, and why a timer does not fire")
struct PendingTests {
  let time = VirtualTime(honorsTolerance: true)

  private var timekeeper: Timekeeper { time.timekeeper }

  @Test("all kinds are listed in the order in which they are due")
  func kinds() async {
    let start = time.now
    let countdown = Countdown.started(.seconds(60), on: timekeeper)
    countdown.onTick(with: countdown) { _, _ in }
    let repeating = RepeatingTimer(every: .seconds(2), on: timekeeper) { _ in }
    let oneShot = OneShotTimer(
      after: .seconds(3), with: countdown, tolerance: .milliseconds(700), on: timekeeper
    ) { _, _ in }
    let timeouts = Timeouts(on: timekeeper) { _, _ in }
    timeouts.schedule(1, after: .seconds(4))
    timeouts.schedule(2, after: .seconds(5))
    timekeeper.schedule(after: .seconds(6)) { _ in }
    let debouncer = Debouncer<Int>(for: .seconds(7), on: timekeeper) { _ in }
    debouncer.call(1)
    let throttler = Throttler<Int>(every: .seconds(8), on: timekeeper) { _ in }
    throttler.call(1)
    throttler.call(2)
    let sleep = time.task { [timekeeper] in try await timekeeper.sleep(for: .seconds(9)) }
    let ticks = time.task { [timekeeper] in
      for await _ in Ticks(every: .seconds(10), on: timekeeper) {}
    }
    await time.run(for: .zero)

    let pending = timekeeper.pending
    #expect(
      pending.map(\.kind) == [
        .countdown(remaining: .seconds(60)), .repeatingTimer(every: .seconds(2)), .oneShotTimer,
        .timeouts(count: 2), .call, .debouncer(for: .seconds(7)), .throttler(every: .seconds(8)),
        .sleep, .sleep,
      ])
    #expect(pending.map(\.deadline) == (1...10).filter { $0 != 5 }.map { start + .seconds($0) })
    #expect(pending[0].tolerance == .milliseconds(17) && pending[0].owner == nil)
    #expect(pending[1].owner == nil)
    #expect(pending[2].tolerance == .milliseconds(500) && pending[2].owner == "Countdown")
    #expect(pending[2].description == "OneShotTimer for Countdown, due at 1003.000000000 s")
    #expect(pending.alarm == start + .seconds(1) && pending.undelivered == 0)

    sleep.cancel()
    ticks.cancel()
    await time.run(for: .zero)
    withExtendedLifetime((countdown, repeating, oneShot, timeouts, debouncer, throttler)) {}
  }

  @Test("a timer at times is listed, and no rule is asked")
  func times() {
    let rule = AskedRule(.multiples(of: .seconds(3)))
    let timer = WallTimer(at: rule.asked, on: timekeeper) { _ in }
    let count = rule.count
    #expect(timekeeper.pending.map(\.kind) == [.wallTimer])
    #expect(timer.description == "WallTimer, due in 3s")
    #expect(rule.count == count)
  }

  @Test("the description is a table for the debugger")
  func table() {
    let countdown = Countdown.started(.seconds(12.3), on: timekeeper)
    let repeating = RepeatingTimer(
      every: .milliseconds(250), with: countdown, tolerance: .milliseconds(100), on: timekeeper
    ) { _, _ in }
    countdown.onFinish(with: countdown) { _, _ in }
    let oneShot = OneShotTimer(after: .seconds(1_000), with: countdown, on: timekeeper) { _, _ in }
    timekeeper.schedule(at: .distantFuture) { _ in }
    time.advance(by: .milliseconds(100))
    let expected = """
      4 pending at 1000.100000000 s; alarm: in 150ms; undelivered callbacks: 0
      in 150ms    RepeatingTimer every 250ms  + 100ms  Countdown
      in 12.2s    Countdown, 12.2s left
      in 16m39.9s  OneShotTimer                          Countdown
      never       Timekeeper.schedule
      """
    let lines = timekeeper.pending.description.split(separator: "\n").map(String.init)
    let words = { (line: String) in line.split(separator: " ") }
    #expect(lines.map(words) == expected.split(separator: "\n").map { words(String($0)) })
    // The columns are aligned, and the lines have no trailing spaces.
    #expect(lines[1].distance(to: "RepeatingTimer") == lines[3].distance(to: "OneShotTimer"))
    #expect(lines[1].distance(to: "Countdown") == lines[3].distance(to: "Countdown"))
    #expect(lines.allSatisfy { $0.last != " " })
    #expect(Array(Mirror(reflecting: timekeeper.pending).children).isEmpty)
    withExtendedLifetime((repeating, countdown, oneShot)) {}
  }

  @Test("without timers, the list is empty, and its description says so")
  func nothing() {
    let pending = timekeeper.pending
    #expect(pending.isEmpty && pending.alarm == nil)
    #expect(
      pending.description
        == "0 pending at 1000.000000000 s; alarm: none; undelivered callbacks: 0")
  }

  @Test("the table has at most a hundred lines, and the list has every timer")
  func many() {
    for number in 1...250 { timekeeper.schedule(after: .seconds(number)) { _ in } }
    let pending = timekeeper.pending
    #expect(pending.count == 250 && pending[249].deadline == time.now + .seconds(250))
    let lines = pending.description.split(separator: "\n")
    #expect(lines.count == 102 && lines[101] == "and 150 more")
  }

  @Test("a timer that is due and not yet served is described as late")
  func late() {
    let timer = OneShotTimer(after: .seconds(1), queue: nil, on: timekeeper) { [timekeeper] _ in
      let pending = timekeeper.pending
      #expect(pending.description.contains("500ms late"))
    }
    let slow = OneShotTimer(after: .milliseconds(500), queue: nil, on: timekeeper) { _ in }
    time.freeze(for: .seconds(1))
    withExtendedLifetime((timer, slow)) {}
  }

  @Test("a timer's description says why it does not fire")
  func descriptions() {
    let time = time
    let timer = RepeatingTimer(every: .seconds(1), with: time, on: timekeeper) { _, _ in }
    #expect(timer.description == "RepeatingTimer every 1s, for VirtualTime, due in 1s")
    time.advance(by: .milliseconds(1_400))
    timer.pause()
    #expect(
      timer.description == "RepeatingTimer every 1s, for VirtualTime, paused with 600ms left")
    timer.cancel()
    #expect(timer.description == "RepeatingTimer every 1s, ended")

    let oneShot = OneShotTimer(after: .seconds(1), on: timekeeper) { _ in }
    time.advance(by: .seconds(1))
    #expect(oneShot.description == "OneShotTimer, has fired")
    oneShot.restart(after: .seconds(Int64.max))
    #expect(oneShot.description == "OneShotTimer, never due")

    let debouncer = Debouncer<Int>(for: .milliseconds(300), on: timekeeper) { _ in }
    #expect(debouncer.description == "Debouncer for 300ms, no call is waiting")
    debouncer.call(1)
    #expect(debouncer.description == "Debouncer for 300ms, due in 300ms")
  }

  @Test("Law 8: the list retains nothing, and releases nothing while holding the lock")
  func keepsNothing() {
    let deaths = Locked(0)
    do {
      let canary = Canary(deaths) { [timekeeper] in _ = timekeeper.pending }
      let countdown = Countdown(
        .seconds(1), options: CountdownOptions(countsPastZero: true), on: timekeeper)
      countdown.onTick(with: countdown) { _, _ in canary.sing() }
      countdown.start()
      time.advance(by: .seconds(3))
      #expect(timekeeper.pending.map(\.kind) == [.countdown(remaining: .seconds(-2))])
      #expect(timekeeper.pending.description.contains("Countdown, 2s past zero"))
    }
    #expect(timekeeper.pending.isEmpty)
    #expect(deaths.withLock { $0 } == 1)
  }
}

extension String {
  /// The number of characters before another text, or nil if it does not occur.
  fileprivate func distance(to text: String) -> Int? {
    range(of: text).map { distance(from: startIndex, to: $0.lowerBound) }
  }

  private func range(of text: String) -> Range<Index>? { ranges(of: text).first }
}
