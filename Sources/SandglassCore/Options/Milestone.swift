/// A point of a run at which a countdown calls a closure. With phases, each phase has its own.
///
/// ```swift
/// options.milestones = [.progress(0.5), .remaining(.seconds(10))]
/// ```
///
/// More kinds may be added, so a `switch` over them needs a `default`.
public enum Milestone: Sendable, Hashable {
  /// The remaining time has fallen to this. A time of zero or less is ignored, because the finish is reported
  /// separately.
  case remaining(Duration)

  /// The elapsed time has risen to this. A time of zero or less is ignored.
  case elapsed(Duration)

  /// The progress has risen to this, as in ``Reading/progress``: 0.5 is halfway. A progress that is not between 0 and 1
  /// is ignored. The instant is rounded to the nearest nanosecond.
  case progress(Double)
}

extension Milestone {
  /// Returns the remaining time at which the milestone is reached in a run, or in a phase, of this length.
  ///
  /// - Parameter total: The whole duration of the run or phase, including adjustments, as in ``Reading/total``.
  /// - Returns: The remaining time; `nil` if the milestone is not reached, because it is not within that length.
  package func remaining(in total: Duration) -> Duration? {
    let whole = total.clampedNanoseconds
    guard let remaining = remaining(in: whole), remaining < whole else { return nil }
    return .nanoseconds(remaining)
  }

  /// Returns the remaining time at which the milestone is due in a run of this length; `nil` if the run is too short.
  /// Both are in nanoseconds. The result may be the whole length or more, and then is not reached.
  ///
  /// It is rounded down, so that the milestone is reported late rather than early.
  package func remaining(in total: UInt64) -> UInt64? {
    switch self {
    case .remaining(let time):
      return time.clampedNanosecondsRoundedDown
    case .elapsed(let time):
      let elapsed = time.clampedNanoseconds
      return elapsed < total ? total - elapsed : nil
    case .progress(let progress):
      guard progress > 0, progress < 1 else { return nil }
      // Not `rounded()`, which Embedded Swift takes from the C library.
      return total.subtractingClamped(UInt64(Double(total) * progress + 0.5))
    }
  }

  /// Whether there can be such a milestone.
  package var isPossible: Bool {
    switch self {
    case .remaining(let time), .elapsed(let time): time > .zero
    case .progress(let progress): progress > 0 && progress < 1
    }
  }

  /// Returns whether the milestone comes first in a list. The kinds are in the order of their cases, and milestones of
  /// the same kind in the order in which they are reached.
  package func precedes(_ other: Milestone) -> Bool {
    switch (self, other) {
    case (.remaining(let own), .remaining(let other)): own > other
    case (.elapsed(let own), .elapsed(let other)): own < other
    case (.progress(let own), .progress(let other)): own < other
    case (.remaining, _), (.elapsed, .progress): true
    default: false
    }
  }
}
