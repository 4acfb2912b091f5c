extension WallMoment {
  /// Creates an instant by parsing RFC 3339: `2026-12-31T23:59:59.5+08:00`, `2026-12-31 15:59:59Z`.
  ///
  /// A space may replace the T, and T and Z may be in lower case. As in HTML and ISO 8601, the seconds may be left out.
  /// The years are 0000 to 9999, the offset is at most 23:59, and the day must exist. Digits beyond nanoseconds are
  /// dropped, so the result is never later than the time in the text.
  ///
  /// A second of 60, a leap second, is accepted where one can occur: at the end of a month in UTC. The wall clock does
  /// not count leap seconds, so any time within a leap second is parsed as the start of the next second.
  ///
  /// - Parameter text: The text to parse, without spaces around it.
  /// - Throws: ``TimeParsingError``, which contains the invalid part of the text.
  public init(rfc3339 text: String) throws(TimeParsingError) {
    var parser = WallMomentParser(text)
    self = try parser.parse()
  }

  /// Returns this instant in RFC 3339 format: `2026-11-21T10:15:30.123Z`.
  ///
  /// Further digits are dropped, so the text is never later than the instant. RFC 3339 can represent only the years
  /// 0000 to 9999. For an instant outside this range, the text shows the first or the last instant in the range.
  ///
  /// - Parameters:
  ///   - fractionDigits: The number of digits after the decimal point, from 0 (no point) to 9; clamped to this range.
  ///   - offsetSeconds: The offset from UTC, positive in the east. RFC 3339 writes the offset in whole minutes up to
  ///     23:59, so a fraction of a minute is dropped and larger offsets are clamped. The text still denotes the same
  ///     instant. Zero is written as `Z`.
  /// - Returns: The text, such as `2026-11-21T18:15:30.123+08:00`.
  public func rfc3339(fractionDigits: Int = 3, offsetSeconds: Int = 0) -> String {
    let offsetMinutes = min(max(offsetSeconds / 60, -1439), 1439)
    let local = LocalTime(self, offsetMinutes: offsetMinutes)
    return local.text(fractionDigits: min(max(fractionDigits, 0), 9))
      + Self.offsetText(offsetMinutes)
  }

  private static func offsetText(_ minutes: Int) -> String {
    guard minutes != 0 else { return "Z" }
    let hour = UInt64(minutes.magnitude / 60).digits(2)
    let minute = UInt64(minutes.magnitude % 60).digits(2)
    return (minutes < 0 ? "-" : "+") + hour + ":" + minute
  }
}
