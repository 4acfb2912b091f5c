import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

@Suite("RateLimiter: turns in the order of the calls, at a rate", .timeLimit(.minutes(10)))
struct RateLimiterTests {
  let time = VirtualTime()
  let notes = TimerNotes<String>()

  private var timekeeper: Timekeeper { time.timekeeper }

  /// Starts tasks that wait for their turns, and note the milliseconds at which they have them.
  private func start(_ names: String..., on limiter: RateLimiter) -> [Task<Void, any Error>] {
    let start = time.now
    return names.map { name in
      time.task { [timekeeper, notes] in
        try await limiter.wait()
        notes.note("\(name) \((timekeeper.now - start) / Duration.milliseconds(1))")
      }
    }
  }

  @Test("Law 2: a burst at once, then one in each interval, in the order of the calls")
  func inOrder() async {
    let limiter = RateLimiter(2, per: .seconds(1), on: timekeeper)
    _ = start("a", "b", "c", "d", "e", on: limiter)
    #expect(await time.run().tasksWaiting == [])
    #expect(notes.values == ["a 0.0", "b 0.0", "c 500.0", "d 1000.0", "e 1500.0"])
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("take() takes a token if there is one, and does not overtake those that wait")
  func take() async {
    let limiter = RateLimiter(1, per: .seconds(1), on: timekeeper)
    #expect(limiter.take() && !limiter.take())
    time.advance(by: .seconds(1))
    #expect(limiter.take())
    _ = start("a", "b", on: limiter)
    await time.run(for: .seconds(1))
    #expect(!limiter.take())
    await time.run(for: .seconds(3))
    #expect(notes.values == ["a 1000.0", "b 2000.0"])
    #expect(limiter.take())
  }

  @Test("a task that is cancelled leaves the line at once, and the others move up")
  func cancelled() async throws {
    let limiter = RateLimiter(1, per: .seconds(1), on: timekeeper)
    let tasks = start("a", "b", "c", "d", on: limiter)
    await time.run(for: .zero)
    tasks[1].cancel()
    await #expect(throws: CancellationError.self) { try await tasks[1].value }
    await time.run(for: .milliseconds(500))
    #expect(time.tasksWaiting.count == 2)
    await time.run()
    #expect(notes.values == ["a 0.0", "c 1000.0", "d 2000.0"])
  }

  @Test("Law 9: if the last task in the line is cancelled, nothing is left to wake up for")
  func nothingLeft() async {
    let limiter = RateLimiter(1, per: .seconds(1), on: timekeeper)
    #expect(limiter.take())
    let tasks = start("a", on: limiter)
    await time.run(for: .zero)
    #expect(timekeeper.pending.map { "\($0.kind)" } == ["RateLimiter, 1 waiting"])
    tasks[0].cancel()
    _ = await tasks[0].result
    #expect(timekeeper.counters.waiting == 0 && timekeeper.alarmMoment == nil)
  }

  @Test("a task that was cancelled before takes no token")
  func cancelledBefore() async {
    let limiter = RateLimiter(1, per: .seconds(1), on: timekeeper)
    let task = time.task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await limiter.wait()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(limiter.take())
  }

  @Test("a limit of zero or less counts as one, and a period of zero is no limit")
  func extremes() async {
    let one = RateLimiter(0, per: .seconds(1), burst: -1, on: timekeeper)
    #expect(one.take() && !one.take())
    let free = RateLimiter(1, per: .zero, on: timekeeper)
    #expect((0..<100).allSatisfy { _ in free.take() })
    let never = RateLimiter(1, per: .seconds(Int64.max), on: timekeeper)
    #expect(never.take() && !never.take())
  }

  @Test("Law 10: a wait returns in the isolation of its caller")
  @MainActor
  func isolation() async throws {
    let limiter = RateLimiter(1, per: .seconds(1), on: timekeeper)
    let task = time.task { @MainActor in
      for _ in 0..<3 {
        try await limiter.wait()
        MainActor.assertIsolated()
      }
    }
    await time.run()
    try await task.value
  }

  @Test("Law 2: random waits, cancellations and advances give the results of a list", .random)
  func random() {
    var random = SeededGenerator(for: "rate limiters at random")
    for run in 0..<repetitions(2_000) {
      var comparison = RateLimiterComparison(&random)
      for step in 0..<60 where !comparison.step(&random) {
        Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), run \(run), step \(step)")
        return
      }
    }
  }
}

/// Random operations on a limiter, and on a list of tasks and a bucket that is filled drop by drop.
private struct RateLimiterComparison {
  private let time = VirtualTime()
  private let executor = InlineExecutor()
  private let notes = TimerNotes<Int>()
  private let limiter: RateLimiter
  private var tasks: [Task<Void, Never>] = []

  /// The drops of a token, one of which is added in each millisecond, and those of a full bucket.
  private let token: Int
  private let full: Int
  private var drops: Int
  private var line: [Int] = []

  /// The tasks that have had their turns, or have been cancelled as negative numbers, in order.
  private var expected: [Int] = []

  init(_ random: inout SeededGenerator) {
    let (count, burst) = (random.number(1...3), random.number(1...4))
    token = random.number(1...20)
    full = token * burst
    drops = full
    limiter = RateLimiter(
      count, per: .milliseconds(token * count), burst: burst, on: time.timekeeper)
  }

  /// Makes one operation. Returns whether both agree.
  mutating func step(_ random: inout SeededGenerator) -> Bool {
    switch random.number(0...9) {
    case 0...3: wait()
    case 4...5: cancel(random.number(0...max(0, tasks.count - 1)))
    case 6:
      let isAllowed = line.isEmpty && drops >= token
      if isAllowed { drops -= token }
      guard limiter.take() == isAllowed else { return false }
    default: advance(by: random.number(0...30))
    }
    return notes.values == expected && time.tasksWaiting.count == line.count
      && time.timekeeper.counters.waiting == min(1, line.count)
  }

  private mutating func wait() {
    let number = tasks.count + 1
    line.append(number)
    serve()
    tasks.append(
      Task(executorPreference: executor) { [limiter, notes] in
        do {
          try await limiter.wait()
          notes.note(number)
        } catch {
          notes.note(-number)
        }
      })
  }

  private mutating func cancel(_ index: Int) {
    guard tasks.indices.contains(index) else { return }
    tasks[index].cancel()
    guard let place = line.firstIndex(of: index + 1) else { return }
    line.remove(at: place)
    expected.append(-(index + 1))
  }

  private mutating func advance(by milliseconds: Int) {
    for _ in 0..<milliseconds {
      drops = min(drops + 1, full)
      serve()
    }
    time.advance(by: .milliseconds(milliseconds))
  }

  private mutating func serve() {
    while !line.isEmpty, drops >= token {
      drops -= token
      expected.append(line.removeFirst())
    }
  }
}
