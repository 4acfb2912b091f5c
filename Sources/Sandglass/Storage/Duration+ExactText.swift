import SandglassCore

extension Duration: ExactText {
  private static let unit = " s"

  static var example: String { "1500.5 s, to the attosecond" }

  /// The seconds to the attosecond: `1500.5 s`.
  var exactText: String { FixedPoint.text(attoseconds, places: 18) + Self.unit }

  init?(exactText: String) {
    guard exactText.hasSuffix(Self.unit),
      let parts = FixedPoint.parts(exactText.dropLast(Self.unit.count), places: 18)
    else { return nil }
    self.init(attoseconds: parts)
  }
}
