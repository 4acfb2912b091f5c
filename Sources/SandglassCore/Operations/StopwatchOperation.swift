/// A change of a stopwatch, for whoever stores it or performs it again. The names are those of the methods.
package enum StopwatchOperation: String, Sendable, Hashable {
  case start
  case stop
  case resume
  case lap
  case reset

  /// Stops the stopwatch at zero, without laps, and keeps its record.
  case setToZero
}

/// Why an operation does not apply to a stopwatch.
public typealias StopwatchRefusal = OperationRefusal<StopwatchState>

extension StopwatchOperation {
  /// The name of the operation, which is that of the method.
  package var name: String { rawValue }

  /// Returns why a stopwatch in a state has refused the operation.
  package func refusal(in state: StopwatchState) -> StopwatchRefusal {
    StopwatchRefusal(of: name, in: state, reason(in: state))
  }

  private func reason(in state: StopwatchState) -> StopwatchRefusal.Reason {
    switch self {
    case .start: .because([.idle, .stopped], goal: .running, not: state)
    case .stop: .because([.running], goal: .stopped, not: state)
    case .resume: .because([.stopped], goal: .running, not: state)
    case .lap: .because([.running], not: state)
    case .reset, .setToZero: .because([.running, .stopped], goal: .idle, not: state)
    }
  }
}

extension StopwatchMachine {
  /// Performs an operation. Returns whether it has changed anything.
  package mutating func perform(_ operation: StopwatchOperation, at now: Moment) -> Bool {
    switch operation {
    case .start: start(at: now)
    case .stop: stop(at: now)
    case .resume: resume(at: now)
    case .lap: lap(at: now)
    case .reset: reset(at: now)
    case .setToZero: setToZero(at: now)
    }
  }
}
