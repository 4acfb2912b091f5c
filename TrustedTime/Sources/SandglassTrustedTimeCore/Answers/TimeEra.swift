public import SandglassCore

/// The span of time in which an answer's instants must lie.
public enum TimeEra {
  /// The start of 2025 in UTC, before which this library did not exist.
  ///
  /// NTP's seconds wrap around every 136 years, next in February 2036. The pivot determines the era: every instant is
  /// assumed to lie in the 68 years after the pivot. (RFC 4330, section 3, leaves the choice of the era to the client.)
  /// The device's own clock has no influence.
  public static let pivot = WallMoment(secondsSince1970: 1_735_689_600)

  /// The length of the span: 68 years, half of what 32 bits of seconds can represent.
  static let length = Duration.seconds(1 << 31)

  /// Whether an instant lies in this span.
  public static func has(_ moment: WallMoment) -> Bool {
    moment >= pivot && moment - pivot < length
  }
}
