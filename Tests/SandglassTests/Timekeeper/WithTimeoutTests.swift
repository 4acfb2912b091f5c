@testable import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

private struct Failure: Error, Equatable {}

@Suite("withTimeout and withDeadline", .timeLimit(.minutes(10)))
struct WithTimeoutTests {
  let time = VirtualTime()

  private var timekeeper: Timekeeper { time.timekeeper }

  @Test("a body that finishes in time returns its value, and leaves nothing behind")
  func inTime() async throws {
    let start = time.now
    let task = time.task { [timekeeper] in
      let value = try await timekeeper.withTimeout(.seconds(5)) {
        try await timekeeper.sleep(for: .seconds(4))
        return "done"
      }
      return (value, timekeeper.now - start)
    }
    await time.run()
    let (value, end) = try await task.value
    #expect(value == "done")
    #expect(end == .seconds(4))
    #expect(timekeeper.counters.waiting == 0)
    #expect(time.tasksWaiting == [])
  }

  @Test("Law 2: a body that takes longer is cancelled at the deadline, which the error contains")
  func timesOut() async throws {
    let start = time.now
    let task = time.task { [timekeeper] in
      do {
        try await timekeeper.withTimeout(.seconds(5)) {
          try await timekeeper.sleep(for: .seconds(60))
        }
        Issue.record("It has not timed out.")
      } catch let error as TimeoutError {
        #expect(error.duration == .seconds(5))
        #expect(error.deadline == start + .seconds(5))
        #expect(error.bodyError is CancellationError)
        #expect(error.description == "Timed out after 5.0 seconds")
      }
      return timekeeper.now - start
    }
    await time.run()
    #expect(try await task.value == .seconds(5))
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("a body that ignores its cancellation is abandoned at the deadline, and runs on unseen")
  func abandoned() async throws {
    let (start, callback) = (time.now, Locked<CheckedContinuation<Int, Never>?>(nil))
    let task = time.task { [timekeeper] in
      do {
        return try await timekeeper.abandon(after: .seconds(5)) {
          await withCheckedContinuation { later in callback.withLock { $0 = later } }
        }
      } catch let error as TimeoutError {
        #expect(error.bodyError == nil && error.deadline == start + .seconds(5))
        #expect(error.description == "Timed out after 5.0 seconds")
        return -1
      }
    }
    let run = await time.run()
    #expect(try await task.value == -1)
    #expect(timekeeper.now == start + .seconds(5))
    #expect(run.tasksWaitingElsewhere == ["the body of abandon"])
    callback.withLock { $0 }?.resume(returning: 7)
  }

  @Test(
    "a body that ends in time is not abandoned, and a caller that is cancelled abandons it at once")
  func notAbandoned() async throws {
    let task = time.task { [timekeeper] in
      let value = try await timekeeper.abandon(after: .seconds(5)) {
        try await timekeeper.sleep(for: .seconds(4))
        return 7
      }
      await #expect(throws: Failure()) {
        try await timekeeper.abandon(after: .seconds(5)) { throw Failure() }
      }
      return value
    }
    await time.run()
    #expect(try await task.value == 7)
    #expect(timekeeper.counters.waiting == 0)

    let gate = Awaited<Int>(on: timekeeper)
    let cancelled = Task { [timekeeper] in
      try await timekeeper.abandon(after: .seconds(5)) { await gate.value() }
    }
    await time.waitForSleepers(2)
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(timekeeper.counters.waiting == 0)
    gate.settle(with: 7)
    await #expect(throws: TimeoutError.self) {
      try await Timekeeper.shared.abandon(after: .zero) { Issue.record("It has begun.") }
    }
  }

  @Test("bodies can share a deadline, which the error contains")
  func sharedDeadline() async throws {
    let deadline = time.now + .seconds(5)
    let task = time.task { [timekeeper] in
      let first = try await timekeeper.withDeadline(deadline) {
        try await timekeeper.sleep(for: .seconds(3))
        return 1
      }
      do {
        try await timekeeper.withDeadline(deadline) {
          try await timekeeper.sleep(for: .seconds(3))
        }
        Issue.record("It has not timed out.")
      } catch let error as TimeoutError {
        #expect(error.duration == nil)
        #expect(error.deadline == deadline)
        #expect(error.description == "Timed out at \(deadline)")
      }
      return (first, timekeeper.now)
    }
    await time.run()
    let (first, end) = try await task.value
    #expect(first == 1)
    #expect(end == deadline)
  }

  @Test("an error that the body throws in time is thrown")
  func ownError() async {
    let task = time.task { [timekeeper] in
      try await timekeeper.withTimeout(.seconds(5)) {
        try await timekeeper.sleep(for: .seconds(1))
        throw Failure()
      }
    }
    await time.run()
    await #expect(throws: Failure()) { try await task.value }
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("an error that the body throws after its cancellation is in the timeout's error")
  func ownErrorAfterwards() async throws {
    let task = time.task { [timekeeper] in
      do {
        try await timekeeper.withTimeout(.seconds(5)) {
          try? await timekeeper.sleep(for: .seconds(60))
          throw Failure()
        }
      } catch let error as TimeoutError {
        return error.bodyError as? Failure
      }
      return nil
    }
    await time.run()
    #expect(try await task.value == Failure())
  }

  @Test("cancelling the caller cancels the body, and is not a timeout")
  func callerCancelled() async throws {
    let start = time.now
    let task = time.task { [timekeeper] in
      await #expect(throws: CancellationError.self) {
        try await timekeeper.withTimeout(.seconds(5)) {
          try await timekeeper.sleep(for: .seconds(60))
        }
      }
      return timekeeper.now - start
    }
    timekeeper.schedule(after: .seconds(2)) { _ in task.cancel() }
    await time.run()
    #expect(try await task.value == .seconds(2))
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("a body that ignores its cancellation is awaited, and its value is returned")
  func ignored() async throws {
    let start = time.now
    let task = time.task { [timekeeper] in
      let wasCancelled = try await timekeeper.withTimeout(.seconds(5)) {
        await Self.waitStubbornly(for: .seconds(60), on: timekeeper)
        return Task.isCancelled
      }
      return (wasCancelled, timekeeper.now - start)
    }
    await time.run(for: .seconds(100))
    let (wasCancelled, end) = try await task.value
    #expect(wasCancelled)
    #expect(end == .seconds(60))
  }

  /// Waits and ignores cancellation.
  private static func waitStubbornly(for duration: Duration, on timekeeper: Timekeeper) async {
    await withCheckedContinuation { continuation in
      timekeeper.schedule(after: duration) { _ in continuation.resume() }
    }
  }

  @Test(
    "with a duration of zero or less the body starts cancelled, and may still return a value",
    arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
  func noTime(duration: Duration) async throws {
    let value = try await timekeeper.withTimeout(duration) { Task.isCancelled }
    #expect(value)
    await #expect(throws: TimeoutError.self) {
      try await timekeeper.withTimeout(duration) { try Task.checkCancellation() }
    }
    await #expect(throws: TimeoutError.self) {
      try await timekeeper.withDeadline(time.now) {
        try await timekeeper.sleep(for: .seconds(1))
      }
    }
  }

  @Test("a duration beyond the range of moments never ends")
  func allTime() async throws {
    let task = time.task { [timekeeper] in
      try await timekeeper.withTimeout(.seconds(Int64.max)) {
        try await timekeeper.withDeadline(.distantFuture) {
          try await timekeeper.sleep(for: .seconds(86_400 * 365))
          return "done"
        }
      }
    }
    await time.run(upTo: .seconds(86_400 * 366))
    #expect(try await task.value == "done")
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("of nested timeouts, the earliest one applies")
  func nested() async throws {
    for (outer, inner) in [(3, 5), (5, 3)] {
      let task = time.task { [timekeeper] in
        do {
          try await timekeeper.withTimeout(.seconds(outer)) {
            do {
              try await timekeeper.withTimeout(.seconds(inner)) {
                try await timekeeper.sleep(for: .seconds(60))
              }
            } catch is TimeoutError {
              #expect(inner < outer)
              throw Failure()
            }
          }
        } catch let error as TimeoutError {
          return error.duration
        } catch is Failure {
          return .seconds(inner)
        }
        return nil
      }
      await time.run()
      #expect(try await task.value == .seconds(3))
    }
  }
}

