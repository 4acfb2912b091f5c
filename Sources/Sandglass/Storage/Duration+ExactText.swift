import SandglassCore

extension Duration: ExactText {
  private static let unit = " s"

  static var example: String { "1500.5 s, to the attosecond" }

  /// The seconds to the attosecond: `1500.5 s`.
  var exactText: String { FixedPoint.text(attoseconds, places: 18) + Self.unit }

  static func read(exactText: String) -> Duration? {
    guard exactText.hasSuffix(unit) else { return nil }
    return FixedPoint.parts(exactText.dropLast(unit.count), places: 18).map(whole(attoseconds:))
  }
}
