import SandglassCore

extension Moment: ExactText {
  private static let unit = " s"

  static var example: String { "12.000000034 s, to the nanosecond, up to 584 years" }

  /// The seconds since the clock's origin to the nanosecond: `12.000000034 s`.
  var exactText: String { FixedPoint.text(Int128(nanoseconds), places: 9) + Self.unit }

  static func read(exactText: String) -> Moment? {
    guard exactText.hasSuffix(unit),
      let parts = FixedPoint.parts(exactText.dropLast(unit.count), places: 9)
    else { return nil }
    return UInt64(exactly: parts).map { Moment(nanoseconds: $0) }
  }
}
