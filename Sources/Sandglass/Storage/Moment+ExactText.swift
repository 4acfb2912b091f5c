import SandglassCore

extension Moment: ExactText {
  private static let unit = " s"

  static var example: String { "12.000000034 s, to the nanosecond, up to 584 years" }

  /// The seconds since the clock's origin to the nanosecond: `12.000000034 s`.
  var exactText: String { FixedPoint.text(Int128(nanoseconds), places: 9) + Self.unit }

  init?(exactText: String) {
    guard exactText.hasSuffix(Self.unit),
      let parts = FixedPoint.parts(exactText.dropLast(Self.unit.count), places: 9),
      let nanoseconds = UInt64(exactly: parts)
    else { return nil }
    self.init(nanoseconds: nanoseconds)
  }
}
