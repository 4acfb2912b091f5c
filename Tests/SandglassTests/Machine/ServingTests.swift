import Dispatch
import Foundation
import SandglassCore
import SandglassTestSupport
@testable import Sandglass
import Testing

@Suite("Serving: fairly, on time, and without a backlog", .machine)
struct ServingTests {
  @Test("Law 2: no callback gets a moment before its deadline")
  func neverBeforeItsDeadline() async {
    let timekeeper = Timekeeper()
    let (rounds, callsOfRound) = (repetitions(4_000), 250)
    let made = Locked(0)
    let early = Locked(0)
    let done = TimerNotes<Bool>()
    let stop = Locked(false)
    for _ in 0..<2 {
      Thread.detachNewThread {
        while !stop.withLock({ $0 }) {
          timekeeper.refresh()
          usleep(20)
        }
      }
    }
    let timeouts = Timeouts(on: timekeeper) { number, now in
      if now.nanoseconds < UInt64(number) { early.withLock { $0 += 1 } }
    }
    for _ in 0..<rounds {
      let start = timekeeper.now
      for number in 0..<callsOfRound {
        let deadline = start + .microseconds(number)
        timekeeper.schedule(at: deadline) { now in
          if now < deadline { early.withLock { $0 += 1 } }
          let count = made.withLock { made in
            made += 1
            return made
          }
          if count % callsOfRound == 0 { done.note(true) }
        }
      }
      let deadline = start + .microseconds(callsOfRound / 2)
      timeouts.schedule(Int(deadline.nanoseconds), at: deadline)
    }
    await done.wait(for: rounds)
    stop.withLock { $0 = true }
    #expect(made.withLock { $0 } == rounds * callsOfRound)
    #expect(early.withLock { $0 } == 0)
  }

  /// Work on the timekeeper's own thread that is due again as soon as it was served.
  enum Hog: CaseIterable {
    case call, timeout, burst, delay

    /// Starts it. Returns the objects to retain until the end.
    func start(on timekeeper: Timekeeper, calling isDone: @escaping @Sendable () -> Bool) -> Any {
      switch self {
      case .call:
        let again = Locked<(@Sendable (Moment) -> Void)?>(nil)
        again.withLock { action in
          action = { now in
            guard !isDone() else { return again.withLock { $0 = nil } }
            if let action = again.withLock({ $0 }) { timekeeper.schedule(at: now, action) }
          }
        }
        if let action = again.withLock({ $0 }) { timekeeper.schedule(at: timekeeper.now, action) }
        return again
      case .timeout:
        let set = Locked<Timeouts?>(nil)
        let timeouts = Timeouts(on: timekeeper) { number, now in
          guard !isDone() else { return set.withLock { $0 = nil } }
          set.withLock { $0 }?.schedule(number, at: now)
        }
        set.withLock { $0 = timeouts }
        timeouts.schedule(1, at: timekeeper.now)
        return timeouts
      case .burst, .delay:
        let policy: MissedTickPolicy = self == .burst ? .burst : .delay
        let timer = Locked<RepeatingTimer?>(nil)
        let made = RepeatingTimer(
          every: .nanoseconds(1), queue: nil, options: TickOptions(missedTicks: policy),
          on: timekeeper
        ) { _ in if isDone() { timer.withLock { $0 }?.cancel() } }
        timer.withLock { $0 = made }
        return timer
      }
    }
  }

  @Test("a timer that is due again immediately does not starve others", arguments: Hog.allCases)
  func fair(_ hog: Hog) {
    let hogged = HoggedTimekeeper()
    let calls = hogged.calls
    let served = TimerNotes<Int>()
    for milliseconds in 1...20 {
      for tolerance in [Duration.zero, .milliseconds(1)] {
        hogged.timekeeper.schedule(after: .milliseconds(milliseconds), tolerance: tolerance) { _ in
          served.note(calls.withLock { $0 } - milliseconds)
        }
      }
    }
    hogged.start(hog)
    hogged.ringUntilDone()
    #expect(calls.withLock { $0 } == 1_000)
    #expect(served.count == 40)
    // The number of calls of the hog since each timer was due.
    #expect(served.values.allSatisfy { (0...2).contains($0) })
  }

  @Test("a refresh returns, even if a timer is due again and again", arguments: Hog.allCases)
  func refreshEnds(_ hog: Hog) {
    let hogged = HoggedTimekeeper()
    hogged.start(hog)
    for _ in 0..<10 { hogged.timekeeper.refresh() }
    #expect(hogged.calls.withLock { (10...20).contains($0) })
    hogged.ringUntilDone()
  }
}

/// A timekeeper with a hog that makes a thousand calls, each of which takes a millisecond of its clock.
private final class HoggedTimekeeper {
  let timekeeper: Timekeeper
  let calls = Locked(0)
  private let clock = SteppedClock()
  private var kept: Any?

  init() {
    timekeeper = Timekeeper(clock: clock)
  }

  func start(_ hog: ServingTests.Hog) {
    kept = hog.start(on: timekeeper) { [clock, calls] in
      clock.step(by: .milliseconds(1))
      return calls.withLock { calls in
        calls += 1
        return calls == 1_000
      }
    }
    clock.step(by: .nanoseconds(1))
  }

