#if os(Linux) || os(iOS)
  import Foundation

  /// The state of an alarm, and of the countdown that it accompanies. It decides which calls lead from one to the other.
  enum TeaAlarmState: Equatable {
    case none
    case running(until: Date)
    case paused(remaining: TimeInterval)

    enum Call: Equatable {
      case schedule(TimeInterval)
      case pause
      case resume
      case cancel
    }

    /// Returns the calls that turn an alarm of this state into one of another state. Alarms cannot be moved, so one with
    /// another end is replaced.
    func calls(to other: TeaAlarmState, at now: Date) -> [Call] {
      guard differs(from: other, at: now) else { return [] }
      let removal: [Call] = self == .none ? [] : [.cancel]
      switch (self, other) {
      case (_, .none):
        return removal
      case (.running, .paused) where leavesSameTime(as: other, at: now):
        return [.pause]
      case (.paused, .running) where leavesSameTime(as: other, at: now):
        return [.resume]
      case (_, .running(let end)):
        return removal + [.schedule(end.timeIntervalSince(now))]
      case (_, .paused(let remaining)):
        return removal + [.schedule(remaining), .pause]
      }
    }

    /// Returns whether the states differ. The system reads a clock of its own, so times differ a little.
    func differs(from other: TeaAlarmState, at now: Date) -> Bool {
      switch (self, other) {
      case (.none, .none): false
      case (.running, .running), (.paused, .paused): !leavesSameTime(as: other, at: now)
      default: true
      }
    }

    private func leavesSameTime(as other: TeaAlarmState, at now: Date) -> Bool {
      guard let own = remaining(at: now), let its = other.remaining(at: now) else { return false }
      return abs(own - its) < 0.25
    }

    private func remaining(at now: Date) -> TimeInterval? {
      switch self {
      case .none: nil
      case .running(let end): end.timeIntervalSince(now)
      case .paused(let remaining): remaining
      }
    }
  }
#endif
