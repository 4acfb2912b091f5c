public import SandglassCore

/// The time that an answer may speak of.
public enum TimeEra {
  /// The start of 2025 in UTC: there was no such library before.
  ///
  /// NTP's seconds begin anew every 136 years, next in February 2036. This pivot tells which era is meant: an instant
  /// lies in the 68 years that follow it (RFC 4330, section 3, leaves the choice to the client). The device's own clock
  /// is not asked.
  public static let pivot = WallMoment(secondsSince1970: 1_735_689_600)

  /// How far beyond the pivot an instant may lie: half of what 32 bits of seconds hold, 68 years.
  static let length = Duration.seconds(1 << 31)

  /// Whether an instant lies in the time that an answer may speak of.
  public static func has(_ moment: WallMoment) -> Bool {
    moment >= pivot && moment - pivot < length
  }
}
