import Dispatch
import Sandglass
import SandglassCore
import SandglassTestSupport
import SandglassTesting
import Testing

@MainActor
@Suite("OneShotTimer: restart")
struct OneShotTimerRestartTests {
  let time = VirtualTime()
  let ends = TimerNotes<String>()
  let fired = TimerNotes<Moment>()

  private func makeTimer(
    after delay: Duration, lifetime: TimerLifetime = .handle
  ) -> OneShotTimer {
    let canary = Canary(ends, "closure")
    return OneShotTimer(after: delay, lifetime: lifetime, on: time.timekeeper) { [fired, time] _ in
      canary.sing()
      fired.note(time.now)
    }
  }

  @Test("before it fires, only the new delay applies")
  func waiting() {
    let start = time.now
    let timer = makeTimer(after: .seconds(3))
    time.advance(by: .seconds(2))
    #expect(timer.restart(after: .seconds(5)))
    #expect(timer.nextDue == start + .seconds(7))
    time.advance(by: .seconds(60))
    #expect(fired.values == [start + .seconds(7)])
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("after it has fired, it can be restarted any number of times, with its latest delay")
  func again() {
    let start = time.now
    let timer = makeTimer(after: .seconds(3))
    time.advance(by: .seconds(10))
    #expect(timer.nextDue == nil)
    #expect(timer.restart())
    #expect(timer.isRunning)
    time.advance(by: .seconds(10))
    #expect(timer.restart(after: .seconds(1)))
    time.advance(by: .seconds(10))
    #expect(timer.restart())
    time.advance(by: .seconds(10))
    #expect(fired.values == [3, 13, 21, 31].map { start + .seconds($0) })
    #expect(ends.count == 0)
  }

  @Test("a restart while it is paused makes it run")
  func paused() {
    let timer = makeTimer(after: .seconds(3))
    timer.pause()
    #expect(timer.nextDue == nil)
    #expect(timer.restart())
    #expect(timer.isRunning && !timer.isPaused)
    time.advance(by: .seconds(3))
    #expect(fired.count == 1)
  }

  @Test("a delay of zero or less fires at once, and the longest delay never")
  func zero() {
    let timer = makeTimer(after: .seconds(3))
    for delay in [Duration.zero, .nanoseconds(-1), .seconds(Int64.min)] {
      let count = fired.count
      timer.restart(after: delay)
      #expect(fired.count == count + 1)
    }
    timer.restart(after: .seconds(Int64.max))
    time.advance(by: .seconds(1_000_000))
    #expect(fired.count == 3)
  }

  @Test("after a cancellation it cannot be restarted, whether it was pending or had fired")
  func cancelled() {
    let waiting = makeTimer(after: .seconds(1))
    #expect(waiting.cancel())
    let past = makeTimer(after: .seconds(1))
    time.advance(by: .seconds(1))
    #expect(!past.cancel())
    for timer in [waiting, past] {
      #expect(!timer.restart() && !timer.restart(after: .zero))
      #expect(!timer.isRunning && timer.nextDue == nil)
    }
    #expect(ends.count == 2)
    time.advance(by: .seconds(60))
    #expect(fired.count == 1)
  }

  @Test("it cannot be restarted once it has noticed that its owner was deallocated")
  func ownerIsGone() {
    var timer: OneShotTimer?
    do {
      let gauge = CountingGauge()
      timer = OneShotTimer(after: .seconds(1), with: gauge, on: time.timekeeper) { _, _ in }
    }
    time.advance(by: .seconds(1))
    #expect(timer?.restart() == false)
  }

  @Test("a detached timer releases its closure when it fires, and can be restarted before that")
  func detached() {
    let timer = makeTimer(after: .seconds(1), lifetime: .detached)
    time.advance(by: .milliseconds(500))
    #expect(timer.restart())
    time.advance(by: .milliseconds(999))
    #expect(fired.count == 0)
    time.advance(by: .milliseconds(1))
    #expect(fired.count == 1)
    #expect(ends.values == ["closure"])
    #expect(!timer.restart() && !timer.cancel())
  }

  @Test("releasing the handle releases the closure, also after it has fired")
  func handle() {
    do {
      let timer = makeTimer(after: .seconds(1))
      time.advance(by: .seconds(1))
      #expect(timer.restart())
      #expect(ends.count == 0)
    }
    #expect(ends.values == ["closure"])
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("Law 10: on the main actor, a restart cancels a pending delivery")
  func takenBack() {
    let start = time.now
    let holder = TimerHolder()
    let first = OneShotTimer(after: .seconds(1), on: time.timekeeper) { _ in
      holder.oneShot?.restart()
    }
    let second = makeTimer(after: .seconds(1))
    holder.oneShot = second
    time.advance(by: .seconds(5))
    #expect(fired.values == [start + .seconds(2)])
    first.cancel()
  }

  @Test("it can be restarted from its own closure")
  func fromClosure() {
    let holder = TimerHolder()
    let timer = OneShotTimer(after: .seconds(1), on: time.timekeeper) { [fired, time] _ in
      fired.note(time.now)
      holder.oneShot?.restart()
    }
    holder.oneShot = timer
    time.advance(by: .seconds(5))
    #expect(fired.count == 5)
    holder.oneShot = nil
  }

  @Test(
    "Law 10: a timer restarted on the main actor while its call is pending fires in its new order")
  func newPlaceOnMain() {
    let notes = TimerNotes<String>()
    let holder = TimerHolder()
    let first = OneShotTimer(after: .seconds(1), on: time.timekeeper) { _ in
      holder.oneShot?.restart()
      holder.oneShot?.fire()
    }
    holder.oneShot = OneShotTimer(after: .seconds(1), on: time.timekeeper) { _ in
      notes.note("moved")
    }
    let last = OneShotTimer(after: .seconds(1), on: time.timekeeper) { _ in notes.note("stays") }
    time.advance(by: .seconds(1))
    #expect(notes.values == ["stays", "moved"])
    first.cancel()
    last.cancel()
  }

  @Test("a timer without a queue can be restarted")
  func noQueue() {
    let timer = OneShotTimer(after: .seconds(1), queue: nil, on: time.timekeeper) {
      [fired, time] _ in
      fired.note(time.now)
    }
    time.advance(by: .seconds(1))
    timer.restart(after: .seconds(2))
    time.advance(by: .seconds(2))
    #expect(timer.restart() && timer.fire())
    #expect(fired.count == 3)
  }

  /// A naive model of a one-shot timer.
  private struct PlainTimer {
    var delay: Int
    var due: Int?
    var left: Int?
    var isCancelled = false
    var fired: [Int] = []

    mutating func advance(to now: Int) {
      if let due, due <= now {
        fired.append(due)
        self.due = nil
      }
    }

    mutating func restart(at moment: Int) -> Bool {
      if isCancelled { return false }
      (due, left) = (moment, nil)
      return true
    }

    mutating func pause(at now: Int) -> Bool {
      guard let due else { return false }
      (self.due, left) = (nil, due - now)
      return true
    }

    mutating func resume(at now: Int) -> Bool {
      guard let left else { return false }
      (due, self.left) = (now + left, nil)
      return true
    }

    mutating func fire(at now: Int) -> Bool {
      guard due != nil || left != nil else { return false }
      fired.append(now)
      (due, left) = (nil, nil)
      return true
    }

    mutating func cancel() -> Bool {
      defer { (due, left, isCancelled) = (nil, nil, true) }
      return due != nil || left != nil
    }
  }

  @Test("Laws 2, 7: any sequence of calls gives the results of a naive timer", .random)
  func random() {
    var random = SeededGenerator(for: "OneShotTimer.restart")
    var steps = 0
    while steps < repetitions(200_000) {
      let time = VirtualTime()
      let start = time.now
      func elapsed(_ moment: Moment) -> Int { Int((moment - start) / .nanoseconds(1)) }
      let fired = TimerNotes<Moment>()
      let delay = random.number(0...8)
      var plain = PlainTimer(delay: delay, due: delay)
      plain.advance(to: 0)
      let timer = OneShotTimer(after: .nanoseconds(delay), on: time.timekeeper) { _ in
        fired.note(time.now)
      }
      for _ in 0..<random.number(1...50) {
        steps += 1
        let now = elapsed(time.now)
        switch random.number(0...9) {
        case 0, 1:
          let delay = random.number(0...8)
          plain.delay = plain.isCancelled ? plain.delay : delay
          #expect(timer.restart(after: .nanoseconds(delay)) == plain.restart(at: now + delay))
        case 2: #expect(timer.restart() == plain.restart(at: now + plain.delay))
        case 4: #expect(timer.pause() == plain.pause(at: now))
        case 5: #expect(timer.resume() == plain.resume(at: now))
        case 6: #expect(timer.fire() == plain.fire(at: now))
        case 7 where random.once(in: 8): #expect(timer.cancel() == plain.cancel())
        default:
          time.advance(by: .nanoseconds(random.number(0...6)))
        }
        // A delay of zero is due at once.
        plain.advance(to: elapsed(time.now))
        let due = timer.nextDue.map(elapsed)
        guard due == plain.due, fired.values.map(elapsed) == plain.fired,
          timer.isPaused == (plain.left != nil)
        else {
          #expect(due == plain.due)
          #expect(fired.values.map(elapsed) == plain.fired)
          Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), step \(steps)")
          return
        }
      }
    }
  }
}
