@testable import Sandglass
import Testing

@Suite("ClockAlarm: with a manual clock", .timeLimit(.minutes(10)))
struct ClockAlarmTests {
  let clock = ManualClock()
  let rings = TimerNotes<Duration>()

  private func makeAlarm() -> ClockAlarm<ManualClock> {
    ClockAlarm(clock: clock, start: clock.now) { [clock, rings] in
      rings.note(clock.now.sinceStart)
    }
  }

  @Test("it sleeps until the moment to which it is set, and then rings")
  func rings() async {
    let alarm = makeAlarm()
    alarm.set(to: Moment(nanoseconds: 50), number: 1)
    await clock.begun.wait(for: 1)
    #expect(clock.begun.values == [.nanoseconds(50)])
    clock.show(.nanoseconds(50))
    await rings.wait(for: 1)
    #expect(rings.values == [.nanoseconds(50)])
  }

  @Test("a new setting replaces the previous one, whose sleep is cancelled")
  func replaced() async {
    let alarm = makeAlarm()
    alarm.set(to: Moment(nanoseconds: 50), number: 1)
    await clock.begun.wait(for: 1)
    alarm.set(to: Moment(nanoseconds: 20), number: 2)
    await clock.begun.wait(for: 2)
    #expect(clock.cancelled.values == [.nanoseconds(50)])
    clock.show(.nanoseconds(20))
    await rings.wait(for: 1)
    clock.show(.nanoseconds(100))
    alarm.set(to: Moment(nanoseconds: 101), number: 3)
    await clock.begun.wait(for: 3)
    clock.show(.nanoseconds(101))
    await rings.wait(for: 2)
    #expect(rings.values == [.nanoseconds(20), .nanoseconds(101)])
  }

  @Test("a setting that a later one has overtaken has no effect")
  func overtaken() async {
    let alarm = makeAlarm()
    alarm.set(to: Moment(nanoseconds: 50), number: 7)
    alarm.set(to: Moment(nanoseconds: 10), number: 6)
    alarm.set(to: nil, number: 5)
    alarm.set(to: Moment(nanoseconds: 10), number: 7)
    await clock.begun.wait(for: 1)
    clock.show(.nanoseconds(50))
    await rings.wait(for: 1)
    #expect(clock.begun.values == [.nanoseconds(50)])
    #expect(rings.values == [.nanoseconds(50)])
  }

  @Test("it does not ring after it is cleared")
  func takenBack() async {
    let alarm = makeAlarm()
    alarm.set(to: Moment(nanoseconds: 50), number: 1)
    await clock.begun.wait(for: 1)
    alarm.set(to: nil, number: 2)
    await clock.cancelled.wait(for: 1)
    clock.show(.nanoseconds(60))
    alarm.set(to: Moment(nanoseconds: 70), number: 3)
    await clock.begun.wait(for: 2)
    clock.show(.nanoseconds(70))
    await rings.wait(for: 1)
    #expect(rings.values == [.nanoseconds(70)])
  }

  @Test("after it is invalidated, its sleep is cancelled and settings have no effect")
  func invalidated() async {
    let alarm = makeAlarm()
    alarm.set(to: Moment(nanoseconds: 50), number: 1)
    await clock.begun.wait(for: 1)
    alarm.invalidate()
    await clock.cancelled.wait(for: 1)
    alarm.set(to: Moment(nanoseconds: 60), number: 2)
    alarm.invalidate()
    clock.show(.nanoseconds(60))
    #expect(clock.begun.count == 1)
    #expect(rings.values == [])
  }

  @Test("Law 2: if its clock wakes it early, it sleeps again and rings at its moment")
  func wokenEarly() async {
    let alarm = makeAlarm()
    alarm.set(to: Moment(nanoseconds: 50), number: 1)
    await clock.begun.wait(for: 1)
    clock.show(.nanoseconds(49))
    clock.wakeEarly()
    await clock.begun.wait(for: 2)
    #expect(rings.values == [])
    clock.show(.nanoseconds(50))
    await rings.wait(for: 1)
    #expect(rings.values == [.nanoseconds(50)])
  }

  @Test("Law 2: in real time it never rings early")
  func neverEarly() async {
    let rings = TimerNotes<Moment>()
    let alarm = ClockAlarm { rings.note(SteadyClock.now) }
    for number in 1...100 {
      let moment = SteadyClock.now + .microseconds(37 * number)
      alarm.set(to: moment, number: UInt64(number))
      await rings.wait(for: number)
      #expect(rings.values.last.map { $0 >= moment } == true)
    }
    alarm.invalidate()
  }

  @Test("it does not ring if it is set to the distant future")
  func distantFuture() async {
    let rings = TimerNotes<Moment>()
    let alarm = ClockAlarm { rings.note(SteadyClock.now) }
    alarm.set(to: .distantFuture, number: 1)
    let other = TimerNotes<Void>()
    let otherAlarm = ClockAlarm { other.note(()) }
    otherAlarm.set(to: SteadyClock.now + .milliseconds(50), number: 1)
    await other.wait(for: 1)
    #expect(rings.values == [])
    alarm.invalidate()
    otherAlarm.invalidate()
  }
}
