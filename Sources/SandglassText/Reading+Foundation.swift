#if canImport(FoundationInternationalization)
  public import FoundationEssentials
  import FoundationInternationalization
#else
  public import Foundation
#endif
public import SandglassCore

extension Reading {
  /// Returns the displayed time as a clock face with the digits, the decimal separator, the sign and the day mark of a
  /// locale.
  ///
  /// ```swift
  /// screen.clock = reading.clockFace(locale: locale)
  /// ```
  ///
  /// - Parameters:
  ///   - style: The style, which determines the fields of the face. Its `dayMark` is not used.
  ///   - locale: The locale.
  /// - Returns: The localised text. In overtime, it has a plus sign.
  public func clockFace(_ style: ClockFace.Style = .standard, locale: Locale) -> String {
    ClockFace(self, style: style).formatted(locale: locale)
  }

  /// Returns the displayed time in words, as VoiceOver should read it: “1 minute, 5 seconds”.
  ///
  /// In overtime, the words express the time past zero. The app provides the sentence around them, such as “Late by 5
  /// seconds”.
  ///
  /// - Parameter locale: The locale; the user's by default.
  /// - Returns: The words.
  public func spoken(locale: Locale = .autoupdatingCurrent) -> String {
    shownTime.spoken(locale: locale)
  }
}
