import Sandglass
import SandglassCore
import SandglassLedger

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
  static func refusal(of text: String) -> String { "\(text.quoted); accepted: \(example)" }
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
  var exactText: String { secondsText + Self.unit }

  static func read(exactText: String) -> Duration? {
    guard exactText.hasSuffix(unit) else { return nil }
    return seconds(written: Substring(exactText.utf8.dropLast(unit.utf8.count)))
  }
}

extension Moment: ExactText {
  private static let unit = " s"

  static var example: String { "12.000000034 s, to the nanosecond, up to 584 years" }

  /// The seconds since the clock's origin, to the nanosecond, such as `12.000000034 s`.
  var exactText: String { (self - .origin).secondsText + Self.unit }

  static func read(exactText: String) -> Moment? {
    guard exactText.hasSuffix(unit),
      let time = Duration.seconds(
        written: Substring(exactText.utf8.dropLast(unit.utf8.count)), places: 9),
      time == time.clampedToMoments
    else { return nil }
    return .origin + time
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
      return "@" + timeSince1970.secondsText
    }
    return rfc3339(fractionDigits: 9)
  }

  static func read(exactText: String) -> WallMoment? {
    guard exactText.hasPrefix("@") else { return try? WallMoment(rfc3339: exactText) }
    return Duration.seconds(written: exactText.dropFirst(), places: 9)
      .map { WallMoment(timeSince1970: $0) }
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
}