// MARK: - Isolation

/// A value that must stay in its isolation.
private final class Ledger {
  var lines: [String] = []
}

private actor Bank {
  let ledger = Ledger()

  func record(on timekeeper: Timekeeper) async throws -> Int {
    let lines = try await timekeeper.withTimeout(.seconds(5)) {
      assertIsolated()
      ledger.lines.append("begun")
      try await timekeeper.sleep(for: .seconds(1))
      ledger.lines.append("ended")
      return ledger
    }.lines
    assertIsolated()
    return lines.count
  }
}

extension WithTimeoutTests {
  @Test("Law 10: the body runs in the isolation of the calling actor")
  func actor() async throws {
    let bank = Bank()
    let task = time.task { [timekeeper] in try await bank.record(on: timekeeper) }
    await time.run()
    #expect(try await task.value == 2)
  }

  @Test("Law 10: the body runs in the isolation of the main actor")
  @MainActor
  func mainActor() async throws {
    let timekeeper = time.timekeeper
    let task = time.task { @MainActor in
      let ledger = Ledger()
      let same = try await timekeeper.withDeadline(timekeeper.now + .seconds(5)) {
        MainActor.assertIsolated()
        ledger.lines.append("begun")
        try await timekeeper.sleep(for: .seconds(1))
        MainActor.assertIsolated()
        return ledger
      }
      MainActor.assertIsolated()
      return same === ledger
    }
    await time.run()
    #expect(try await task.value)
  }

