extension UInt64 {
  /// The decimal digits, with zeros in front to at least `width` digits.
  func digits(_ width: Int) -> String {
    let digits = String(self)
    return String(repeating: "0", count: Swift.max(0, width - digits.utf8.count)) + digits
  }

  /// The digits after a decimal point, with the point, for a fraction of this many parts in ten
  /// to the power of `width`: `.5` for 500 and 3. No closing zeros, and nothing for zero.
  func fraction(_ width: Int) -> String {
    guard self > 0 else { return "" }
    var parts = self
    var width = width
    while parts % 10 == 0 {
      parts /= 10
      width -= 1
    }
    return "." + parts.digits(width)
  }
}
