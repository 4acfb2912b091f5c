/// What a countdown counts down to.
public enum CountdownTarget: Sendable, Hashable {
  /// The end of a duration, measured on the steady clock.
  case duration(Duration)

  /// A wall-clock time, measured on the wall clock.
  case wall(WallMoment)

  /// The end of a sequence of phases, measured on the steady clock.
  case phases(PhasePlan)
}

extension CountdownTarget {
  /// The phases of the target; `nil` if it has none.
  package var plan: PhasePlan? {
    if case .phases(let plan) = self { plan } else { nil }
  }

  /// The instant of the target on the wall clock; `nil` if it has none.
  package var wallEnd: WallMoment? {
    if case .wall(let end) = self { end } else { nil }
  }

  /// Returns the time from `now` to the target, or to the end of the first phase.
  package func duration(at now: ClockInstant) -> Duration {
    switch self {
    case .duration(let duration): duration
    case .wall(let end): end - now.wall
    case .phases(let plan): plan[0]?.duration ?? .zero
    }
  }
}
