import Dispatch
import Sandglass
import SandglassTesting
import Testing

@Suite("VirtualTime.run: tasks with structured concurrency", .timeLimit(.minutes(10)))
struct VirtualTimeStructuredTests {
  let time = VirtualTime()

  private var timekeeper: Timekeeper { time.timekeeper }

  @Test("each child of a task group continues at its instant")
  func taskGroup() async throws {
    let start = time.now
    let task = time.task { [timekeeper] in
      try await withThrowingTaskGroup(of: Duration.self) { group in
        for seconds in [3, 1, 2] {
          group.addTask {
            try await timekeeper.sleep(for: .seconds(seconds))
            try await timekeeper.sleep(for: .seconds(10))
            return timekeeper.now - start
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(await time.run(for: .seconds(5)).hasSettled)
    #expect(await time.run(for: .seconds(55)).hasSettled)
    #expect(try await task.value == [.seconds(11), .seconds(12), .seconds(13)])
  }

  @Test("each `async let` continues at its instant")
  func asyncLet() async throws {
    let start = time.now
    let task = time.task { [timekeeper] in
      async let first: Void = timekeeper.sleep(for: .seconds(2))
      async let second: Void = timekeeper.sleep(for: .seconds(5))
      try await first
      let halfway = timekeeper.now - start
      try await second
      return [halfway, timekeeper.now - start]
    }
    #expect(await time.run(for: .seconds(60)).hasSettled)
    #expect(try await task.value == [.seconds(2), .seconds(5)])
  }

  @Test("a stream between two tasks is read at the instant at which it is written")
  func stream() async throws {
    let start = time.now
    let (stream, continuation) = AsyncStream.makeStream(of: Duration.self)
    let reader = time.task("reader") { [timekeeper] in
      var seen: [[Duration]] = []
      for await sent in stream { seen.append([sent, timekeeper.now - start]) }
      return seen
    }
    time.task("writer") { [timekeeper] in
      for _ in 0..<3 {
        try await timekeeper.sleep(for: .seconds(1))
        continuation.yield(timekeeper.now - start)
      }
      continuation.finish()
    }
    #expect(await time.run(for: .seconds(1.5)).tasksWaitingElsewhere == ["reader"])
    #expect(await time.run(for: .seconds(60)).hasSettled)
    #expect(try await reader.value == (1...3).map { [.seconds($0), .seconds($0)] })
  }

  @Test("tasks that are woken together continue in the order in which they began to wait")
  func order() async throws {
    let woken = TimerNotes<Int>()
    for number in 0..<100 {
      time.task { [timekeeper] in
        try await timekeeper.sleep(for: .seconds(1))
        woken.note(number)
      }
    }
    #expect(await time.run(for: .seconds(1)).hasSettled)
    #expect(woken.values == Array(0..<100))
  }

  @Test(
    "the main actor may be busy throughout if no task uses it",
    .enabled(if: VirtualTime.canSeeMainActor))
  func busyMainActor() async throws {
    // On a separate thread, because other tests block the thread pool while they wait for the main actor.
    let (run, count, end) = try await Task(executorPreference: QueueExecutor()) {
      let mayContinue = DispatchSemaphore(value: 0)
      defer { mayContinue.signal() }
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
          continuation.resume()
          mayContinue.wait()
        }
      }
      return try await runWithoutMainActor()
    }.value
    #expect(run.hasSettled)
    #expect(run.tasksWaiting == [])
    #expect(count == 3)
    #expect(end == .seconds(5))
  }

  private func runWithoutMainActor() async throws -> (VirtualTime.RunResult, Int, Duration) {
    let start = time.now
    let counter = Counter()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    time.task { [timekeeper] in
      for await tick in Ticks(every: .seconds(1), options: TickOptions(limit: 3), on: timekeeper) {
        await counter.count()
        continuation.yield(tick.index)
      }
      continuation.finish()
    }
    let reader = time.task { [timekeeper] in
      async let count = stream.reduce(0) { count, _ in count + 1 }
      async let early: Void = timekeeper.sleep(for: .seconds(1))
      await withTaskGroup(of: Void.self) { group in
        for seconds in [3, 1, 2] {
          group.addTask { try? await timekeeper.sleep(for: .seconds(seconds)) }
        }
        await Task.yield()
      }
      try await timekeeper.withTimeout(.seconds(9)) {
        try await timekeeper.sleep(for: .seconds(2))
      }
      try await early
      return (await count, timekeeper.now - start)
    }
    let run = await time.run(for: .seconds(10))
    let (count, end) = try await reader.value
    #expect(await counter.value == 3)
    return (run, count, end)
  }

  #if os(Linux)
    @Test("the Swift runtime reports which tasks use the main actor")
    func seesMainActor() {
      #expect(VirtualTime.canSeeMainActor)
    }
  #endif

  @Test(
    "work on actors, on the main actor and in the task itself is awaited", arguments: [true, false])
  func actors(seesMainActor: Bool) async throws {
    let time = VirtualTime(seesMainActor: seesMainActor && VirtualTime.canSeeMainActor)
    let counter = Counter()
    let start = time.now
    let task = time.task { [timekeeper = time.timekeeper] in
      for _ in 0..<100 {
        try await timekeeper.sleep(for: .seconds(1))
        await counter.count()
        await MainActor.run {}
        await Task.yield()
      }
      return (await counter.value, timekeeper.now - start)
    }
    #expect(await time.run(for: .seconds(100)).hasSettled)
    let (count, end) = try await task.value
    #expect(count == 100)
    #expect(end == .seconds(100))
  }

  @Test("a task that waits for something else does not delay the run, and is named in the result")
  func elsewhere() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let stuck = time.task("stuck") { for await _ in stream {} }
    let group = time.task("group") { [timekeeper] in
      await withTaskGroup(of: Void.self) { group in
        group.addTask { for await _ in stream {} }
        group.addTask { try? await timekeeper.sleep(for: .seconds(5)) }
      }
    }
    let line = #line + 1
    let unnamed = time.task { for await _ in stream {} }
    let here = "SandglassTests/VirtualTimeStructuredTests.swift:\(line)"
    #expect(await time.run(for: .seconds(1)).tasksWaitingElsewhere == ["stuck", here])
    #expect(await time.run(for: .seconds(10)).tasksWaitingElsewhere == ["stuck", "group", here])
    continuation.finish()
    try await stuck.value
    try await group.value
    try await unnamed.value
    #expect(await time.run(for: .zero).hasSettled)
  }

  @Test(
    "a task that returns to the main queue many times completes its work at that instant first",
    arguments: [false, true], [true, false])
  func mainQueue(withSleepingSibling: Bool, seesMainActor: Bool) async throws {
    for _ in 0..<20 {
      let time = VirtualTime(seesMainActor: seesMainActor && VirtualTime.canSeeMainActor)
      let start = time.now
      let task = time.task { [timekeeper = time.timekeeper] in
        try await withThrowingTaskGroup(of: Void.self) { group in
          if withSleepingSibling {
            group.addTask { try await timekeeper.sleep(for: .seconds(100)) }
          }
          try await timekeeper.sleep(for: .seconds(1))
          await Self.takeMainTurns(30)
          let passed = timekeeper.now - start
          group.cancelAll()
          return passed
        }
      }
      // Another event is due soon after that.
      time.task { [timekeeper = time.timekeeper] in try await timekeeper.sleep(for: .seconds(1.001))
      }
      #expect(await time.run(for: .seconds(10)).hasSettled)
      #expect(try await task.value == .seconds(1))
    }
  }

  @Test(
    "a child on the main actor gets the end of readings on time, although its sibling sleeps",
    arguments: [true, false])
  func endOnMainActor(seesMainActor: Bool) async throws {
    for _ in 0..<20 {
      let time = VirtualTime(seesMainActor: seesMainActor && VirtualTime.canSeeMainActor)
      let start = time.now
      let countdown = Countdown.started(.seconds(5), on: time.timekeeper)
      let task = time.task { [timekeeper = time.timekeeper] in
        await withTaskGroup(of: Duration?.self) { group in
          group.addTask {
            try? await timekeeper.sleep(for: .seconds(100))
            return nil
          }
          group.addTask {
            await Self.readToEnd(countdown)
            return timekeeper.now - start
          }
          let seen = await group.next()
          group.cancelAll()
          return seen ?? nil
        }
      }
      time.task { [timekeeper = time.timekeeper] in try await timekeeper.sleep(for: .seconds(5.001))
      }
      #expect(await time.run(for: .seconds(10)).hasSettled)
      #expect(try await task.value == .seconds(5))
    }
  }

  @Test(
    "a child that begins on the main actor begins before the time advances",
    arguments: [true, false])
  func beginningOnMainActor(seesMainActor: Bool) async throws {
    for _ in 0..<20 {
      let time = VirtualTime(seesMainActor: seesMainActor && VirtualTime.canSeeMainActor)
      let start = time.now
      let task = time.task { [timekeeper = time.timekeeper] in
        await withTaskGroup(of: Duration.self) { group in
          let begin: @MainActor @Sendable () -> Duration = { timekeeper.now - start }
          group.addTask(operation: begin)
          try? await timekeeper.sleep(for: .seconds(1))
          return await group.next()
        }
      }
      #expect(await time.run(for: .seconds(10)).hasSettled)
      #expect(try await task.value == .zero)
    }
  }

  @MainActor
  private static func readToEnd(_ countdown: Countdown) async {
    for await _ in countdown.readings {}
  }

  @MainActor
  private static func takeMainTurns(_ count: Int) async {
    for _ in 0..<count {
      await withCheckedContinuation { continuation in
        DispatchQueue.main.async { continuation.resume() }
      }
    }
  }

  private actor Counter {
    var value = 0

    func count() { value += 1 }
  }

  /// Runs tasks on a separate thread.
  private final class QueueExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "test")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
  }
}

