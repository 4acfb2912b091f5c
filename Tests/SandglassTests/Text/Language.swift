import Foundation
import Testing

/// Parses texts of a locale, with rules that are written here and not taken from Foundation.
struct Language: Sendable, CustomTestStringConvertible {
  let id: String

  /// The beginnings of the words for days, hours, minutes and seconds, as regular expressions.
  var units = ["day", "hour", "minute", "second"]

  var decimal = "."

  var locale: Locale { Locale(identifier: id) }
  var testDescription: String { id }

  static let english = Language(id: "en")
  static let arabic = Language(id: "ar", units: ["يوم|أيام", "ساع", "دق", "ث"])
  static let egyptian = Language(id: "ar-EG", units: arabic.units, decimal: "٫")
  static let german = Language(
    id: "de", units: ["Tag", "Stunde", "Minute", "Sekunde"], decimal: ",")
  static let french = Language(
    id: "fr", units: ["jour", "heure", "minute", "seconde"], decimal: ",")
  static let hindi = Language(id: "hi", units: ["दिन", "घंट", "मिनट", "सेकंड"])
  static let devanagari = Language(id: "hi-u-nu-deva", units: hindi.units)
  static let chinese = Language(id: "zh", units: ["天", "小时", "分钟", "秒钟"])
  static let all = [
    english, arabic, egyptian, german, french, hindi, devanagari, chinese,
  ]

  /// Returns the time that a clock face shows, or nil if the text is not a clock face.
  func time(ofFace text: String) -> Duration? {
    let parts = text.split(separator: "\u{A0}", omittingEmptySubsequences: false)
    guard let clock = parts.last, parts.count <= 2 else { return nil }
    let fields = clock.split(separator: ":").map(String.init)
    guard (2...3).contains(fields.count), let seconds = time(ofSeconds: fields[fields.count - 1])
    else { return nil }
    var minutes = 0
    for field in fields.dropLast() { minutes = minutes * 60 + number(field) }
    let days = parts.count == 2 ? number(String(parts[0])) : 0
    return .seconds((days * 1_440 + minutes) * 60) + seconds
  }

  /// Returns the time that a text in words states, or nil if it names no unit.
  func time(ofWords text: String) -> Duration? {
    var sum: Duration?
    for (unit, length) in zip(units, [86_400, 3_600, 60, 1]) {
      let pattern = "([\\p{Nd}.,٫٬\\x{202F}\\x{A0}]*)\\s*((?:\(unit))[\\p{L}\\p{M}]*)"
      guard let expression = try? NSRegularExpression(pattern: pattern),
        let match = expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)),
        let digits = Range(match.range(at: 1), in: text),
        let word = Range(match.range(at: 2), in: text)
      else { continue }
      let count =
        text[digits].contains(where: \.isNumber)
        ? time(ofSeconds: String(text[digits])) : .seconds(text[word].hasSuffix("ان") ? 2 : 1)
      guard let count else { return nil }
      sum = (sum ?? .zero) + count * length
    }
    return sum
  }

  private func time(ofSeconds text: String) -> Duration? {
    let parts = text.split(separator: decimal).map(String.init)
    guard (1...2).contains(parts.count) else { return nil }
    let whole = Duration.seconds(number(parts[0]))
    guard parts.count == 2 else { return whole }
    let places = parts[1].filter(\.isNumber).count
    return whole + (0..<places).reduce(.seconds(number(parts[1]))) { time, _ in time / 10 }
  }

  /// The digits of a text as a number.
  private func number(_ text: String) -> Int {
    text.compactMap(\.wholeNumberValue).reduce(0) { $0 * 10 + $1 }
  }
}
