import CTimerDescriptor
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
      stand_in_post_clock_set()
      await changes.wait(for: count)
    }
    watch.set(false, number: 2)
    let others = TimerNotes<Void>()
    let other = SystemClockWatch { others.note(()) }
    other.set(true, number: 1)
    stand_in_post_clock_set()
    await others.wait(for: 2)
    #expect(changes.count == 5)
    other.invalidate()
    watch.invalidate()
  }

  @Test("with leeway the kernel's timer fires late, and never too late", arguments: [1, 8, 40])
  func leeway(milliseconds: Int) async throws {
    let rings = TimerNotes<Moment>()
    let made = SystemAlarm { rings.note(SteadyClock.now) }
    let alarm = try #require(made)
    defer { alarm.invalidate() }
    let moment = SteadyClock.now + .milliseconds(5)
    let leeway = Duration.milliseconds(milliseconds)
    alarm.set(to: moment, leeway: leeway, number: 1)
    await rings.wait(for: 1)
    // The stand-in fires in the middle of the leeway.
    #expect(rings.values.allSatisfy { $0 >= moment + leeway / 2 })
  }

  @Test("the identity of the boot is the same each time")
  func boot() throws {
    let identity = try #require(SystemTime().bootIdentity)
    #expect(identity == SystemTime().bootIdentity)
  }
}
