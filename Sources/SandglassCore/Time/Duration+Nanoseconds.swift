extension Duration {
  /// Creates a duration of whole nanoseconds; saturates at 2^63 - 1 seconds, 292 billion years.
  ///
  /// `Duration` can represent longer times, but their `components` trap.
  package init(nanoseconds: Int128) {
    let limit: Int128 = 9_223_372_036_854_775_807_000_000_000
    self.init(attoseconds: min(max(nanoseconds, -limit), limit) &* 1_000_000_000)
  }

  /// The whole nanoseconds in this duration, rounded up.
  package var nanosecondsRoundedUp: Int128 {
    let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return remainder > 0 ? quotient + 1 : quotient
  }

  /// The whole nanoseconds in this duration, rounded down.
  package var nanosecondsRoundedDown: Int128 {
    let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The nanoseconds in this duration, rounded up and clamped to the range of a ``Moment``: zero for a negative
  /// duration, and at most 584 years.
  @usableFromInline
  package var clampedNanoseconds: UInt64 {
    let attoseconds = attoseconds
    guard attoseconds > 0 else { return 0 }
    // A single division, because the quotient fits if the high half is less than the divisor.
    let divisor: UInt64 = 1_000_000_000
    let high = UInt64(truncatingIfNeeded: attoseconds >> 64)
    guard high < divisor else { return .max }
    let (quotient, remainder) = divisor.dividingFullWidth(
      (high, UInt64(truncatingIfNeeded: attoseconds)))
    return remainder > 0 ? quotient.addingClamped(1) : quotient
  }

  /// This duration clamped to the range of a countdown: zero for a negative duration, and at most the 584 years of a
  /// ``Moment``.
  package var clampedToMoments: Duration {
    min(max(.zero, self), Moment.distantFuture - .origin)
  }

  /// Returns the sum, or the longest or shortest possible duration if it would overflow.
  package func addingSaturated(_ other: Duration) -> Duration {
    let (sum, overflow) = attoseconds.addingReportingOverflow(other.attoseconds)
    return Duration(attoseconds: overflow ? (other.attoseconds < 0 ? .min : .max) : sum)
  }

  /// Returns the difference, or the longest or shortest possible duration if it would overflow.
  package func subtractingSaturated(_ other: Duration) -> Duration {
    let (difference, overflow) = attoseconds.subtractingReportingOverflow(other.attoseconds)
    return Duration(attoseconds: overflow ? (other.attoseconds < 0 ? .max : .min) : difference)
  }
}

extension Duration {
  /// Returns a duration with the given number of attoseconds.
  ///
  /// This is a function instead of an initialiser because of modules that call a C library. One initialiser of
  /// `Duration` takes a `timespec`. If such a module uses any initialiser of `Duration`, Swift 6.3 may find `timespec`
  /// in a different module and then reject its members, depending on the order of the files.
  package static func whole(attoseconds: Int128) -> Duration {
    Duration(attoseconds: attoseconds)
  }
}
