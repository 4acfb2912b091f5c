import CSandglass
import Glibc
@testable import Sandglass
import SandglassCore
import Testing

/// Tests of the files that are compiled only for Apple's systems.
@Suite("The files for Apple's systems, with stand-ins", .timeLimit(.minutes(10)))
struct DarwinFileTests {
  @Test("setting the wall clock is reported without a run loop, until the watch is stopped")
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

  @Test("a process is alive if its number and start match and it has not exited")
  func processes() throws {
    let own = RunningProcess.identity
    #expect(own.number == getpid() && own.start != nil)
    #expect(RunningProcess.life(of: own) == .alive)
    func identity(_ number: Int32, start: String?, space: String? = own.space) -> ProcessIdentity {
      ProcessIdentity(number: number, start: start, space: space, boot: own.boot)
    }
    #expect(RunningProcess.life(of: identity(own.number, start: "1.0")) == .ended)
    #expect(RunningProcess.life(of: identity(Int32.max, start: own.start)) == .ended)
    #expect(RunningProcess.life(of: identity(own.number, start: nil)) == .unknown)
    #expect(RunningProcess.life(of: identity(own.number, start: own.start, space: nil)) == .unknown)
    var child = pid_t()
    var words = ["sleep", "1000"].map { $0.withCString(strdup) } + [nil]
    defer { for word in words { free(word) } }
    #expect(posix_spawnp(&child, "sleep", nil, nil, &words, environ) == 0)
    kill(child, SIGKILL)
    // The child has died, and has not been reaped yet.
    while RunningProcess.life(of: identity(child, start: RunningProcess.start(of: child))) == .alive
    {
      usleep(1000)
    }
    #expect(
      RunningProcess.life(of: identity(child, start: RunningProcess.start(of: child))) == .ended)
    waitpid(child, nil, 0)
    #expect(RunningProcess.start(of: child) == nil)
  }

  @Test("the kernel gets the deadline in ticks, and at most the allowed leeway")
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

  @Test("the boot identity is the same each time")
  func boot() throws {
    let identity = try #require(SystemTime().bootIdentity)
    #expect(identity == SystemTime().bootIdentity)
  }
}
