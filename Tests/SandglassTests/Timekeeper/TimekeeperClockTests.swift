import Foundation
import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

@Suite("Timekeeper: with an injected clock", .timeLimit(.minutes(10)))
struct TimekeeperClockTests {
  let clock = ManualClock()

  @Test("moments are counted from the creation of the timekeeper")
  func origin() {
    clock.show(.seconds(1000))
    let timekeeper = Timekeeper(clock: clock)
    #expect(timekeeper.now == .origin)
    clock.show(.seconds(1001))
    #expect(timekeeper.now == .origin + .seconds(1))
    #expect(timekeeper.bootIdentity == nil)
  }

  @Test("a moment has the wall-clock time of the clock's current setting")
  func wallMoment() {
    let time = VirtualTime()
    let tea = Countdown.started(.seconds(60), on: time.timekeeper)
    let end = time.wallNow + .seconds(60)
    time.freeze(for: .seconds(90))
    let moment = tea.end?.moment ?? .origin
    #expect(time.timekeeper.wallMoment(at: moment) == end)
    #expect(Date(time.timekeeper.wallMoment(at: moment)) == Date(end))
    time.setWallClock(to: time.wallNow + .seconds(3_600))
    #expect(time.timekeeper.wallMoment(at: moment) == end + .seconds(3_600))
    for extreme in [Moment.origin, .distantFuture] {
      #expect(time.timekeeper.wallMoment(at: extreme) - time.wallNow == extreme - time.now)
    }
  }

  @Test("the wall clock is the one that the caller passes")
  func wall() {
    let timekeeper = Timekeeper(clock: clock, wall: { WallMoment(secondsSince1970: 5) })
    #expect(timekeeper.wallNow == WallMoment(secondsSince1970: 5))
  }

  @Test("calls are made in order, when the clock reaches their deadlines")
  func calls() async {
    let timekeeper = Timekeeper(clock: clock)
    let notes = TimerNotes<String>()
    timekeeper.schedule(after: .seconds(2)) { _ in notes.note("two") }
    await clock.begun.wait(for: 1)
    timekeeper.schedule(after: .seconds(1)) { _ in notes.note("one") }
    await clock.begun.wait(for: 2)
    clock.show(.seconds(1))
    await notes.wait(for: 1)
    await clock.begun.wait(for: 3)
    clock.show(.seconds(2))
    await notes.wait(for: 2)
    #expect(notes.values == ["one", "two"])
    #expect(clock.begun.values == [.seconds(2), .seconds(1), .seconds(2)])
  }

  @Test("Law 2: if the clock ends a sleep early, the call is still made at its deadline")
  func wokenEarly() async {
    let timekeeper = Timekeeper(clock: clock)
    let moments = TimerNotes<Moment>()
    timekeeper.schedule(after: .seconds(2)) { moments.note($0) }
    await clock.begun.wait(for: 1)
    clock.show(.seconds(1))
    clock.wakeEarly()
    await clock.begun.wait(for: 2)
    clock.show(.seconds(2))
    await moments.wait(for: 1)
    #expect(moments.values == [.origin + .seconds(2)])
  }

  @Test("Law 2: the current moment is rounded down, so that no call is early by a fraction")
  func fractionOfANanosecond() {
    let timekeeper = Timekeeper(clock: clock)
    clock.show(.nanoseconds(7) + Duration(attoseconds: 1))
    #expect(timekeeper.now == Moment(nanoseconds: 7))
    clock.show(.nanoseconds(8) - Duration(attoseconds: 1))
    #expect(timekeeper.now == Moment(nanoseconds: 7))
    clock.show(.nanoseconds(-1))
    #expect(timekeeper.now == .origin)
  }

  @Test("when nothing is due, the clock's sleep is cancelled")
  func nothingDue() async {
    let timekeeper = Timekeeper(clock: clock)
    let call = timekeeper.schedule(after: .seconds(2)) { _ in }
    await clock.begun.wait(for: 1)
    timekeeper.cancel(call)
    await clock.cancelled.wait(for: 1)
    #expect(clock.cancelled.values == [.seconds(2)])
  }

  @Test("releasing a timekeeper cancels its sleep")
  func letGo() async {
    do {
      let timekeeper = Timekeeper(clock: clock)
      timekeeper.schedule(after: .seconds(2)) { _ in }
      await clock.begun.wait(for: 1)
    }
    await clock.cancelled.wait(for: 1)
  }
}
