#if canImport(FoundationInternationalization)
  public import FoundationEssentials
  import FoundationInternationalization
#else
  public import Foundation
#endif

extension Duration {
  /// Returns the duration in words, as VoiceOver should read it: “1 minute, 5 seconds”.
  ///
  /// Units that are zero are left out. Seconds have as many decimal places as they need, at most nine. The words, the
  /// digits and the plural are those of the locale. A negative duration counts as zero, and the text saturates at
  /// 10^15 seconds, 31 million years.
  ///
  /// - Parameter locale: The locale; the user's by default.
  /// - Returns: The words. The sentence around them is the app's.
  public func spoken(locale: Locale = .autoupdatingCurrent) -> String {
    let style = Duration.UnitsFormatStyle(
      allowedUnits: [.days, .hours, .minutes, .seconds], width: .wide,
      fractionalPart: .init(lengthLimits: 0...9))
    return style.locale(locale).format(min(max(.zero, self), .longestFormatted))
  }

  /// A duration that Foundation's formats accept. They trap near 2^63 seconds.
  static var longestFormatted: Duration { .seconds(1_000_000_000_000_000) }
}
