#if canImport(FoundationInternationalization)
  public import FoundationEssentials
  import FoundationInternationalization
#else
  public import Foundation
#endif

extension Duration {
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
