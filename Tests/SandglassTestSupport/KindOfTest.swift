import Dispatch
package import Testing

extension Trait where Self == KindOfTest {
  /// Marks tests that use the machine: real clocks, processes, sockets, terminals, or threads that race.
  ///
  /// They run one after another, never while a `.random` test runs, and on separate threads, so that other tests do not
  /// decide when they continue. Each of them waits for what it tests, not for a time to pass.
  package static var machine: Self { Self(turn: .machine) }

  /// Marks tests of the machine that wait most of the time, for processes that they start or for a database.
  ///
  /// They are as those with the trait `.machine`, but some of them run at the same time, and beside `.random` tests. A
  /// test that measures this process, or starts a program that it has just written, is not one of them.
  package static var programs: Self { Self(turn: .programs) }

  /// Marks long computations: random or exhaustive tests, whose size `SANDGLASS_TEST_SIZE` scales.
  ///
  /// Two run at the same time, on separate threads, beside the tests in virtual time and `.programs` tests. So no test in
  /// virtual time waits for a thread until a computation of minutes is over.
  package static var random: Self { Self(turn: .random) }
}

/// The trait `.machine`, `.programs` or `.random`. A test without any runs in virtual time, and takes some milliseconds.
package struct KindOfTest: TestTrait, SuiteTrait, TestScoping {
  fileprivate let turn: Turn

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // The kind applies once, even if both the test and its suite have the trait.
    guard Turn.taken == nil else { return try await function() }
    let result = await withoutActuallyEscaping(function) { function in
      // Tasks of this priority, and the tasks that they start, have other threads than those of the default priority. The
      // turn is taken and given back there, so that no test of the machine waits for the many in virtual time.
      await Task(priority: turn == .random ? nil : .high) {
        await Turns.shared.take(turn)
        let result = await Turn.$taken.withValue(turn) {
          // A test that waits or computes keeps its thread, and the threads of a priority are as few as the processors.
          await withTaskExecutorPreference(turn == .machine ? nil : OwnThread()) {
            await Result(catching: function)
          }
        }
        await Turns.shared.giveBack(turn)
        try result.get()
      }.result
    }
    try result.get()
  }
}

extension Result where Failure == any Error {
  fileprivate init(catching body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

/// A thread for one test.
private final class OwnThread: TaskExecutor {
  private let queue = DispatchQueue(label: "test")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// A kind of test. Those of the first kind run alone, and before the others.
private enum Turn: CaseIterable {
  case machine, programs, random

  /// How many tests of this kind may run at the same time.
  var atOnce: Int {
    switch self {
    case .machine: 1
    case .programs: 4
    case .random: 2
    }
  }

  @TaskLocal static var taken: Turn?
}

/// The tests that run, and those that wait.
///
/// This is an actor and not a lock, because the thread sanitizer does not recognise a Mutex on Linux, whose slow path
/// is in a library without the sanitizer.
private actor Turns {
  static let shared = Turns()

  private var running: [Turn: Int] = [:]
  private var waiting: [Turn: [CheckedContinuation<Void, Never>]] = [:]

  /// Returns when a test of this kind may run.
  func take(_ turn: Turn) async {
    await withCheckedContinuation {
      waiting[turn, default: []].append($0)
      resumeNext()
    }
  }

  /// Ends a test, and begins those that can run now.
  func giveBack(_ turn: Turn) {
    running[turn, default: 0] -= 1
    resumeNext()
  }

  private func resumeNext() {
    for turn in Turn.allCases {
      while canBegin(turn), let next = waiting[turn]?.first {
        waiting[turn]?.removeFirst()
        running[turn, default: 0] += 1
        next.resume()
      }
    }
  }

  private func canBegin(_ turn: Turn) -> Bool {
    if turn == .machine { return running.values.allSatisfy { $0 == 0 } }
    let isAlone = running[.machine, default: 0] > 0 || waiting[.machine]?.isEmpty == false
    return !isAlone && running[turn, default: 0] < turn.atOnce
  }
}
