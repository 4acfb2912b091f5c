import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

private struct Failure: Error, Equatable {
  let attempt: Int
}

@Suite("retry: further attempts after growing waits", .timeLimit(.minutes(10)))
struct RetryTests {
  let time = VirtualTime()
  let attempts = TimerNotes<Duration>()

  private var timekeeper: Timekeeper { time.timekeeper }

  private static let backoff = Backoff.exponential(
    from: .seconds(1), upTo: .seconds(5), jitter: .none)

  /// Starts a task whose attempts fail up to a number.
  private func start(
    failures: Int, maxAttempts: Int, backoff: Backoff = Self.backoff,
    when isWorthRetrying: @escaping @Sendable (any Error) -> Bool = { _ in true },
    throwing: @escaping @Sendable (Int) -> any Error = { Failure(attempt: $0) }
  ) -> Task<Int, any Error> {
    let start = time.now
    return time.task { [timekeeper, attempts] in
      try await timekeeper.retry(
        maxAttempts: maxAttempts, backoff: backoff, when: isWorthRetrying
      ) {
        attempts.note(timekeeper.now - start)
        if attempts.count <= failures { throw throwing(attempts.count) }
        return attempts.count
      }
    }
  }

  private func seconds(_ numbers: Int...) -> [Duration] { numbers.map { .seconds($0) } }

  @Test("Law 2: the attempts come after the waits of the back-off, until one returns")
  func waits() async throws {
    let task = start(failures: 4, maxAttempts: 9)
    await time.run()
    #expect(try await task.value == 5)
    #expect(attempts.values == seconds(0, 1, 3, 7, 12))
    #expect(timekeeper.counters.waiting == 0 && time.tasksWaiting == [])
  }

  @Test("the error of the last attempt is thrown", arguments: [Int.min, 0, 1, 3])
  func lastError(maxAttempts: Int) async {
    let task = start(failures: .max, maxAttempts: maxAttempts)
    await time.run()
    let count = max(1, maxAttempts)
    await #expect(throws: Failure(attempt: count)) { try await task.value }
    #expect(attempts.values == Array(seconds(0, 1, 3).prefix(count)))
  }

  @Test("an error that is not worth another attempt is thrown at once")
  func notWorth() async {
    let task = start(failures: .max, maxAttempts: 9, when: { ($0 as? Failure)?.attempt == 1 })
    await time.run()
    await #expect(throws: Failure(attempt: 2)) { try await task.value }
    #expect(attempts.values == seconds(0, 1))
  }

  @Test("there is no attempt after a CancellationError")
  func cancellationError() async {
    let task = start(failures: .max, maxAttempts: 9, throwing: { _ in CancellationError() })
    await time.run()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(attempts.count == 1)
  }

  @Test("a task that is cancelled during a wait ends at once, and leaves nothing behind")
  func cancelledWait() async {
    let task = start(failures: .max, maxAttempts: 9)
    await time.run(for: .seconds(2))
    #expect(timekeeper.counters.waiting == 1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(attempts.count == 2)
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("if the task is cancelled during an attempt, the attempt's error is thrown")
  func cancelledAttempt() async {
    let task = time.task { [timekeeper, attempts] in
      try await timekeeper.retry(maxAttempts: 9) {
        attempts.note(.zero)
        withUnsafeCurrentTask { $0?.cancel() }
        throw Failure(attempt: 1)
      }
    }
    await time.run()
    await #expect(throws: Failure(attempt: 1)) { try await task.value }
    #expect(attempts.count == 1)
  }

  @Test("Law 13: the jitter is the same in each run of a test, and differs between tasks and waits")
  func jitter() async throws {
    func moments() async throws -> [[Duration]] {
      let time = VirtualTime()
      let notes = (0..<3).map { _ in TimerNotes<Duration>() }
      let start = time.now
      for notes in notes {
        time.task { [timekeeper = time.timekeeper] in
          try await timekeeper.retry(
            maxAttempts: 5, backoff: .constant(.seconds(1), jitter: .full)
          ) {
            notes.note(timekeeper.now - start)
            throw Failure(attempt: notes.count)
          }
        }
      }
      await time.run()
      return notes.map(\.values)
    }
    let first = try await moments()
    #expect(try await moments() == first)
    #expect(Set(first.flatMap { $0 }).count == 13, "all start at zero, and then part")
    #expect(first.joined().allSatisfy { $0 <= .seconds(4) })
  }

  @Test("Law 10: the body runs in the isolation of the caller")
  @MainActor
  func isolation() async throws {
    var count = 0
    let value = try await timekeeper.retry(maxAttempts: 2, backoff: .constant(.zero)) {
      MainActor.assertIsolated()
      count += 1
      if count == 1 { throw Failure(attempt: 1) }
      return count
    }
    #expect(value == 2)
  }

  @Test("on system time, the jitter is random, and the wait is real")
  func systemTime() async throws {
    var count = 0
    let start = Timekeeper.shared.now
    try await Timekeeper.shared.retry(
      maxAttempts: 3, backoff: .constant(.milliseconds(2), jitter: .half)
    ) {
      count += 1
      if count < 3 { throw Failure(attempt: count) }
    }
    #expect(Timekeeper.shared.now - start >= .milliseconds(2))
  }
}
