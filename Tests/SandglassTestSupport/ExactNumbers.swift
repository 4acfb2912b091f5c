package import SandglassCore

// Times as numbers of 128 bits. The library does without them, because they need iOS 18. Tests compute with them.

extension WallMoment {
  package init(nanosecondsSince1970: Int128) {
    self.init(timeSince1970: Duration(nanoseconds: nanosecondsSince1970))
  }

  package var nanosecondsSince1970: Int128 { timeSince1970.attoseconds / 1_000_000_000 }
}

extension Duration {
  /// Creates a duration of whole nanoseconds, clamped to the range of 128-bit attoseconds.
  package init(nanoseconds: Int128) {
    let (attoseconds, overflow) = nanoseconds.multipliedReportingOverflow(by: 1_000_000_000)
    self.init(attoseconds: overflow ? (nanoseconds < 0 ? .min : .max) : attoseconds)
  }

  /// The nanoseconds, rounded up.
  package var nanosecondsRoundedUp: Int128 {
    let (quotient, remainder) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    return remainder > 0 ? quotient + 1 : quotient
  }
}
