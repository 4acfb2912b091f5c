import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

/// Code that works with any clock.
private struct Repeater<C: Clock> where C.Duration == Duration {
  let clock: C

  func instants(of count: Int, every interval: Duration) async throws -> [Duration] {
    let start = clock.now
    var instants: [Duration] = []
    for number in 1...count {
      try await clock.sleep(until: start.advanced(by: interval * number), tolerance: nil)
      instants.append(start.duration(to: clock.now))
    }
    return instants
  }
}

@Suite("TimekeeperClock: a timekeeper as a Swift clock", .timeLimit(.minutes(10)))
struct TimekeeperAsClockTests {
  let time = VirtualTime()

  @Test("its instants are the timekeeper's moments")
  func instants() {
    let start = time.now
    #expect(time.clock.now == start)
    #expect(time.clock.minimumResolution == .nanoseconds(1))
    time.advance(by: .seconds(5))
    #expect(time.clock.now == start + .seconds(5))
    #expect(time.clock.measure { time.advance(by: .seconds(7)) } == .seconds(7))
  }

  @Test("Law 2: a sleep with any of the methods ends at the deadline")
  func sleeps() async throws {
    let start = time.now
    let clock = time.clock
    let anyClock: any Clock<Duration> = clock
    let task = time.task {
      var ends: [Duration] = []
      func note() { ends.append(clock.now - start) }
      try await clock.sleep(until: start + .seconds(1))
      note()
      try await clock.sleep(for: .seconds(1))
      note()
      try await Task.sleep(until: start + .seconds(3), clock: clock)
      note()
      try await Task.sleep(for: .seconds(1), clock: clock)
      note()
      try await anyClock.sleep(for: .seconds(1))
      note()
      return ends
    }
    #expect(await time.run(for: .seconds(60)).tasksWaiting == [])
    #expect(try await task.value == (1...5).map { .seconds($0) })
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("generic code gets its own instants, and none is early")
  func generic() async throws {
    let repeater = Repeater(clock: time.clock)
    let task = time.task { try await repeater.instants(of: 100, every: .milliseconds(10)) }
    await time.run()
    #expect(try await task.value == (1...100).map { .milliseconds(10 * $0) })
  }

  @Test("a deadline in the past does not wait, and throws if the task is cancelled")
  func past() async throws {
    try await time.clock.sleep(until: .origin)
    try await time.clock.sleep(until: time.now)
    try await time.clock.sleep(for: .seconds(-1))
    let task = time.task { [time] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await time.clock.sleep(until: .origin)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(time.timekeeper.counters.alarmSettings == 0)
  }

  @Test("a cancelled sleep throws CancellationError immediately, and leaves nothing behind")
  func cancelled() async {
    let clock = time.clock
    let task = time.task { try await Task.sleep(for: .seconds(60), clock: clock) }
    await time.run(for: .seconds(10))
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(time.timekeeper.counters.waiting == 0)
    #expect(time.tasksWaiting == [])
  }

  @Test(
    "the default tolerance is zero, as is a negative one; with a tolerance, wake-ups are shared",
    arguments: [
      (nil, .milliseconds(11)), (.seconds(Int64.min), .milliseconds(11)),
      (.milliseconds(50), .milliseconds(60)),
    ] as [(Duration?, Duration)])
  func tolerance(given: Duration?, end: Duration) async throws {
    let time = VirtualTime(honorsTolerance: true)
    let clock = time.clock
    let start = time.now
    time.timekeeper.schedule(after: .milliseconds(10)) { _ in }
    let task = time.task {
      try await clock.sleep(until: start + .milliseconds(11), tolerance: given)
      return clock.now - start
    }
    await time.run(for: .seconds(1))
    #expect(try await task.value == end)
  }

  @Test("Law 10: a sleep returns in the isolation of its caller")
  @MainActor
  func isolation() async throws {
    let clock = time.clock
    let task = time.task { @MainActor in
      try await clock.sleep(for: .seconds(1))
      MainActor.assertIsolated()
      try await Task.sleep(for: .seconds(1), clock: clock)
      MainActor.assertIsolated()
    }
    #expect(await time.run(for: .seconds(5)).hasSettled)
    try await task.value
  }

  @Test("a timekeeper can use the clock of another one")
  func timekeeperOnTheClock() async throws {
    let timekeeper = Timekeeper(clock: time.clock)
    let notes = TimerNotes<Moment>()
    timekeeper.schedule(after: .seconds(3)) { notes.note($0) }
    await time.waitForSleepers(1)
    time.advance(by: .seconds(3))
    await notes.wait(for: 1)
    #expect(notes.values == [.origin + .seconds(3)])
  }
}
