// Operators on instants. They stand outside their types, since a module can re-export a type without the rest of its module,
// and an operator by its name, but not the operators of a type.

/// The moment `duration` later, or earlier if it is negative.
///
/// A part of a nanosecond is rounded late, so that nothing planned with the result comes
/// early. The result saturates at ``Moment/origin`` and ``Moment/distantFuture``.
public func + (moment: Moment, duration: Duration) -> Moment {
  let sum = Int128(moment.nanoseconds) + duration.nanosecondsRoundedUp
  return Moment(nanoseconds: UInt64(clamping: sum))
}

/// The moment `duration` earlier, or later if it is negative.
///
/// A part of a nanosecond is rounded late. The result saturates at ``Moment/origin`` and
/// ``Moment/distantFuture``.
public func - (moment: Moment, duration: Duration) -> Moment {
  let difference = Int128(moment.nanoseconds) - duration.nanosecondsRoundedDown
  return Moment(nanoseconds: UInt64(clamping: difference))
}

/// The time from `earlier` to `later`, exact; negative if they stand the other way round.
public func - (later: Moment, earlier: Moment) -> Duration {
  Duration(nanoseconds: Int128(later.nanoseconds) - Int128(earlier.nanoseconds))
}

/// The instant `duration` later, or earlier if it is negative; a part of a nanosecond is
/// rounded late.
public func + (moment: WallMoment, duration: Duration) -> WallMoment {
  let shift = duration.nanosecondsRoundedUp
  let (sum, overflow) = moment.nanosecondsSince1970.addingReportingOverflow(shift)
  return WallMoment(nanosecondsSince1970: overflow ? (shift < 0 ? .min : .max) : sum)
}

/// The instant `duration` earlier, or later if it is negative; a part of a nanosecond is rounded late.
public func - (moment: WallMoment, duration: Duration) -> WallMoment {
  let shift = duration.nanosecondsRoundedDown
  let (sum, overflow) = moment.nanosecondsSince1970.subtractingReportingOverflow(shift)
  return WallMoment(nanosecondsSince1970: overflow ? (shift < 0 ? .max : .min) : sum)
}

/// The time from `earlier` to `later`; negative if they stand the other way round.
///
/// Saturates at 2^63 - 1 seconds, 292 billion years: the `components` of a longer duration trap.
public func - (later: WallMoment, earlier: WallMoment) -> Duration {
  let (difference, overflow) = later.nanosecondsSince1970
    .subtractingReportingOverflow(earlier.nanosecondsSince1970)
  return Duration(nanoseconds: overflow ? (later < earlier ? .min : .max) : difference)
}
