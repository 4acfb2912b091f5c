extension Duration {
  /// A duration of whole nanoseconds; saturates at 2^63 - 1 seconds, 292 billion years.
  ///
  /// A duration can be longer, but then its `components` trap.
  package init(nanoseconds: Int128) {
    let limit: Int128 = 9_223_372_036_854_775_807_000_000_000
    self.init(attoseconds: min(max(nanoseconds, -limit), limit) &* 1_000_000_000)
  }

  /// The whole nanoseconds in this duration, rounded towards later.
  package var nanosecondsRoundedUp: Int128 {
    let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return remainder > 0 ? quotient + 1 : quotient
  }

  /// The whole nanoseconds in this duration, rounded towards earlier.
  package var nanosecondsRoundedDown: Int128 {
    let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The nanoseconds in this duration, rounded towards later and clamped to what a ``Moment``
  /// can hold: nothing for a negative duration, 584 years for a longer one.
  @usableFromInline
  package var clampedNanoseconds: UInt64 {
    UInt64(clamping: nanosecondsRoundedUp)
  }

  /// This duration, as far as a countdown can hold it: nothing if it is negative, at most the 584
  /// years of a ``Moment``.
  package var clampedToMoments: Duration {
    min(max(.zero, self), Moment.distantFuture - .origin)
  }

  /// The sum of both, or the longest or shortest duration there is where it would overflow.
  package func addingSaturated(_ other: Duration) -> Duration {
    let (sum, overflow) = attoseconds.addingReportingOverflow(other.attoseconds)
    return Duration(attoseconds: overflow ? (other.attoseconds < 0 ? .min : .max) : sum)
  }

  /// The difference, or the longest or shortest duration there is where it would overflow.
  package func subtractingSaturated(_ other: Duration) -> Duration {
    let (difference, overflow) = attoseconds.subtractingReportingOverflow(other.attoseconds)
    return Duration(attoseconds: overflow ? (other.attoseconds < 0 ? .max : .min) : difference)
  }
}
