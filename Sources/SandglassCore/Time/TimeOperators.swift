// Operators on instants. They are global functions, because a module can re-export a single type or a single global
// operator, but cannot re-export the operators that are declared in a type.

/// Returns the moment `duration` later, or earlier if `duration` is negative.
///
/// The result is rounded up to whole nanoseconds, so that a timer that is scheduled for it never fires early. The
/// result saturates at ``Moment/origin`` and ``Moment/distantFuture``.
public func + (moment: Moment, duration: Duration) -> Moment {
  let sum = Int128(moment.nanoseconds) + duration.nanosecondsRoundedUp
  return Moment(nanoseconds: UInt64(clamping: sum))
}

/// Returns the moment `duration` earlier, or later if `duration` is negative.
///
/// The result is rounded up to whole nanoseconds, and saturates at ``Moment/origin`` and ``Moment/distantFuture``.
public func - (moment: Moment, duration: Duration) -> Moment {
  let difference = Int128(moment.nanoseconds) - duration.nanosecondsRoundedDown
  return Moment(nanoseconds: UInt64(clamping: difference))
}

/// Returns the exact time from `earlier` to `later`, which is negative if `later` is the earlier one.
public func - (later: Moment, earlier: Moment) -> Duration {
  Duration(nanoseconds: Int128(later.nanoseconds) - Int128(earlier.nanoseconds))
}

/// Returns the instant `duration` later, or earlier if `duration` is negative, rounded up to whole nanoseconds.
public func + (moment: WallMoment, duration: Duration) -> WallMoment {
  let shift = duration.nanosecondsRoundedUp
  let (sum, overflow) = moment.nanosecondsSince1970.addingReportingOverflow(shift)
  return WallMoment(nanosecondsSince1970: overflow ? (shift < 0 ? .min : .max) : sum)
}

/// Returns the instant `duration` earlier, or later if `duration` is negative, rounded up to whole nanoseconds.
public func - (moment: WallMoment, duration: Duration) -> WallMoment {
  let shift = duration.nanosecondsRoundedDown
  let (sum, overflow) = moment.nanosecondsSince1970.subtractingReportingOverflow(shift)
  return WallMoment(nanosecondsSince1970: overflow ? (shift < 0 ? .max : .min) : sum)
}

/// Returns the time from `earlier` to `later`, which is negative if `later` is the earlier one.
///
/// The result saturates at 2^63 - 1 seconds, 292 billion years, because the `components` of a longer duration trap.
public func - (later: WallMoment, earlier: WallMoment) -> Duration {
  let (difference, overflow) = later.nanosecondsSince1970
    .subtractingReportingOverflow(earlier.nanosecondsSince1970)
  return Duration(nanoseconds: overflow ? (later < earlier ? .min : .max) : difference)
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
