extension ClockFace {
  /// The numbers in a clock face, for custom text or graphics.
  public struct Fields: Sendable, Equatable {
    /// The days; zero if the style has no days.
    public let days: UInt64

    /// The hours: 0 to 23, or any number if the style has no days.
    public let hours: UInt64

    /// The minutes: 0 to 59.
    public let minutes: UInt64

    /// The seconds: 0 to 59.
    public let seconds: UInt64

    /// The decimal places of the seconds as a whole number: 4 for `0:05.4`, and 40 for `0:05.40`.
    public let fraction: UInt64
  }

  /// The numbers in the face, without the sign.
  ///
  /// ```swift
  /// let fields = ClockFace(reading).fields
  /// ```
  public var fields: Fields {
    let hours = seconds / 3600
    return Fields(
      days: style.showsDays ? hours / 24 : 0, hours: style.showsDays ? hours % 24 : hours,
      minutes: seconds / 60 % 60, seconds: seconds % 60, fraction: fraction)
  }
}
