import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

@Suite("VirtualTime.run: waiting tasks settle", .timeLimit(.minutes(10)))
struct VirtualTimeRunTests {
  let time = VirtualTime()

  private var timekeeper: Timekeeper { time.timekeeper }

  @Test("a negative duration delivers only what is due now")
  func negative() async {
    let start = time.now
    let calls = TimerNotes<Void>()
    timekeeper.schedule(at: start) { _ in calls.note(()) }
    #expect(await time.run(for: .seconds(-5)).hasSettled)
    #expect(time.now == start)
    #expect(calls.count == 1)
  }

  @Test("a task gets each reading at its instant")
  func readings() async throws {
    let start = time.now
    let countdown = Countdown.started(.seconds(3), on: timekeeper)
    let task = time.task { [timekeeper] in
      var seen: [String] = []
      for await reading in countdown.readings {
        seen.append("\(reading.shown) at \((timekeeper.now - start) / .seconds(1))")
      }
      return seen
    }
    #expect(await time.run(for: .seconds(3)).hasSettled)
    #expect(try await task.value == ["3 at 0.0", "2 at 1.0", "1 at 2.0"])
  }

  @Test("a task that sleeps repeatedly wakes up at each instant")
  func sleeper() async throws {
    let start = time.now
    let task = time.task { [timekeeper] in
      var moments: [Moment] = []
      for _ in 0..<100 {
        try await timekeeper.sleep(for: .milliseconds(10))
        moments.append(timekeeper.now)
      }
      return moments
    }
    #expect(await time.run(for: .seconds(1)).hasSettled)
    #expect(try await task.value == (1...100).map { start + .milliseconds(10 * $0) })
  }