  /// A call adds itself during one ring. The next tick of a timer is due a nanosecond later.
  func ringUntilDone() {
    for _ in 0..<1_000 where calls.withLock({ $0 < 1_000 }) { timekeeper.ring() }
  }
}

@Suite("Law 5: deliveries to a busy receiver do not accumulate in memory", .machine)
struct BacklogTests {
  let timekeeper = Timekeeper()
  let busy = DispatchQueue(label: "busy")
  let hold = DispatchSemaphore(value: 0)

  /// Blocks the queue until it is released.
  private func block() {
    busy.async { [hold] in hold.wait() }
  }

  @Test("each tick of a burst is delivered, in order; waiting ticks are stored as a number")
  func burst() async {
    block()
    let ticks = Locked<[Int]>([])
    let last = TimerNotes<Bool>()
    let limit = 200_000
    let timer = RepeatingTimer(
      every: .microseconds(1), queue: busy,
      options: TickOptions(missedTicks: .burst, limit: limit), on: timekeeper
    ) { tick in
      ticks.withLock { $0.append(tick.index) }
      if tick.missed != 0 || tick.index == limit - 1 { last.note(tick.missed == 0) }
    }
    while timer.isRunning { await Task.yield() }
    #expect(timekeeper.counters.undelivered == 1)
    hold.signal()
    await last.wait(for: 1)
    #expect(last.values == [true])
    #expect(ticks.withLock { $0 } == Array(0..<limit))
  }

  @Test(
    "with the other policies the newest tick is delivered, and counts the others",
    arguments: MissedTickPolicy.allCases.filter { $0 != .burst })
  func newest(_ policy: MissedTickPolicy) async {
    block()
    let ticks = TimerNotes<Tick>()
    let timer = RepeatingTimer(
      every: .milliseconds(1), queue: busy, options: TickOptions(missedTicks: policy, limit: 3),
      on: timekeeper
    ) { ticks.note($0) }
    while timekeeper.counters.firings < 3 { await Task.yield() }
    #expect(timekeeper.counters.undelivered == 1)
    hold.signal()
    await ticks.wait(for: 3)
    while timer.isRunning { await Task.yield() }
    #expect(ticks.count == 3, "what was replaced does not count towards the limit")
    var next = 0
    for tick in ticks.values {
      #expect(tick.index >= next + tick.missed)
      if policy == .skip { #expect(tick.missed > 0 || tick.index == next) }
      next = tick.index + 1
    }
    #expect(ticks.values[0].missed > 0)
  }

  @Test("a tick by `fire()` is delivered among the scheduled ticks, and replaces none of them")
  func byHand() async {
    block()
    let ticks = TimerNotes<Tick>()
    let timer = RepeatingTimer(every: .milliseconds(1), queue: busy, on: timekeeper) {
      ticks.note($0)
    }
    for _ in 0..<3 { timer.fire() }
    // One tick of the schedule may be waiting before, between and after the three.
    #expect((3...7).contains(timekeeper.counters.undelivered))
    hold.signal()
    await ticks.wait(for: 3)
    timer.cancel()
    let indices = ticks.values.map(\.index)
    #expect(indices == indices.sorted())
  }

  @Test("only the newest reading waits, whatever caused it; all ends and milestones wait")
  func readings() async {
    block()
    let options = CountdownOptions(milestones: [.remaining(.seconds(50))])
    let countdown = Countdown(.seconds(60), options: options, on: timekeeper)
    let owner = Owner()
    countdown.onTick(with: owner, queue: busy) { owner, reading in
      owner.words.note("\(reading.shown) missed \(reading.missed)")
    }
    countdown.onMilestone(with: owner, queue: busy) { owner, _ in owner.words.note("milestone") }
    countdown.onEnd(with: owner, queue: busy) { owner, end in owner.words.note("\(end.outcome)") }
    for _ in 0..<100 {
      countdown.restart()
      for _ in 0..<10 { countdown.extend(by: .seconds(10)) }
      countdown.extend(by: .seconds(-110))
      countdown.extend(by: .seconds(50))
    }
    // A milestone for each run, and 99 ends.
    #expect(timekeeper.counters.undelivered == 1 + 100 + 99)
    hold.signal()
    // Except the milestones of runs that were cancelled.
    await owner.words.wait(for: 101)
    // Ticks may have followed.
    let words = owner.words.values.prefix(101)
    #expect(words.prefix(99).allSatisfy { $0 == "cancelled" })
    // The reading counts all readings of its run that were not delivered.
    #expect(words.suffix(2) == ["milestone", "100 missed 12"])
    countdown.cancel()
  }

  @Test("any number of changes notifies observers once")
  @MainActor
  func observers() async {
    let countdown = Countdown(.seconds(60), on: timekeeper)
    _ = countdown.shown
    for _ in 0..<1_000 {
      countdown.start()
      countdown.cancel()
    }
    #expect(timekeeper.counters.undelivered == 1)
  }

  private final class Owner: Sendable {
    let words = TimerNotes<String>()
  }
}
