import Synchronization
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
    defer { Turns.shared.end(turn) }
    try await Turn.$taken.withValue(turn) {
      try await withoutActuallyEscaping(function) { function in
        // Tasks of this priority, and the tasks that they start, have other threads than those of the default priority.
        try await Task(priority: turn == .machine ? .high : nil, operation: function).value
      }
    }
  }
}

/// What may run at the same time: one test of the machine, or any number of random tests.
private enum Turn {
  case machine, random

  @TaskLocal static var taken: Turn?
}

/// The tests that run, and those that wait. The tests of the machine go first.
private final class Turns: Sendable {
  typealias Waiting = CheckedContinuation<Void, Never>

  private struct State {
    var isMachineTaken = false
    var randomTests = 0
    var waitingForMachine: [Waiting] = []
    var waitingForRandom: [Waiting] = []

    mutating func begins(_ turn: Turn) -> Bool {
      switch turn {
      case .machine:
        guard !isMachineTaken, randomTests == 0 else { return false }
        isMachineTaken = true
      case .random:
        guard !isMachineTaken, waitingForMachine.isEmpty else { return false }
        randomTests += 1
      }
      return true
    }

    /// Ends a test. Returns the tests that can run now.
    mutating func end(_ turn: Turn) -> [Waiting] {
      switch turn {
      case .machine: isMachineTaken = false
      case .random: randomTests -= 1
      }
      guard randomTests == 0 else { return [] }
      if !waitingForMachine.isEmpty {
        isMachineTaken = true
        return [waitingForMachine.removeFirst()]
      }
      defer { waitingForRandom = [] }
      randomTests = waitingForRandom.count
      return waitingForRandom
    }
  }

  static let shared = Turns()

  private let state = Mutex(State())

  func wait(for turn: Turn) async {
    await withCheckedContinuation { continuation in
      let begins = state.withLock { state in
        if state.begins(turn) { return true }
        switch turn {
        case .machine: state.waitingForMachine.append(continuation)
        case .random: state.waitingForRandom.append(continuation)
        }
        return false
      }
      if begins { continuation.resume() }
    }
  }

  func end(_ turn: Turn) {
    for next in state.withLock({ $0.end(turn) }) { next.resume() }
  }
}