  @Test("a plain task that was woken waits again, or is given up")
  func plainTask() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    let task = Task { [timekeeper] in
      for _ in 0..<2 { try await timekeeper.sleep(for: .seconds(1)) }
      for await _ in stream {}
    }
    for isLast in [false, true] {
      await time.waitForSleepers(1)
      let before = time.tasksWaiting
      let run = await time.run(for: .seconds(1))
      #expect(run.hasSettled)
      #expect(run.plainTasksGivenUp == before || (!isLast && !run.tasksWaiting.isEmpty))
    }
    continuation.finish()
    try await task.value
  }

  @Test("a plain task that leaves its loop over readings does not delay the run")
  func plainReaderAbandoned() async {
    // With this executor, a task has done its work before the settling begins, so no time is too short.
    let task = Task(executorPreference: InlineExecutor()) { [timekeeper] in
      for await tick in Ticks(every: .seconds(1), on: timekeeper) where tick.index == 1 { break }
    }
    await time.waitForSleepers(1)
    #expect(await time.run(for: .seconds(10)).plainTasksGivenUp == [])
    await task.value
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("a cancelled task does not delay the run")
  func cancelledTask() async throws {
    let sleeper = time.task { [timekeeper] in try await timekeeper.sleep(for: .seconds(5)) }
    let reader = time.task { [timekeeper] in
      for await _ in Ticks(every: .seconds(1), on: timekeeper) {}
    }
    #expect(await time.run(for: .seconds(2)).hasSettled)
    sleeper.cancel()
    reader.cancel()
    #expect(await time.run(for: .seconds(10)).hasSettled)
    await #expect(throws: CancellationError.self) { try await sleeper.value }
    try await reader.value
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("a task that ends without waiting does not delay the run")
  func neverWaits() async throws {
    let task = time.task { 5 }
    #expect(await time.run(for: .seconds(1)).hasSettled)
    #expect(try await task.value == 5)
    let failing = time.task { throw CancellationError() }
    #expect(await time.run(for: .seconds(1)).hasSettled)
    await #expect(throws: CancellationError.self) { try await failing.value }
  }

  @Test("a task that continues after its reader has ended is awaited")
  func afterReading() async throws {
    for _ in 0..<100 {
      let time = VirtualTime()
      let timekeeper = time.timekeeper
      let start = time.now
      let task = time.task {
        for await _ in Countdown.started(.seconds(3), on: timekeeper).readings {}
        await Self.beBusy()
        try await timekeeper.sleep(for: .seconds(2))
        let first = timekeeper.now - start
        for await _ in Ticks(every: .seconds(1), options: TickOptions(limit: 2), on: timekeeper) {}
        await Self.beBusy()
        try await timekeeper.sleep(for: .seconds(2))
        let second = timekeeper.now - start
        for await tick in Ticks(every: .seconds(1), on: timekeeper) where tick.index == 1 { break }
        await Self.beBusy()
        try await timekeeper.sleep(for: .seconds(2))
        return [first, second, timekeeper.now - start]
      }
      #expect(await time.run(for: .seconds(60)).hasSettled)
      #expect(try await task.value == [.seconds(5), .seconds(9), .seconds(13)])
    }
  }

  @Test("a task that continues after its cancellation is awaited")
  func afterCancellation() async throws {
    for _ in 0..<100 {
      let time = VirtualTime()
      let timekeeper = time.timekeeper
      let start = time.now
      let task = time.task {
        try? await timekeeper.sleep(for: .seconds(3600))
        await Self.beBusy()
        return timekeeper.now - start
      }
      timekeeper.schedule(after: .seconds(1)) { _ in task.cancel() }
      #expect(await time.run(for: .seconds(60)).hasSettled)
      #expect(try await task.value == .seconds(1))
    }
  }

  /// Lets other tasks run for a while.
  private static func beBusy() async {
    for _ in 0..<20 { await Task.yield() }
  }

  @Test("after waitForSleepers, an advance wakes the sleepers at their instants")
  func waitForSleepers() async throws {
    for _ in 0..<500 {
      let time = VirtualTime()
      let timekeeper = time.timekeeper
      let start = time.now
      let tasks = [1, 2, 3].map { seconds in
        Task {
          try await timekeeper.sleep(for: .seconds(seconds))
        }
      }
      await time.waitForSleepers(3)
      time.advance(by: .seconds(10))
      // A task is counted when it has fallen asleep, and sets the alarm after that, in a thread of its own. If the advance
      // has begun by then, the alarm rings once more, for nothing.
      #expect((3...6).contains(time.timekeeper.counters.wakeUps))
      #expect(time.now == start + .seconds(10))
      for task in tasks { try await task.value }
    }
  }

  @Test("sleepers, ticks, readings, timers and plain tasks give the same results each time")
  func hammer() async throws {
    for iteration in 0..<repetitions(2_000) {
      try await runOnce(iteration)
    }
  }

  private func runOnce(_ iteration: Int) async throws {
    let time = VirtualTime()
    let timekeeper = time.timekeeper
    let start = time.now
    let since: @Sendable () -> Duration = { timekeeper.now - start }
    let main = TimerNotes<Duration>()
    let timer = RepeatingTimer(every: .seconds(1), on: timekeeper) { _ in main.note(since()) }

    let sleeper = time.task {
      var moments: [Duration] = []
      for milliseconds in [500, 700, 1, 300] {
        try await timekeeper.sleep(for: .milliseconds(milliseconds))
        moments.append(since())
      }
      return moments
    }
    let ticks = time.task {
      var moments: [Duration] = []
      for await _ in Ticks(
        every: .milliseconds(400), options: TickOptions(limit: 4), on: timekeeper)
      {
        moments.append(since())
        await Task.yield()
      }
      return moments
    }
    let countdown = Countdown.started(.seconds(2), on: timekeeper)
    let readings = time.task {
      var shown: [Int] = []
      for await reading in countdown.readings { shown.append(reading.shown) }
      try await timekeeper.sleep(for: .milliseconds(100))
      return (shown, since())
    }
    let plain = Task(executorPreference: InlineExecutor()) {
      var moments: [Duration] = []
      for await tick in Ticks(every: .milliseconds(350), on: timekeeper) {
        moments.append(since())
        if tick.index == 2 { break }
      }
      return moments
    }
    await time.waitForSleepers(4)
    let run = await time.run(for: .seconds(3))
    #expect(run.hasSettled, "iteration \(iteration)")
    #expect(run.plainTasksGivenUp == [], "iteration \(iteration)")
    let milliseconds: ([Int]) -> [Duration] = { $0.map { .milliseconds($0) } }
    try #require(try await sleeper.value == milliseconds([500, 1200, 1201, 1501]))
    try #require(try await ticks.value == milliseconds([400, 800, 1200, 1600]))
    try #require(await plain.value == milliseconds([350, 700, 1050]))
    let (shown, end) = try await readings.value
    try #require(shown == [2, 1])
    try #require(end == .milliseconds(2100))
    try #require(main.values == milliseconds([1000, 2000, 3000]))
    timer.cancel()
    try #require(timekeeper.counters.waiting == 0)
  }
}
