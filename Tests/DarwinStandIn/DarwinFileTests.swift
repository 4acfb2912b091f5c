import CSandglassLinux
import Glibc
@testable import Sandglass
import Testing

/// Tests of what only the files for Apple's systems have.
@Suite("The files for Apple's systems, over stand-ins", .timeLimit(.minutes(10)))
struct DarwinFileTests {
  @Test("the wall clock that is set is told without a run loop, until nobody wants to know")
  func clockSet() async throws {
    let changes = TimerNotes<Void>()
    let watch = SystemClockWatch { changes.note(()) }
    watch.set(true, number: 1)
    await changes.wait(for: 1)
    for count in 2...5 {
      postClockSet()
      await changes.wait(for: count)
    }
    watch.set(false, number: 2)
    let others = TimerNotes<Void>()
    let other = SystemClockWatch { others.note(()) }
    other.set(true, number: 1)
    postClockSet()
    await others.wait(for: 2)
    #expect(changes.count == 5)
    other.invalidate()
    watch.invalidate()
  }

  @Test("the kernel is told of a deadline in ticks, and of a leeway that is no longer than allowed")
  func leeway() async {
    await #expect(processExitsWith: .success) {
      let rings = TimerNotes<Moment>()
      let made = SystemAlarm { rings.note(SteadyClock.now) }
      let alarm = try #require(made)
      let exact = UInt32(NOTE_ABSOLUTE | NOTE_MACHTIME | NOTE_CRITICAL | NOTE_MACH_CONTINUOUS_TIME)
      for (number, milliseconds) in [0, 1, 8, 40].enumerated() {
        let moment = SteadyClock.now + .milliseconds(200)
        let leeway = Duration.milliseconds(milliseconds)
        alarm.set(to: moment, leeway: leeway, number: UInt64(number + 1))
        let change = stand_in_last_change()
        #expect(change.fflags == (milliseconds == 0 ? exact : exact | UInt32(NOTE_LEEWAY)))
        // 125 nanoseconds are three ticks.
        let allowed = UInt64(leeway / .nanoseconds(1)) * 3 / 125
        #expect(change.ext.1 == allowed)
        let deadline = Moment(nanoseconds: UInt64(change.data) * 125 / 3)
        #expect(deadline <= moment + .nanoseconds(42))
        #expect(moment - deadline <= .nanoseconds(AlarmLead.longest))
        await rings.wait(for: number + 1)
        // The stand-in fires in the middle of the leeway.
        #expect(rings.values.last.map { $0 >= moment + leeway / 2 } == true)
      }
      alarm.invalidate()
    }
  }

  @Test("the identity of the boot is the same each time")
  func boot() throws {
    let identity = try #require(SystemTime().bootIdentity)
    #expect(identity == SystemTime().bootIdentity)
  }
}
