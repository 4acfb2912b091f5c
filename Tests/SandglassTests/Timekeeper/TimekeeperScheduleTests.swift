import Sandglass
import SandglassTesting
import Testing

@Suite("Timekeeper: scheduled calls, in virtual time")
struct TimekeeperScheduleTests {
  let time = VirtualTime()
  let notes = TimerNotes<String>()

  private var timekeeper: Timekeeper { time.timekeeper }

  private func note(_ text: String) -> @Sendable (Moment) -> Void {
    { [notes] _ in notes.note(text) }
  }

  @Test("Law 2: a call is made once, at its deadline, and not a nanosecond earlier")
  func onTime() {
    let deadline = time.now + .seconds(10)
    let moments = TimerNotes<Moment>()
    timekeeper.schedule(at: deadline) { moments.note($0) }
    time.advance(by: .seconds(10) - .nanoseconds(1))
    #expect(moments.values == [])
    time.advance(by: .nanoseconds(1))
    #expect(moments.values == [deadline])
    time.advance(by: .seconds(100))
    #expect(moments.values == [deadline])
  }

  @Test("a delay is counted from now, and a fraction of a nanosecond is rounded to a later instant")
  func delay() {
    let start = time.now
    let moments = TimerNotes<Moment>()
    timekeeper.schedule(after: .nanoseconds(5) + Duration(attoseconds: 1)) { moments.note($0) }
    time.advance(by: .nanoseconds(5))
    #expect(moments.values == [])
    time.advance(by: .nanoseconds(1))
    #expect(moments.values == [start + .nanoseconds(6)])
  }

  @Test("calls with equal deadlines are made in the order of scheduling, whatever their tolerances")
  func equalDeadlines() {
    let deadline = time.now + .seconds(1)
    for number in 0..<100 {
      timekeeper.schedule(at: deadline, tolerance: .milliseconds(number), note("\(number)"))
    }
    time.advance(by: .seconds(1))
    #expect(notes.values == (0..<100).map { "\($0)" })
  }

  @Test("a deadline in the past is due at once")
  func past() {
    timekeeper.schedule(at: time.now - .seconds(5), note("past"))
    timekeeper.schedule(at: time.now, note("now"))
    timekeeper.schedule(after: .seconds(-1), note("negative"))
    #expect(notes.values == ["past", "now", "negative"])
  }

  @Test("calls that are due together are made in the order of their deadlines, also in the past")
  func pastTogether() {
    let time = VirtualTime(delivery: .later)
    time.timekeeper.schedule(at: time.now - .seconds(5), note("past"))
    time.timekeeper.schedule(at: time.now, note("now"))
    time.timekeeper.schedule(after: .seconds(-1), note("negative"))
    #expect(notes.values == [])
    time.advance(by: .zero)
    #expect(notes.values == ["past", "negative", "now"])
  }

  @Test("Law 7: cancelling returns true once, and the call is never made")
  func cancel() {
    let call = timekeeper.schedule(after: .seconds(1), note("never"))
    #expect(timekeeper.cancel(call))
    #expect(!timekeeper.cancel(call))
    #expect(!timekeeper.reschedule(call, to: time.now))
    time.advance(by: .seconds(10))
    #expect(notes.values == [])
  }

