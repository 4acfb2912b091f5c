#if canImport(FoundationInternationalization)
  public import FoundationEssentials
  import FoundationInternationalization
#else
  public import Foundation
#endif
public import SandglassCore

extension Duration {
  /// Returns the duration as a clock face with the digits, the decimal separator and the sign of a locale: `1:05`.
  ///
  /// This is for a time that no `Reading` has, such as that of a paused countdown in a widget.
  ///
  /// - Parameters:
  ///   - style: The style, which determines the fields of the face. Its `dayMark` is not used.
  ///   - locale: The locale.
  /// - Returns: The localised text.
  public func clockFace(_ style: ClockFace.Style = .standard, locale: Locale) -> String {
    ClockFace(self, style: style).formatted(locale: locale)
  }

  /// Returns the duration in words, as VoiceOver should read it: “1 minute, 5 seconds”.
  ///
  /// Units that are zero are left out. Seconds have as many decimal places as they need, but at most nine. The locale
  /// determines the words, the digits and the plural forms. A negative duration counts as zero, and the text saturates
  /// at 10^15 seconds, 31 million years.
  ///
  /// - Parameter locale: The locale; the user's by default.
  /// - Returns: The words. The app provides the sentence around them.
  public func spoken(locale: Locale = .autoupdatingCurrent) -> String {
    let style = Duration.UnitsFormatStyle(
      allowedUnits: [.days, .hours, .minutes, .seconds], width: .wide,
      fractionalPart: .init(lengthLimits: 0...9))
    return style.locale(locale).format(min(max(.zero, self), .longestFormatted))
  }

  /// The longest duration to pass to Foundation's format styles, which trap near 2^63 seconds.
  static var longestFormatted: Duration { .seconds(1_000_000_000_000_000) }
}
