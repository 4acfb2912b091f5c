extension ClockFace {
  /// The style of a clock face, which determines the fields of the face.
  ///
  /// Styles can be combined:
  ///
  /// ```swift
  /// reading.clockFace(.alwaysHours.tenths)
  /// ```
  public struct Style: Sendable, Hashable {
    /// Whether the face shows hours even if they are zero, as in `0:01:05`.
    public var alwaysShowsHours: Bool

    /// Whether minutes have two digits even if they are the first field, as in `01:05`.
    public var padsMinutes: Bool

    /// Whether the face shows days if the time is 24 hours or more, as in `1d 01:01:01`. Otherwise the hours can exceed
    /// 24, as in `25:01:01`.
    public var showsDays: Bool

    /// The number of decimal places of the seconds, clamped to 0...9.
    public var decimalPlaces: Int {
      get { Int(places) }
      set { places = UInt8(min(max(0, newValue), 9)) }
    }

    /// The text after the number of days; ``englishDayMark`` by default.
    ///
    /// This is the only word in a clock face. A face that is formatted for a locale uses the locale's word instead.
    public var dayMark: String

    private var places: UInt8 = 0

    /// Creates a style.
    ///
    /// - Parameters:
    ///   - alwaysShowsHours: Whether the face shows hours even if they are zero.
    ///   - padsMinutes: Whether minutes have two digits even if they are the first field.
    ///   - showsDays: Whether the face shows days if the time is 24 hours or more.
    ///   - decimalPlaces: The number of decimal places of the seconds, clamped to 0...9.
    ///   - dayMark: The text after the number of days.
    public init(
      alwaysShowsHours: Bool = false, padsMinutes: Bool = false, showsDays: Bool = true,
      decimalPlaces: Int = 0, dayMark: String = Self.englishDayMark
    ) {
      self.alwaysShowsHours = alwaysShowsHours
      self.padsMinutes = padsMinutes
      self.showsDays = showsDays
      self.dayMark = dayMark
      self.decimalPlaces = decimalPlaces
    }

    /// The `d` for days in `2d 03:04:05`.
    public static let englishDayMark = "d"

    /// Hours and days only if they are needed, and whole seconds: `1:05`, `2d 03:04:05`.
    public static let standard = Style()

    /// Hours even if they are zero: `0:01:05`.
    public static let alwaysHours = standard.alwaysHours

    /// Two digits of minutes: `01:05`.
    public static let paddedMinutes = standard.paddedMinutes

    /// Hours beyond 24 instead of days: `25:01:01`.
    public static let noDays = standard.noDays

    /// Tenths of a second: `1:05.4`.
    public static let tenths = standard.tenths

    /// Hundredths of a second: `1:05.40`.
    public static let hundredths = standard.hundredths
  }
}

extension ClockFace.Style {
  /// This style with hours even if they are zero: `0:01:05`.
  public var alwaysHours: Self { with { $0.alwaysShowsHours = true } }

  /// This style with two digits of minutes: `01:05`.
  public var paddedMinutes: Self { with { $0.padsMinutes = true } }

  /// This style with hours beyond 24 instead of days: `25:01:01`.
  public var noDays: Self { with { $0.showsDays = false } }

  /// This style with tenths of a second: `1:05.4`.
  public var tenths: Self { with { $0.decimalPlaces = 1 } }

  /// This style with hundredths of a second: `1:05.40`.
  public var hundredths: Self { with { $0.decimalPlaces = 2 } }

  /// The number of steps of the last field in a second.
  private var stepsPerSecond: UInt64 {
    (0..<decimalPlaces).reduce(1) { steps, _ in steps * 10 }
  }

  /// Returns the seconds of a duration without its sign, clamped to 64 bits, and the steps of the last field within the
  /// second.
  func rounded(_ duration: Duration, up: Bool) -> (seconds: UInt64, fraction: UInt64) {
    let (seconds, attoseconds) = WideInteger(attosecondsOf: duration)
      .divided(by: 1_000_000_000_000_000_000)
    let step = 1_000_000_000_000_000_000 / stepsPerSecond
    let fraction = (attoseconds + (up ? step - 1 : 0)) / step
    guard fraction == stepsPerSecond else { return (seconds.clamped, fraction) }
    return (seconds.clamped.addingClamped(1), 0)
  }

  /// The length of a step of the last field.
  package var step: Duration { .nanoseconds(1_000_000_000 / stepsPerSecond) }

  private func with(_ change: (inout Self) -> Void) -> Self {
    var style = self
    change(&style)
    return style
  }
}
