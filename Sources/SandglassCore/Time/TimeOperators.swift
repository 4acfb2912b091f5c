// Operators on instants. They are global functions, because a module can re-export a single type or a single global
// operator, but cannot re-export the operators that are declared in a type.

/// Returns the moment `duration` later, or earlier if `duration` is negative.
///
/// The result is rounded up to whole nanoseconds, so that a timer that is scheduled for it never fires early. The
/// result saturates at ``Moment/origin`` and ``Moment/distantFuture``.
public func + (moment: Moment, duration: Duration) -> Moment {
  let later = moment.advanced(byNanoseconds: duration.clampedNanoseconds)
  let back = Duration.zero.subtractingSaturated(duration).clampedNanosecondsRoundedDown
  return Moment(nanoseconds: later.nanoseconds.subtractingClamped(back))
}

/// Returns the moment `duration` earlier, or later if `duration` is negative.
///
/// The result is rounded up to whole nanoseconds, and saturates at ``Moment/origin`` and ``Moment/distantFuture``.
public func - (moment: Moment, duration: Duration) -> Moment {
  moment + Duration.zero.subtractingSaturated(duration)
}

/// Returns the exact time from `earlier` to `later`, which is negative if `later` is the earlier one.
public func - (later: Moment, earlier: Moment) -> Duration {
  .nanoseconds(later.nanoseconds) - .nanoseconds(earlier.nanoseconds)
}

/// Returns the instant `duration` later, or earlier if `duration` is negative, rounded up to whole nanoseconds.
public func + (moment: WallMoment, duration: Duration) -> WallMoment {
  WallMoment(timeSince1970: moment.timeSince1970.addingSaturated(duration))
}

/// Returns the instant `duration` earlier, or later if `duration` is negative, rounded up to whole nanoseconds.
public func - (moment: WallMoment, duration: Duration) -> WallMoment {
  WallMoment(timeSince1970: moment.timeSince1970.subtractingSaturated(duration))
}

/// Returns the time from `earlier` to `later`, which is negative if `later` is the earlier one.
///
/// The result saturates at 2^63 - 1 seconds, 292 billion years, because the `components` of a longer duration trap.
public func - (later: WallMoment, earlier: WallMoment) -> Duration {
  (later.timeSince1970 - earlier.timeSince1970).clampedToComponents
}

extension UInt64 {
  /// Returns the sum, or the maximum value if it would overflow.
  @usableFromInline
  package func addingClamped(_ other: UInt64) -> UInt64 {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }

  /// Returns the difference, or zero if it would be negative.
  package func subtractingClamped(_ other: UInt64) -> UInt64 {
    self > other ? self - other : 0
  }
}
