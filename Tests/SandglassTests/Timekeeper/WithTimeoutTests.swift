import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

private struct Failure: Error, Equatable {}

@Suite("withTimeout and withDeadline", .timeLimit(.minutes(10)))
struct WithTimeoutTests {
  let time = VirtualTime()

  private var timekeeper: Timekeeper { time.timekeeper }

  @Test("a body that ends first wins, and nothing is left behind")
  func inTime() async throws {
    let start = time.now
    let task = time.task { [timekeeper] in
      let value = try await withTimeout(.seconds(5), on: timekeeper) {
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

  @Test("Law 2: a body that takes longer is cancelled at the deadline, and the error says which")
  func timesOut() async throws {
    let start = time.now
    let task = time.task { [timekeeper] in
      do {
        try await withTimeout(.seconds(5), on: timekeeper) {
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

  @Test("bodies share a deadline, which the error names")
  func sharedDeadline() async throws {
    let deadline = time.now + .seconds(5)
    let task = time.task { [timekeeper] in
      let first = try await withDeadline(deadline, on: timekeeper) {
        try await timekeeper.sleep(for: .seconds(3))
        return 1
      }
      do {
        try await withDeadline(deadline, on: timekeeper) {
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

  @Test("a body that throws in time has its own error thrown")
  func ownError() async {
    let task = time.task { [timekeeper] in
      try await withTimeout(.seconds(5), on: timekeeper) {
        try await timekeeper.sleep(for: .seconds(1))
        throw Failure()
      }
    }
    await time.run()
    await #expect(throws: Failure()) { try await task.value }
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("what a body throws after its time is in the error")
  func ownErrorAfterwards() async throws {
    let task = time.task { [timekeeper] in
      do {
        try await withTimeout(.seconds(5), on: timekeeper) {
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

  @Test("a caller that is cancelled cancels the body, and that is no timeout")
  func callerCancelled() async throws {
    let start = time.now
    let task = time.task { [timekeeper] in
      await #expect(throws: CancellationError.self) {
        try await withTimeout(.seconds(5), on: timekeeper) {
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

  @Test("a body that ignores its cancellation is waited for, and its value returned")
  func ignored() async throws {
    let start = time.now
    let task = time.task { [timekeeper] in
      let wasCancelled = try await withTimeout(.seconds(5), on: timekeeper) {
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

  /// Waits without an ear for cancellation.
  private static func waitStubbornly(for duration: Duration, on timekeeper: Timekeeper) async {
    await withCheckedContinuation { continuation in
      timekeeper.schedule(after: duration) { _ in continuation.resume() }
    }
  }

  @Test(
    "without any time the body is cancelled from the start, and may return something all the same",
    arguments: [Duration.zero, .seconds(-1), .seconds(Int64.min)])
  func noTime(duration: Duration) async throws {
    let value = try await withTimeout(duration, on: timekeeper) { Task.isCancelled }
    #expect(value)
    await #expect(throws: TimeoutError.self) {
      try await withTimeout(duration, on: timekeeper) { try Task.checkCancellation() }
    }
    await #expect(throws: TimeoutError.self) {
      try await withDeadline(time.now, on: timekeeper) {
        try await timekeeper.sleep(for: .seconds(1))
      }
    }
  }

  @Test("more time than there is never ends")
  func allTime() async throws {
    let task = time.task { [timekeeper] in
      try await withTimeout(.seconds(Int64.max), on: timekeeper) {
        try await withDeadline(.distantFuture, on: timekeeper) {
          try await timekeeper.sleep(for: .seconds(86_400 * 365))
          return "done"
        }
      }
    }
    await time.run(upTo: .seconds(86_400 * 366))
    #expect(try await task.value == "done")
    #expect(timekeeper.counters.waiting == 0)
  }

  @Test("of limits within limits the earliest one counts")
  func nested() async throws {
    for (outer, inner) in [(3, 5), (5, 3)] {
      let task = time.task { [timekeeper] in
        do {
          try await withTimeout(.seconds(outer), on: timekeeper) {
            do {
              try await withTimeout(.seconds(inner), on: timekeeper) {
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

/// Something that must stay where it is.
private final class Ledger {
  var lines: [String] = []
}

private actor Bank {
  let ledger = Ledger()

  func record(on timekeeper: Timekeeper) async throws -> Int {
    let lines = try await withTimeout(.seconds(5), on: timekeeper) {
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
  @Test("Law 10: on an actor the body works with what is the actor's")
  func actor() async throws {
    let bank = Bank()
    let task = time.task { [timekeeper] in try await bank.record(on: timekeeper) }
    await time.run()
    #expect(try await task.value == 2)
  }

  @Test("Law 10: on the main actor as well")
  @MainActor
  func mainActor() async throws {
    let timekeeper = time.timekeeper
    let task = time.task { @MainActor in
      let ledger = Ledger()
      let same = try await withDeadline(timekeeper.now + .seconds(5), on: timekeeper) {
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

  @Test("a body without isolation changes what is its caller's")
  func withoutIsolation() async throws {
    let ledger = Ledger()
    try await withTimeout(.seconds(5)) { ledger.lines.append("done") }
    #expect(ledger.lines == ["done"])
  }
}

// MARK: - At random

extension WithTimeoutTests {
  /// What a body does, and what happens to it.
  private struct Case {
    /// The seconds that it is given, that it needs, and after which its caller is cancelled; no two are equal.
    let limit: Int
    let need: Int
    let cancellation: Int

    /// Whether it returns something although it was cancelled, and whether it fails in the end.
    let isStubborn: Bool
    let fails: Bool

    init(_ random: inout SeededGenerator, mayBeStubborn: Bool) {
      limit = 3 * random.number(0...20)
      need = 3 * random.number(1...20) + 1
      cancellation = 3 * random.number(1...20) + 2
      isStubborn = mayBeStubborn && random.once(in: 3)
      fails = random.once(in: 3)
    }

    /// How it ends, and after how many seconds.
    var expected: String {
      let cancelled = min(limit, cancellation)
      if isStubborn || need < cancelled {
        if !fails { return "value at \(need)" }
        return limit < min(need, cancellation) ? "timeout at \(need)" : "failure at \(need)"
      }
      return "\(limit < cancellation ? "timeout" : "cancellation") at \(cancelled)"
    }
  }

  @Test("Laws 2, 7: at random, each ends as it must, at its instant", .random)
  func atRandom() async throws {
    var random = SeededGenerator(for: "withTimeout at random")
    for batch in 0..<repetitions(80) {
      let time = VirtualTime()
      let start = time.now
      // Stubborn ones take real time, since virtual time does not see what they wait for.
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
      try await withTimeout(.seconds(attempt.limit), on: timekeeper) {
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