  @Test("a body without isolation can change its caller's state")
  func withoutIsolation() async throws {
    let ledger = Ledger()
    try await Timekeeper.shared.withTimeout(.seconds(5)) { ledger.lines.append("done") }
    #expect(ledger.lines == ["done"])
  }
}

// MARK: - At random

extension WithTimeoutTests {
  /// What a body does, and what happens to it.
  private struct Case {
    /// The seconds of its timeout, of its work, and until its caller is cancelled. No two are equal.
    let limit: Int
    let need: Int
    let cancellation: Int

    /// Whether it returns a value although it was cancelled, and whether it throws in the end.
    let isStubborn: Bool
    let fails: Bool

    init(_ random: inout SeededGenerator, mayBeStubborn: Bool) {
      limit = 3 * random.number(0...20)
      need = 3 * random.number(1...20) + 1
      cancellation = 3 * random.number(1...20) + 2
      isStubborn = mayBeStubborn && random.once(in: 3)
      fails = random.once(in: 3)
    }

    /// Its result, and the seconds until then.
    var expected: String {
      let cancelled = min(limit, cancellation)
      if isStubborn || need < cancelled {
        if !fails { return "value at \(need)" }
        return limit < min(need, cancellation) ? "timeout at \(need)" : "failure at \(need)"
      }
      return "\(limit < cancellation ? "timeout" : "cancellation") at \(cancelled)"
    }
  }

  @Test("Laws 2, 7: at random, each body ends as expected, at its instant", .random)
  func atRandom() async throws {
    var random = SeededGenerator(for: "withTimeout at random")
    for batch in 0..<repetitions(80) {
      let time = VirtualTime()
      let start = time.now
      // A body that ignores cancellation takes real time, since virtual time cannot see what it waits for.
      let cases = (0..<50).map { _ in Case(&random, mayBeStubborn: batch % 8 == 0) }
      let tasks = cases.map { attempt in
        let task = time.task { await Self.outcome(of: attempt, since: start, on: time.timekeeper) }
        time.timekeeper.schedule(after: .seconds(attempt.cancellation)) { _ in task.cancel() }
        return task
      }
      await time.run(for: .seconds(100))
      for (attempt, task) in zip(cases, tasks) {
        try #require(try await task.value == attempt.expected, "\(attempt)")
      }
      #expect(time.tasksWaiting == [])
      #expect(time.timekeeper.counters.waiting == 0)
    }
  }

  private static func outcome(of attempt: Case, since start: Moment, on timekeeper: Timekeeper)
    async -> String
  {
    var outcome = "value"
    do {
      try await timekeeper.withTimeout(.seconds(attempt.limit)) {
        if attempt.isStubborn {
          await waitStubbornly(for: .seconds(attempt.need), on: timekeeper)
        } else {
          try await timekeeper.sleep(for: .seconds(attempt.need))
        }
        if attempt.fails { throw Failure() }
      }
    } catch is TimeoutError {
      outcome = "timeout"
    } catch is Failure {
      outcome = "failure"
    } catch {
      outcome = "cancellation"
    }
    return "\(outcome) at \(Int((timekeeper.now - start) / .seconds(1)))"
  }
}
