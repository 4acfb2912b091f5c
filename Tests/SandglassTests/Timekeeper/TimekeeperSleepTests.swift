import Sandglass
import SandglassTesting
import Testing

@Suite("Timekeeper: sleeping tasks", .timeLimit(.minutes(10)))
struct TimekeeperSleepTests {
  let time = VirtualTime()

  private var timekeeper: Timekeeper { time.timekeeper }

  @Test("Law 2: a sleep ends at its deadline")
  func onTime() async throws {
    let start = time.now
    let sleep = time.task { [timekeeper] in
      try await timekeeper.sleep(for: .seconds(1))
      let first = timekeeper.now
      try await timekeeper.sleep(until: start + .seconds(5))
      return (first, timekeeper.now)
    }
    await time.run(for: .seconds(10))
    let moments = try await sleep.value
    #expect(moments.0 == start + .seconds(1))
    #expect(moments.1 == start + .seconds(5))
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("a deadline in the past does not wait")
  func past() async throws {
    try await timekeeper.sleep(until: time.now)
    try await timekeeper.sleep(until: .origin)
    try await timekeeper.sleep(for: .zero)
    try await timekeeper.sleep(for: .seconds(-5))
    #expect(timekeeper.counters.alarmSettings == 0)
  }

  @Test("a task that was cancelled before does not sleep")
  func cancelledBefore() async {
    let goAhead = TimerNotes<Void>()
    let sleep = Task { [timekeeper] in
      await goAhead.wait(for: 1)
      try await timekeeper.sleep(for: .seconds(3600))
    }
    sleep.cancel()
    goAhead.note(())
    await #expect(throws: CancellationError.self) { try await sleep.value }
    #expect(timekeeper.counters.waiting == 0)
    #expect(timekeeper.counters.alarmSettings == 0)
  }

  @Test("a cancelled sleep ends immediately and leaves nothing behind")
  func cancelledDuring() async {
    let sleep = Task { [timekeeper] in try await timekeeper.sleep(for: .seconds(3600)) }
    await time.waitForSleepers(1)
    sleep.cancel()
    await #expect(throws: CancellationError.self) { try await sleep.value }
    #expect(timekeeper.counters.waiting == 0)
    time.advance(by: .seconds(7200))
    #expect(timekeeper.counters.wakeUps == 0)
  }

  @Test("cancelling a task after its sleep has no effect on the sleep")
  func cancelledAfter() async throws {
    let sleep = time.task { [timekeeper] in
      try await timekeeper.sleep(for: .seconds(1))
      return timekeeper.now
    }
    let start = time.now
    await time.run(for: .seconds(1))
    let end = try await sleep.value
    sleep.cancel()
    #expect(end == start + .seconds(1))
  }

  @Test("a thousand sleeps, each cancelled at some point, leave nothing behind")
  func cancelledAtAnyPoint() async {
    var sleeps: [Task<Void, any Error>] = []
    for _ in 0..<1000 {
      sleeps.append(Task { [timekeeper] in try await timekeeper.sleep(for: .seconds(3600)) })
      // Some have not begun yet, some are beginning, and some are asleep.
      if sleeps.count.isMultiple(of: 7) { await Task.yield() }
      sleeps.last?.cancel()
    }
    for sleep in sleeps {
      await #expect(throws: CancellationError.self) { try await sleep.value }
    }
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("a sleep uses its tolerance to share a wake-up")
  func tolerance() async throws {
    let time = VirtualTime(honorsTolerance: true)
    let timekeeper = time.timekeeper
    let start = time.now
    timekeeper.schedule(after: .milliseconds(10)) { _ in }
    let sleep = time.task {
      try await timekeeper.sleep(for: .milliseconds(11), tolerance: .milliseconds(50))
      return timekeeper.now
    }
    await time.run(for: .seconds(1))
    #expect(try await sleep.value == start + .milliseconds(60))
  }

  @Test("Law 10: a sleep returns in the isolation of its caller")
  @MainActor
  func isolation() async throws {
    let timekeeper = time.timekeeper
    let sleep = time.task { @MainActor in
      try await timekeeper.sleep(for: .seconds(1))
      MainActor.assertIsolated()
      try await timekeeper.sleep(until: timekeeper.now + .seconds(1))
      MainActor.assertIsolated()
    }
    #expect(await time.run(for: .seconds(5)).hasSettled)
    try await sleep.value
  }
}