@MainActor
@Suite("VirtualTime: callbacks are never nested")
struct VirtualTimeNestingCallbackTests {
  let time = VirtualTime()
  let owner = Owner()

  @Test("the first callback of a binding is not nested")
  func binding() {
    let countdown = Countdown.started(.seconds(10), on: time.timekeeper)
    countdown.onTick(with: owner) { owner, reading in
      owner.words.append("begin \(reading.shown)")
      if reading.shown == 10 { countdown.extend(by: .seconds(5)) }
      owner.words.append("end \(reading.shown)")
    }
    #expect(owner.words == ["begin 10", "end 10", "begin 15", "end 15"])
  }

  @Test("the first callback of a cell is not nested")
  func cell() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    board.start(1, for: .seconds(10))
    board.show(1, in: owner) { owner, reading in
      owner.words.append("begin \(reading.shown)")
      if reading.shown == 10 { board[1]?.extend(by: .seconds(5)) }
      owner.words.append("end \(reading.shown)")
    }
    #expect(owner.words == ["begin 10", "end 10", "begin 15", "end 15"])
  }

  @Test("a callback of one virtual time is not nested in a callback of another")
  func twoTimes() {
    let other = VirtualTime()
    let second = Countdown(.seconds(5), on: other.timekeeper)
    second.onTick(with: owner) { owner, reading in owner.words.append("other \(reading.shown)") }
    let first = Countdown(.seconds(10), on: time.timekeeper)
    first.onTick(with: owner) { owner, reading in
      owner.words.append("begin \(reading.shown)")
      second.start()
      owner.words.append("end \(reading.shown)")
    }
    first.start()
    #expect(owner.words == ["begin 10", "end 10", "other 5"])
  }

  final class Owner {
    var words: [String] = []
  }
}