  @Test("Law 7: after the call has been made, cancelling and rescheduling return false")
  func tooLate() {
    let call = timekeeper.schedule(after: .seconds(1), note("made"))
    time.advance(by: .seconds(1))
    #expect(!timekeeper.cancel(call))
    #expect(!timekeeper.reschedule(call, to: time.now + .seconds(1)))
    time.advance(by: .seconds(10))
    #expect(notes.values == ["made"])
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("rescheduling moves a call, and it follows the calls that have the same deadline")
  func reschedule() {
    let start = time.now
    let call = timekeeper.schedule(at: start + .seconds(1), note("moved"))
    timekeeper.schedule(at: start + .seconds(5), note("five"))
    #expect(timekeeper.reschedule(call, to: start + .seconds(9)))
    time.advance(by: .seconds(4))
    #expect(notes.values == [])
    #expect(timekeeper.reschedule(call, to: start + .seconds(5)))
    time.advance(by: .seconds(1))
    #expect(notes.values == ["five", "moved"])
  }

  @Test("Law 7: inside its own action, a call can no longer be cancelled or rescheduled")
  func insideItself() {
    let call = TimerNotes<ScheduledCall>()
    let answers = TimerNotes<Bool>()
    call.note(
      timekeeper.schedule(after: .seconds(1)) { [timekeeper] now in
        for own in call.values {
          answers.note(timekeeper.cancel(own))
          answers.note(timekeeper.reschedule(own, to: now))
        }
      })
    time.advance(by: .seconds(5))
    #expect(answers.values == [false, false])
  }

  @Test("Law 7: an action can cancel another call with the same deadline")
  func cancelledByAnother() {
    let deadline = time.now + .seconds(1)
    let call = TimerNotes<ScheduledCall>()
    timekeeper.schedule(at: deadline) { [timekeeper, notes] _ in
      for other in call.values { notes.note("cancelled: \(timekeeper.cancel(other))") }
    }
    call.note(timekeeper.schedule(at: deadline, note("never")))
    time.advance(by: .seconds(5))
    #expect(notes.values == ["cancelled: true"])
  }

  @Test("an action can postpone another call with the same deadline")
  func putOffByAnother() {
    let deadline = time.now + .seconds(1)
    let call = TimerNotes<ScheduledCall>()
    let moments = TimerNotes<Moment>()
    timekeeper.schedule(at: deadline) { [timekeeper] now in
      for other in call.values { timekeeper.reschedule(other, to: now + .seconds(1)) }
    }
    call.note(timekeeper.schedule(at: deadline) { moments.note($0) })
    time.advance(by: .seconds(5))
    #expect(moments.values == [deadline + .seconds(1)])
  }

  @Test("a call that an action schedules for now or earlier follows all that were due")
  func scheduledInAction() {
    let deadline = time.now + .seconds(1)
    timekeeper.schedule(at: deadline) { [timekeeper, notes] now in
      notes.note("first")
      timekeeper.schedule(at: now) { _ in notes.note("now") }
      timekeeper.schedule(at: now - .seconds(1)) { _ in notes.note("earlier") }
      timekeeper.schedule(at: now + .nanoseconds(1)) { _ in notes.note("later") }
    }
    timekeeper.schedule(at: deadline, note("second"))
    time.advance(by: .seconds(1))
    #expect(notes.values == ["first", "second", "now", "earlier"])
    #expect(timekeeper.counters.wakeUps == 1)
    time.advance(by: .nanoseconds(1))
    #expect(notes.values.last == "later")
  }

  @Test("a call for the distant future is never made")
  func distantFuture() {
    timekeeper.schedule(at: .distantFuture, note("never"))
    time.advance(by: .seconds(Int64.max))
    time.advance(to: .distantFuture)
    #expect(notes.values == [])
    #expect(timekeeper.counters.waiting == 1)
  }

  @Test("reflection does not read what the lock protects, and does not crash")
  func reflection() {
    let timer = RepeatingTimer(every: .seconds(1), queue: nil, on: timekeeper) { _ in }
    var text = ""
    dump(timekeeper, to: &text)
    dump(time, to: &text)
    dump(timer, to: &text)
    dump(Countdown(.seconds(1), on: timekeeper), to: &text)
    #expect(text.contains("Timekeeper"))
    timer.cancel()
  }

  @Test("the boot identity and both clocks are those of the time source")
  func clocks() {
    #expect(timekeeper.now == time.now)
    #expect(timekeeper.wallNow == time.wallNow)
    #expect(timekeeper.bootIdentity == time.bootIdentity)
    #expect(timekeeper.bootIdentity != nil)
  }
}

@Suite("Timekeeper: closures are released")
struct TimekeeperReleaseTests {
  let time = VirtualTime()
  let ends = TimerNotes<String>()

  private func scheduleCanary(_ name: String, after delay: Duration) -> ScheduledCall {
    let canary = Canary(ends, name)
    return time.timekeeper.schedule(after: delay) { _ in canary.sing() }
  }

  @Test("a closure is retained until its call is made, and no longer")
  func made() {
    _ = scheduleCanary("made", after: .seconds(1))
    _ = scheduleCanary("waits", after: .seconds(2))
    #expect(ends.values == [])
    time.advance(by: .seconds(1))
    #expect(ends.values == ["made"])
  }

  @Test("a cancelled call releases its closure immediately")
  func cancelled() {
    let call = scheduleCanary("cancelled", after: .seconds(1))
    #expect(ends.values == [])
    time.timekeeper.cancel(call)
    #expect(ends.values == ["cancelled"])
  }

  @Test("a rescheduled call retains its closure")
  func rescheduled() {
    let call = scheduleCanary("rescheduled", after: .seconds(1))
    time.timekeeper.reschedule(call, to: time.now + .seconds(2))
    time.advance(by: .seconds(1))
    #expect(ends.values == [])
    time.advance(by: .seconds(1))
    #expect(ends.values == ["rescheduled"])
  }

  @Test("releasing a timekeeper releases all pending closures")
  func timekeeperGone() {
    do {
      let timekeeper = Timekeeper()
      let canary = Canary(ends)
      timekeeper.schedule(after: .seconds(3600)) { _ in canary.sing() }
    }
    #expect(ends.values == ["gone"])
  }

  @Test("Law 7: a deinitialiser may call the timekeeper, after a cancellation and after a call")
  func callsBack() {
    let timekeeper = time.timekeeper
    let later = timekeeper.schedule(after: .seconds(9)) { _ in }
    let callBack: @Sendable () -> Void = { [ends] in
      ends.note("waiting: \(timekeeper.counters.waiting)")
      timekeeper.schedule(after: .seconds(1)) { _ in ends.note("scheduled by the end") }
      timekeeper.reschedule(later, to: timekeeper.now + .seconds(8))
    }
    var canary: Canary? = Canary(callBack)
    let call = timekeeper.schedule(after: .seconds(1)) { [canary] _ in canary?.sing() }
    canary = nil
    timekeeper.cancel(call)
    #expect(ends.values == ["waiting: 1"])

    canary = Canary(callBack)
    timekeeper.schedule(after: .seconds(1)) { [canary] _ in canary?.sing() }
    canary = nil
    time.advance(by: .seconds(1))
    #expect(ends.values.suffix(2) == ["scheduled by the end", "waiting: 1"])
    time.advance(by: .seconds(1))
    #expect(ends.values.last == "scheduled by the end")
  }
}
