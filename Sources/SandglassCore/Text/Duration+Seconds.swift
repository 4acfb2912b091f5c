// Seconds as text, exact to the attosecond, for records and programs. They are strings in JSON too, because some JSON
// parsers do not read numbers beyond 2^53 exactly.

extension Duration {
  /// The seconds as a decimal number without trailing zeros, such as `1500.5`. They are clamped to 2^63 - 1 seconds, 292
  /// billion years, in both directions.
  package var secondsText: String {
    let (seconds, attoseconds) = clampedToComponents.components
    let sign = self < .zero ? "-" : ""
    return sign + String(seconds.magnitude) + attoseconds.magnitude.fraction(18)
  }

  /// Returns the duration of a decimal number of seconds.
  ///
  /// - Parameters:
  ///   - text: The number. Only a minus sign may precede it, and digits are on both sides of its decimal point.
  ///   - places: The number of decimal places that it may have, at most 18.
  /// - Returns: The duration; nil if there is no such number, or if it is beyond 2^63 - 1 seconds.
  package static func seconds(written text: Substring, places: Int = 18) -> Duration? {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    let point = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.endIndex
    let (whole, fraction) = (digits[..<point], digits[point...].dropFirst())
    guard !whole.isEmpty, point == digits.endIndex || !fraction.isEmpty, fraction.count <= places,
      let seconds = UInt64(digits: whole).flatMap({ Int64(exactly: $0) }),
      var attoseconds = UInt64(digits: fraction)
    else { return nil }
    for _ in fraction.count..<18 { attoseconds *= 10 }
    let duration = Duration(
      secondsComponent: seconds, attosecondsComponent: Int64(attoseconds))
    guard duration == duration.clampedToComponents else { return nil }
    return isNegative ? .zero - duration : duration
  }
}
