#if canImport(FoundationInternationalization)
  public import FoundationEssentials
  import FoundationInternationalization
#else
  public import Foundation
#endif
public import SandglassCore
@_exported public import struct SandglassCore.ClockFace

extension ClockFace {
  /// Returns the face with the digits, the decimal separator, the sign and the day mark of a locale: `1:05`, `١:٠٥`.
  ///
  /// The face has the fields of `style`, whose `dayMark` is not used. In a right-to-left locale, the text begins with
  /// the invisible right-to-left mark, U+200F, from which a label or an isolate (U+2068) determines the direction of
  /// the text. The text saturates at 10^15 seconds, 31 million years.
  ///
  /// - Parameter locale: The locale; the user's by default.
  /// - Returns: The localised text.
  public func formatted(locale: Locale = .autoupdatingCurrent) -> String {
    let isRightToLeft = locale.language.characterDirection == .rightToLeft
    return (isRightToLeft ? "\u{200F}" : "") + signedText(locale)
  }

  private func signedText(_ locale: Locale) -> String {
    let text = daysText(locale) + clockText(locale)
    guard sign != .none else { return text }
    // Format a signed number to find out where the locale puts the sign, and which direction marks it uses.
    let number = IntegerFormatStyle<Int>(locale: locale)
    let signed = number.sign(strategy: .always()).format(sign == .minus ? -1 : 1)
    return signed.replacing(number.format(1), with: text)
  }

  private func daysText(_ locale: Locale) -> String {
    guard fields.days > 0 else { return "" }
    let style = Duration.UnitsFormatStyle(allowedUnits: [.days], width: .narrow).locale(locale)
    return style.format(min(.seconds(fields.days * 86_400), .longestFormatted)) + "\u{A0}"
  }

  private func clockText(_ locale: Locale) -> String {
    let hasHours = fields.days > 0 || fields.hours > 0 || style.alwaysShowsHours
    let places = style.decimalPlaces
    let pattern: Duration.TimeFormatStyle.Pattern =
      hasHours
      ? .hourMinuteSecond(
        padHourToLength: fields.days > 0 ? 2 : 1, fractionalSecondsLength: places)
      : .minuteSecond(
        padMinuteToLength: style.padsMinutes ? 2 : 1, fractionalSecondsLength: places)
    let text = Duration.TimeFormatStyle(pattern: pattern, locale: locale).format(timeAfterDays)
    return places == 0 ? text : distinguishingSeparators(of: text, decimalPlaces: places)
  }

  /// Sinhala separates both the fields and the decimal places by a point: with hundredths, its `0.21.42` would also be
  /// 21 minutes and 42 seconds. The fields are separated by colons then.
  private func distinguishingSeparators(of text: String, decimalPlaces: Int) -> String {
    let decimals = text.suffix(decimalPlaces + 1)
    let fields = text.dropLast(decimalPlaces + 1)
    guard let separator = decimals.first, fields.contains(separator) else { return text }
    return String(fields).replacing(String(separator), with: ":") + decimals
  }

  private var timeAfterDays: Duration {
    let whole = Duration.seconds(seconds - fields.days * 86_400)
    return min(whole, .longestFormatted) + style.step * Int(fraction)
  }
}
