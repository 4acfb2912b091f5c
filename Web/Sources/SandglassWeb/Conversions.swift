import SandglassCore

// JavaScript has only floating-point numbers, so times cross the border as milliseconds. A moment in this module is a
// number of milliseconds since 1970, by the page's steady clock.

extension Moment {
  /// Creates the moment of a clock's reading. Fractions of a nanosecond are dropped, so that nothing is early. A number
  /// outside the range of a moment is clamped, and NaN counts as zero.
  init(milliseconds: Double) {
    self = .origin + Duration(milliseconds: milliseconds)
  }

  var milliseconds: Double { Double(nanoseconds) / 1_000_000 }
}

extension Duration {
  /// Creates a duration from a number of milliseconds, which is clamped to 584 years. NaN counts as zero.
  init(milliseconds: Double) {
    guard abs(milliseconds) < 18_446_744_073_709 else {
      let longest = Moment.distantFuture - .origin
      self = milliseconds.isNaN ? .zero : milliseconds < 0 ? .zero - longest : longest
      return
    }
    // One multiplication by a million would be rounded.
    let whole = milliseconds.rounded(.down)
    self = .milliseconds(Int64(whole)) + .nanoseconds(Int64((milliseconds - whole) * 1_000_000))
  }
}
