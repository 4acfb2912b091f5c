package import Testing

extension Trait where Self == KindOfTest {
  /// Marks tests that use the machine: real clocks, processes, sockets, terminals, or threads that race.
  ///
  /// They run one after another, never while a `.random` test runs, and on separate threads, so that other tests do not
  /// decide when they continue. Each of them waits for what it tests, not for a time to pass.
  package static var machine: Self { Self(turn: .machine) }

  /// Marks long computations: random or exhaustive tests, whose size `SANDGLASS_TEST_SIZE` scales.
  ///
  /// They run in parallel with each other and with the tests in virtual time.
  package static var random: Self { Self(turn: .random) }
}

/// The trait `.machine` or `.random`. A test without either runs in virtual time, and takes some milliseconds.
package struct KindOfTest: TestTrait, SuiteTrait, TestScoping {
  fileprivate let turn: Turn

  package var isRecursive: Bool { true }

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    // The kind applies once, even if both the test and its suite have the trait.
    guard Turn.taken == nil else { return try await function() }
    await Turns.shared.wait(for: turn)
    let result = await Turn.$taken.withValue(turn) {
      await withoutActuallyEscaping(function) { function in
        // Tasks of this priority, and the tasks that they start, have other threads than those of the default priority.
        await Task(priority: turn == .machine ? .high : nil, operation: function).result
      }
    }
    await Turns.shared.end(turn)
    try result.get()
  }
}

/// What may run at the same time: one test of the machine, or any number of random tests.
private enum Turn {
  case machine, random

  @TaskLocal static var taken: Turn?
}

/// The tests that run, and those that wait. The tests of the machine go first.
///
/// This is an actor and not a lock, because the thread sanitizer does not recognise a Mutex on Linux, whose slow path is in a
/// library without the sanitizer.
private actor Turns {
  static let shared = Turns()

  private var isMachineTaken = false
  private var randomTests = 0
  private var waitingForMachine: [CheckedContinuation<Void, Never>] = []
  private var waitingForRandom: [CheckedContinuation<Void, Never>] = []

  func wait(for turn: Turn) async {
    switch turn {
    case .machine where !isMachineTaken && randomTests == 0:
      isMachineTaken = true
    case .machine:
      await withCheckedContinuation { waitingForMachine.append($0) }
    case .random where !isMachineTaken && waitingForMachine.isEmpty:
      randomTests += 1
    case .random:
      await withCheckedContinuation { waitingForRandom.append($0) }
    }
  }

  /// Ends a test, and begins those that can run now.
  func end(_ turn: Turn) {
    switch turn {
    case .machine: isMachineTaken = false
    case .random: randomTests -= 1
    }
    guard randomTests == 0 else { return }
    if !waitingForMachine.isEmpty {
      isMachineTaken = true
      waitingForMachine.removeFirst().resume()
    } else {
      randomTests = waitingForRandom.count
      for next in waitingForRandom { next.resume() }
      waitingForRandom = []
    }
  }
}
