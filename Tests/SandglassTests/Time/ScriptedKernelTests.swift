import Foundation
@testable import Sandglass
import SandglassTestSupport
import Testing

@Suite("SystemAlarm: with a scripted kernel", .timeLimit(.minutes(10)))
struct ScriptedKernelTests {
  let kernel = ScriptedKernel()
  let rings = TimerNotes<Moment>()

  private func makeAlarm() throws -> SystemAlarm {
    let now: @Sendable () -> Moment = { [kernel] in kernel.now }
    let alarm = SystemAlarm(calls: kernel.calls, now: now) { [rings] in rings.note(now()) }
    return try #require(alarm)
  }

  @Test("it rings once at its moment, and not at signals, early firings or spurious wake-ups")
  func disturbances() async throws {
    let alarm = try makeAlarm()
    defer { alarm.invalidate() }
    let moment = Moment.origin + .seconds(10)
    alarm.set(to: moment, number: 1)
    for _ in 0..<2 {
      kernel.wake(.interrupted)
      kernel.wake(.due)
    }
    // After each firing that was early, the kernel's timer has been set again.
    await kernel.waitForSettings(3)
    #expect(kernel.settings == Array(repeating: .init(instant: moment), count: 3))
    #expect(rings.count == 0)
    kernel.advance(to: moment + .microseconds(30))
    kernel.wake(.due)
    await rings.wait(for: 1)
    kernel.wake(.due)
    await kernel.waitForSettings(4)
    #expect(rings.values == [moment + .microseconds(30)])
  }

  @Test("if its thread wakes up slightly early, it waits for its moment")
  func lead() async throws {
    let alarm = try makeAlarm()
    defer { alarm.invalidate() }
    var moment = Moment.origin
    // The thread takes 50 µs to wake up, until the alarm has learned that.
    for number in 1...500 {
      moment = moment + .milliseconds(1)
      alarm.set(to: moment, number: UInt64(number))
      let instant = try #require(kernel.settings.last?.instant)
      kernel.advance(to: instant + .microseconds(50))
      kernel.wake(.due)
      await rings.wait(for: number)
    }
    // From then on it may be early by what it has learned too much. Each reading of the clock takes a microsecond.
    kernel.takesTime = true
    alarm.set(to: moment + .milliseconds(1), number: 501)
    let instant = try #require(kernel.settings.last?.instant)
    #expect((45...50).contains((moment + .milliseconds(1) - instant) / .microseconds(1)))
    kernel.advance(to: instant)
    kernel.wake(.due)
    await rings.wait(for: 501)
    #expect(rings.values.last.map { $0 >= moment + .milliseconds(1) } == true)
  }

  @Test("one late wake-up serves the latest setting")
  func coalesced() async throws {
    let alarm = try makeAlarm()
    defer { alarm.invalidate() }
    alarm.set(to: .origin + .seconds(1), leeway: .seconds(3), number: 1)
    alarm.set(to: .origin + .seconds(2), leeway: .seconds(2), number: 2)
    #expect(kernel.settings.map(\.leeway) == [.seconds(3), .seconds(2)])
    kernel.advance(to: .origin + .seconds(4))
    kernel.wake(.due)
    await rings.wait(for: 1)
    kernel.wake(.due)
    await kernel.waitForSettings(3)
    #expect(rings.count == 1)
  }

  @Test("a descriptor that other code closed is replaced and set to the same moment")
  func closedWhileWaiting() async throws {
    let alarm = try makeAlarm()
    defer { alarm.invalidate() }
    let moment = Moment.origin + .seconds(1)
    alarm.set(to: moment, number: 1)
    let first = try #require(kernel.descriptors.last)
    kernel.closeByOthers(first)
    kernel.wake(.failed)
    await kernel.waitForSettings(2)
    #expect(kernel.made == [false, true])
    #expect(kernel.settings.last == .init(instant: moment))
    kernel.advance(to: moment)
    kernel.wake(.due)
    await rings.wait(for: 1)
  }

  @Test("if one timer finds its descriptor closed, all others are checked, even while they wait")
  func closedWhileOthersWait() async throws {
    let waiting = try makeAlarm()
    defer { waiting.invalidate() }
    waiting.set(to: .origin + .seconds(1), number: 1)
    let other = try makeAlarm()
    defer { other.invalidate() }
    kernel.admitsChecks = true
    for descriptor in kernel.descriptors { kernel.closeByOthers(descriptor) }
    other.set(to: .origin + .seconds(2), number: 1)
    // Each new descriptor is set to the same moment, and again by its thread, for which the old one may have fired.
    await kernel.waitForSettings(5)
    #expect(kernel.made == [false, false, true, true])
    #expect(kernel.settings.count { $0.instant == .origin + .seconds(1) } == 3)
  }
}
