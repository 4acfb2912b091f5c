/// Why an operation does not apply to a countdown or a stopwatch, which is left as it was.
public struct OperationRefusal<State: OperableState>: Error, Sendable, Equatable {
  /// The kinds of reasons.
  public enum Reason: Error, Sendable, Equatable {
    /// It already is as the operation would make it.
    case alreadySo

    /// The operation would change nothing.
    case changesNothing

    /// The operation is possible only in these states.
    case state(accepted: [State])

    /// The countdown has no phases.
    case noPhases

    /// The countdown counts down to a wall-clock time, so it would have the same end again.
    case endsAtTime

    /// The operation cannot be undone, because the run has been changed since, or because no time would remain.
    case changedSince
  }

  /// The name of the operation, which is that of the method: `pause`.
  public let operation: String

  /// The state in which it was refused.
  public let state: State

  /// The reason.
  public let reason: Reason

  package init(of operation: String, in state: State, _ reason: Reason) {
    self.operation = operation
    self.state = state
    self.reason = reason
  }
}

extension OperationRefusal {
  /// Whether the operation was not needed: what it asks for is already so, or would change nothing.
  package var isNeedless: Bool { reason == .alreadySo || reason == .changesNothing }
}

extension OperationRefusal: CustomStringConvertible {
  /// What was wrong, and what is accepted, in the words of ``problem`` and ``accepted``.
  public var description: String { "\(problem); accepted for \(operation): \(accepted)" }

  /// What was wrong, such as `is finished`, for a sentence that begins with a name.
  public var problem: String {
    switch reason {
    case .alreadySo, .state: "is \(state.text)"
    case .changesNothing: "would stay as it is"
    case .noPhases: "has no phases"
    case .endsAtTime: "counts down to a time"
    case .changedSince: "has been changed since"
    }
  }

  /// What is accepted, such as `one that is running or paused`.
  public var accepted: String {
    switch reason {
    case .alreadySo: "one that is not"
    case .state(let states): "one that is " + Self.either(states.map(\.text))
    case .changesNothing: "what changes it"
    case .noPhases: "one with phases"
    case .endsAtTime: "one of a duration, or with phases"
    case .changedSince: "one that nothing else has changed, with time left"
    }
  }

  private static func either(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}

/// The state of a countdown or a stopwatch, as a refusal names it.
public protocol OperableState: Sendable, Equatable {
  /// The state in a word, or in a few.
  var text: String { get }
}

extension CountdownState: OperableState {
  /// The state in a word, or in a few: `running`, `counting past zero`.
  public var text: String {
    switch self {
    case .idle: "idle"
    case .running: "running"
    case .paused: "paused"
    case .overtime: "counting past zero"
    case .finished: "finished"
    }
  }
}

extension StopwatchState: OperableState {
  /// The state in a word: `running`.
  public var text: String {
    switch self {
    case .idle: "idle"
    case .running: "running"
    case .stopped: "stopped"
    }
  }
}

extension OperationRefusal.Reason {
  /// Returns why an operation that was not possible was not.
  ///
  /// - Parameters:
  ///   - states: The states in which it is possible.
  ///   - goal: The state that it leads to; `nil` if it leads to several.
  ///   - state: The present state.
  ///   - otherwise: The reason if the state is not to blame.
  /// - Returns: The reason.
  static func because(
    _ states: [State], goal: State? = nil, not state: State, or otherwise: Self = .changesNothing
  ) -> Self {
    if state == goal { return .alreadySo }
    return states.contains(state) ? otherwise : .state(accepted: states)
  }
}
