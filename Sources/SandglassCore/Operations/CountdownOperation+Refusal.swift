/// Why an operation does not apply to a countdown.
public typealias CountdownRefusal = OperationRefusal<CountdownState>

extension CountdownOperation {
  /// The name of the operation, which is that of the method, or of the command's subcommand.
  package var name: String {
    switch self {
    case .start: "start"
    case .restart, .startAgain: "restart"
    case .pause: "pause"
    case .resume: "resume"
    case .toggle: "toggle"
    case .extend: "extend"
    case .shorten: "shorten"
    case .moveEnd: "moveEnd"
    case .correct: "correct"
    case .setPeriod: "setPeriod"
    case .skip: "skip"
    case .back: "back"
    case .cancel: "cancel"
    case .stopOvertime: "stopOvertime"
    case .reset: "reset"
    case .undo: "undo"
    case .setMilestones: "setMilestones"
    case .setLabel: "rename"
    case .prepare: "prepare"
    }
  }

  /// Returns why the machine of a countdown has refused the operation.
  package func refusal(
    by machine: CountdownMachine, of target: CountdownTarget
  ) -> CountdownRefusal {
    CountdownRefusal(
      of: name, in: machine.state, reason(in: machine.state, of: target))
  }

  private func reason(
    in state: CountdownState, of target: CountdownTarget
  ) -> CountdownRefusal.Reason {
    switch self {
    case .start, .prepare: return .because([.idle, .overtime, .finished], not: state)
    case .pause: return .because([.running], goal: .paused, not: state)
    case .resume: return .because([.paused], goal: .running, not: state)
    case .toggle: return .because([.running, .paused], not: state)
    case .extend: return .because([.running, .paused, .overtime], not: state)
    case .shorten: return .because([.running, .paused], not: state)
    case .moveEnd: return .because([.running, .paused, .overtime], not: state)
    case .correct, .setPeriod: return .because([.running], not: state)
    case .skip, .back: return .because([.running, .paused], not: state, or: .noPhases)
    case .cancel: return .because([.running, .paused, .overtime], not: state)
    case .stopOvertime: return .because([.overtime], not: state)
    case .reset:
      return .because([.running, .paused, .overtime, .finished], goal: .idle, not: state)
    case .undo:
      return .because([.running, .paused, .overtime], not: state, or: .changedSince)
    case .startAgain: return target.wallEnd == nil ? .changesNothing : .endsAtTime
    case .restart, .setMilestones, .setLabel: return .changesNothing
    }
  }
}
