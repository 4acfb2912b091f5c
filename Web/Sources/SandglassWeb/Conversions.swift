import SandglassCore

// JavaScript has only floating-point numbers, so times cross the border as milliseconds. A moment in this module is a
// number of milliseconds since 1970, by the page's steady clock.

extension Moment {
  /// Creates the moment of a clock's reading. Fractions of a nanosecond are dropped, so that nothing is early. A number
  /// outside the range of a moment is clamped, and NaN counts as zero.
  init(milliseconds: Double) {
    self.init(nanoseconds: UInt64(clamping: wholeNanoseconds(in: milliseconds)))
  }

  var milliseconds: Double { Double(nanoseconds) / 1_000_000 }
}

extension Duration {
  /// Creates a duration from a number of milliseconds, which is clamped to 584 years. NaN counts as zero.
  init(milliseconds: Double) {
    self.init(nanoseconds: wholeNanoseconds(in: milliseconds))
  }

  var milliseconds: Double { Double(nanosecondsRoundedDown) / 1_000_000 }
}

/// The nanoseconds in a number of milliseconds, without the rounding error of one multiplication by a million.
private func wholeNanoseconds(in milliseconds: Double) -> Int128 {
  guard abs(milliseconds) < 18_446_744_073_709 else {
    return milliseconds.isNaN ? 0 : milliseconds < 0 ? -Int128(UInt64.max) : Int128(UInt64.max)
  }
  let whole = milliseconds.rounded(.down)
  return Int128(Int64(whole)) * 1_000_000 + Int128(Int64((milliseconds - whole) * 1_000_000))
}
