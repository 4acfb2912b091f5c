extension WallMoment {
  /// Reads a time as RFC 3339 writes it: `2026-12-31T23:59:59.5+08:00`, `2026-12-31 15:59:59Z`.
  ///
  /// The T may be a space, and T and Z may be in lower case. The years are 0000 to 9999, the
  /// offset is at most 23:59, and the day must exist. Digits after the nanosecond are left out,
  /// so the result is never late.
  ///
  /// A leap second, 60, is accepted where one may be: at the end of a month in UTC. As the wall
  /// clock counts none, the whole of it reads as the start of the second after it.
  ///
  /// - Parameter text: The text to read, without spaces around it.
  /// - Throws: ``TimeParsingError``, which names the part that is wrong.
  public init(rfc3339 text: String) throws(TimeParsingError) {
    var parser = WallMomentParser(text)
    self = try parser.parse()
  }

  /// This instant as RFC 3339 writes it: `2026-11-21T10:15:30.123Z`.
  ///
  /// The digits after the last are left out, so the text is never ahead of the instant. Outside
  /// the years 0000 to 9999, which is all that RFC 3339 can write, the text is that of the
  /// first or the last instant in them.
  ///
  /// - Parameters:
  ///   - fractionDigits: The digits after the point, from 0 (no point) to 9; clamped to that.
  ///   - offsetSeconds: The offset from UTC, positive in the east. RFC 3339 writes it in whole
  ///     minutes up to 23:59; a part of a minute is left out and the rest clamped. The text
  ///     names the same instant all the same. Zero is written as `Z`.
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
