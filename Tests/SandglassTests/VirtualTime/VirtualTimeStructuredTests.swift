import Dispatch
import Sandglass
import SandglassTesting
import Testing

@Suite("VirtualTime.run: whatever waits inside a task", .timeLimit(.minutes(10)))
struct VirtualTimeStructuredTests {
  let time = VirtualTime()

  private var timekeeper: Timekeeper { time.timekeeper }

  @Test("the children of a task group each go on at their instants")
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

  @Test("so do async lets")
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

  @Test("a stream between two tasks is read at the instant at which it is fed")
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

  @Test("actors, the main actor and tasks of its own are waited for")
  func actors() async throws {
    let counter = Counter()
    let start = time.now
    let task = time.task { [timekeeper] in
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

  @Test("a task that waits for something else holds nothing up, and is named")
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

  @Test("a plain task that waits for something else holds nothing up either")
  func plainElsewhere() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let task = Task { [timekeeper] in
      try await timekeeper.sleep(for: .seconds(1))
      for await _ in stream {}
    }
    await time.waitForSleepers(1)
    await time.run(for: .seconds(3600))
    continuation.finish()
    _ = await task.result
  }

  @Test(
    "a task that returns to the main queue many times is done with its instant first",
    arguments: [false, true])
  func mainQueue(withSleepingSibling: Bool) async throws {
    for _ in 0..<20 {
      let time = VirtualTime()
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
      // Something else happens before long.
      time.task { [timekeeper = time.timekeeper] in try await timekeeper.sleep(for: .seconds(1.001))
      }
      #expect(await time.run(for: .seconds(10)).hasSettled)
      #expect(try await task.value == .seconds(1))
    }
  }

  @Test(
    "a child on the main actor sees the end of readings at its instant, though its sibling sleeps")
  func endOnMainActor() async throws {
    for _ in 0..<20 {
      let time = VirtualTime()
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

  @Test("a child that begins on the main actor has begun before the time moves on")
  func beginningOnMainActor() async throws {
    for _ in 0..<20 {
      let time = VirtualTime()
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
}

@MainActor
@Suite("VirtualTime: callbacks never nest")
struct VirtualTimeNestingCallbackTests {
  let time = VirtualTime()
  let owner = Owner()

  @Test("not in the first call of a binding either")
  func binding() {
    let countdown = Countdown.started(.seconds(10), on: time.timekeeper)
    countdown.onTick(with: owner) { owner, reading in
      owner.words.append("begin \(reading.shown)")
      if reading.shown == 10 { countdown.extend(by: .seconds(5)) }
      owner.words.append("end \(reading.shown)")
    }
    #expect(owner.words == ["begin 10", "end 10", "begin 15", "end 15"])
  }

  @Test("nor in the first call of a cell")
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

  @Test("nor where one time causes a callback of another")
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
