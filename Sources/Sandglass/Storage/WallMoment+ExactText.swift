import SandglassCore

extension WallMoment: ExactText {
  /// The years 0000 to 9999, which are all that RFC 3339 can write.
  private static let written =
    WallMoment(secondsSince1970: -62_167_219_200)..<WallMoment(secondsSince1970: 253_402_300_800)

  static var example: String { "2026-12-31T23:59:59.5Z, or @1798761599.5 in any year" }

  /// The time in UTC to the nanosecond, as RFC 3339 has it; outside the years that this can
  /// write, the seconds since 1970 after an `@`, as `date` understands them.
  var exactText: String {
    guard Self.written.contains(self) else {
      return "@" + FixedPoint.text(nanosecondsSince1970, places: 9)
    }
    return rfc3339(fractionDigits: 9)
  }

  static func read(exactText: String) -> WallMoment? {
    guard exactText.hasPrefix("@") else { return try? WallMoment(rfc3339: exactText) }
    return FixedPoint.parts(exactText.dropFirst(), places: 9)
      .map { WallMoment(nanosecondsSince1970: $0) }
  }
}
