import SandglassCore

/// A value with a textual form that can be read back exactly, such as a time or a case of an enumeration.
protocol ExactText {
  /// The textual form of the value.
  var exactText: String { get }

  /// Returns the value with the given textual form; nil if there is no such value.
  static func read(exactText: String) -> Self?

  /// An example of the accepted forms, for errors.
  static var example: String { get }
}

extension ExactText {
  /// Returns the part of an error message that describes text in none of the accepted forms.
  static func refusal(of text: String) -> String { "\(text.shown); accepted: \(example)" }
}

extension ExactText where Self: RawRepresentable<String> & CaseIterable {
  static var example: String { allCases.map(\.rawValue).joined(separator: ", ") }

  var exactText: String { rawValue }

  static func read(exactText: String) -> Self? { Self(rawValue: exactText) }
}

extension Duration: ExactText {
  private static let unit = " s"

  static var example: String { "1500.5 s, to the attosecond" }

  /// The seconds, to the attosecond, such as `1500.5 s`.
  var exactText: String { FixedPoint.text(attoseconds, places: 18) + Self.unit }

  static func read(exactText: String) -> Duration? {
    guard exactText.hasSuffix(unit) else { return nil }
    return FixedPoint.parts(Substring(exactText.utf8.dropLast(unit.utf8.count)), places: 18).map(
      whole(attoseconds:))
  }
}

extension Moment: ExactText {
  private static let unit = " s"

  static var example: String { "12.000000034 s, to the nanosecond, up to 584 years" }

  /// The seconds since the clock's origin, to the nanosecond, such as `12.000000034 s`.
  var exactText: String { FixedPoint.text(Int128(nanoseconds), places: 9) + Self.unit }

  static func read(exactText: String) -> Moment? {
    guard exactText.hasSuffix(unit),
      let parts = FixedPoint.parts(Substring(exactText.utf8.dropLast(unit.utf8.count)), places: 9)
    else { return nil }
    return UInt64(exactly: parts).map { Moment(nanoseconds: $0) }
  }
}

extension WallMoment: ExactText {
  /// The times that RFC 3339 can represent: those in the years 0000 to 9999.
  private static let written =
    WallMoment(secondsSince1970: -62_167_219_200)..<WallMoment(secondsSince1970: 253_402_300_800)

  static var example: String { "2026-12-31T23:59:59.5Z, or @1798761599.5 in any year" }

  /// The time in UTC according to RFC 3339, to the nanosecond. A time in a year that RFC 3339 cannot represent is
  /// written as `@` and the seconds since 1970. The `date` command accepts this form.
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

extension Milestone: ExactText {
  private static let elapsed = "elapsed "
  private static let progress = "progress "

  static var example: String { "1500.5 s, elapsed 1500.5 s, progress 0.5" }

  /// A remaining time such as `10 s`, or another milestone with its kind, such as `elapsed 10 s` or `progress 0.5`.
  var exactText: String {
    switch self {
    case .remaining(let time): time.exactText
    case .elapsed(let time): Self.elapsed + time.exactText
    case .progress(let progress): Self.progress + "\(progress)"
    }
  }

  static func read(exactText: String) -> Milestone? {
    if exactText.hasPrefix(elapsed) {
      Duration.read(exactText: String(exactText.dropFirst(elapsed.count))).map { .elapsed($0) }
    } else if exactText.hasPrefix(progress) {
      Double(exactText.dropFirst(progress.count)).map { .progress($0) }
    } else {
      Duration.read(exactText: exactText).map { .remaining($0) }
    }
  }

  /// The first version of a record's file that can have this kind of milestone.
  var firstVersion: Int {
    switch self {
    case .remaining: 1
    case .elapsed, .progress: 5
    }
  }
}

/// Converts integers to and from decimal fractions. For example, 1500 thousandths are `1.5`.
///
/// Times are written as strings in this form, because some JSON parsers do not read numbers beyond 2^53 exactly.
enum FixedPoint {
  /// Returns the decimal fraction for a number of parts, each of which is ten to the power of `-places`, with at most
  /// 19 places. Trailing zeros are omitted.
  static func text(_ parts: Int128, places: Int) -> String {
    let unit = (0..<places).reduce(1 as UInt128) { unit, _ in unit * 10 }
    let (whole, rest) = parts.magnitude.quotientAndRemainder(dividingBy: unit)
    // Numbers of 64 bits are written many times as fast, and nearly all of them are.
    var text = UInt64(exactly: whole).map { String($0) } ?? String(whole)
    if parts < 0 { text = "-" + text }
    guard rest != 0 else { return text }
    var (fraction, places) = (UInt64(rest), places)
    while fraction % 10 == 0 {
      fraction /= 10
      places -= 1
    }
    let digits = String(fraction)
    return text + "." + String(repeating: "0", count: places - digits.utf8.count) + digits
  }

  /// Returns the number of parts in a decimal fraction; nil if the text is not a decimal fraction, has more than
  /// `places` places, or does not fit in 128 bits.
  static func parts(_ text: Substring, places: Int) -> Int128? {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative { digits.removeFirst() }
    let end = digits.firstIndex(of: UInt8(ascii: ".")) ?? digits.endIndex
    let (whole, fraction) = (digits[..<end], digits[end...].dropFirst())
    guard !whole.isEmpty, end == digits.endIndex || !fraction.isEmpty, fraction.count <= places
    else { return nil }
    var magnitude: UInt128 = 0
    func append(_ digit: UInt8) -> Bool {
      let (tens, isTooLarge) = magnitude.multipliedReportingOverflow(by: 10)
      let (sum, isMuchTooLarge) = tens.addingReportingOverflow(UInt128(digit))
      magnitude = sum
      return !isTooLarge && !isMuchTooLarge
    }
    for part in [whole, fraction] {
      for byte in part {
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte),
          append(byte - UInt8(ascii: "0"))
        else { return nil }
      }
    }
    for _ in fraction.count..<places where !append(0) { return nil }
    if isNegative, magnitude == Int128.min.magnitude { return .min }
    return Int128(exactly: magnitude).map { isNegative ? -$0 : $0 }
  }
}

extension String {
  /// This string in quotes on one line, for an error message. Only the first 60 characters are included.
  var shown: String {
    let scalars = unicodeScalars.prefix(61)
    let start = String(String.UnicodeScalarView(scalars.prefix(60)))
    return start.debugDescription + (scalars.count > 60 ? "…" : "")
  }
}
