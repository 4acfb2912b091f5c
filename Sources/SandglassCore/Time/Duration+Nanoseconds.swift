// A duration has 128 bits. Its `attoseconds` are an `Int128`, which iOS 17 lacks, so this file uses their two halves, which
// are as old as `Duration`.

extension Duration {
  /// Whether this duration is less than zero.
  private var isNegative: Bool { _high < 0 }

  /// Whether this duration is more than zero. The operators of `Duration` are calls of the standard library, which would be
  /// a tenth of what arming a timer costs.
  @inlinable
  package var isPositive: Bool { _high > 0 || _high == 0 && _low > 0 }

  /// The nanoseconds in this duration, rounded up and clamped to the range of a ``Moment``: zero for a negative
  /// duration, and at most 584 years.
  @usableFromInline
  package var clampedNanoseconds: UInt64 {
    let (quotient, remainder) = dividedIntoNanoseconds
    return remainder > 0 ? quotient.addingClamped(1) : quotient
  }

  /// The nanoseconds in this duration, rounded down and clamped in the same way.
  @usableFromInline
  package var clampedNanosecondsRoundedDown: UInt64 { dividedIntoNanoseconds.quotient }

  private var dividedIntoNanoseconds: (quotient: UInt64, remainder: UInt64) {
    guard !isNegative else { return (0, 0) }
    // A single division, because the quotient fits if the high half is less than the divisor.
    let divisor: UInt64 = 1_000_000_000
    let high = UInt64(bitPattern: _high)
    guard high < divisor else { return (.max, 0) }
    return divisor.dividingFullWidth((high, _low))
  }

  /// This duration rounded up to whole nanoseconds, and clamped as ``clampedToComponents`` is.
  package var roundedUp: Duration {
    let down = roundedDown
    return down < clampedToComponents ? down + .nanoseconds(1) : down
  }

  /// This duration rounded down to whole nanoseconds, and clamped as ``clampedToComponents`` is.
  package var roundedDown: Duration {
    let clamped = clampedToComponents
    let rest = WideInteger(attosecondsOf: clamped).divided(by: 1_000_000_000).remainder
    let part = isNegative && rest > 0 ? 1_000_000_000 - rest : rest
    return clamped - Duration(_high: 0, low: part)
  }

  /// This duration clamped to 2^63 - 1 seconds, 292 billion years, in both directions. The `components` of a longer one
  /// trap.
  package var clampedToComponents: Duration {
    // Nearly every duration is less than 2^122 attoseconds, which is less than 2^63 - 1 seconds.
    if _high.magnitude < 1 << 58 { return self }
    return min(max(self, .zero - .seconds(Int64.max)), .seconds(Int64.max))
  }

  /// The milliseconds as a floating-point number, in which JavaScript counts time.
  package var milliseconds: Double {
    let (seconds, attoseconds) = clampedToComponents.components
    return Double(seconds) * 1000 + Double(attoseconds / 1_000_000_000) / 1_000_000
  }

  /// This duration clamped to the range of a countdown: zero for a negative duration, and at most the 584 years of a
  /// ``Moment``.
  package var clampedToMoments: Duration {
    min(max(.zero, self), Moment.distantFuture - .origin)
  }

  /// Returns the sum, or the longest or shortest possible duration if it would overflow.
  package func addingSaturated(_ other: Duration) -> Duration {
    let (low, carry) = _low.addingReportingOverflow(other._low)
    let sum = Duration(_high: _high &+ other._high &+ (carry ? 1 : 0), low: low)
    guard isNegative == other.isNegative, sum.isNegative != isNegative else { return sum }
    return isNegative ? Duration(_high: .min, low: 0) : Duration(_high: .max, low: .max)
  }

  /// Returns the difference, or the longest or shortest possible duration if it would overflow.
  package func subtractingSaturated(_ other: Duration) -> Duration {
    // The complement of a number is -1 minus the number, so this is -1 - (-1 - self + other).
    complement.addingSaturated(other).complement
  }

  private var complement: Duration { Duration(_high: ~_high, low: ~_low) }
}
