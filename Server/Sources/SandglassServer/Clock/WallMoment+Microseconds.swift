import SandglassCore

extension WallMoment {
  /// Makes the instant that is so many microseconds after the start of 1970 in UTC.
  init(microsecondsSince1970 microseconds: Int64) {
    self.init(nanosecondsSince1970: Int128(microseconds) * 1000)
  }

  /// The whole microseconds since the start of 1970 in UTC, rounded down. They saturate at 64 bits, which is in 292,000
  /// years.
  var microsecondsSince1970: Int64 {
    let (quotient, remainder) = nanosecondsSince1970.quotientAndRemainder(dividingBy: 1000)
    return Int64(clamping: remainder < 0 ? quotient - 1 : quotient)
  }
}

extension Duration {
  /// The whole microseconds, rounded up. They saturate at 64 bits.
  var microsecondsRoundedUp: Int64 {
    let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
    return Int64(clamping: remainder > 0 ? quotient + 1 : quotient)
  }
}
