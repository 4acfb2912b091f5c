/// A time formatted as a clock face: `0:05`, `1:05`, `1:00:05`, `2d 03:04:05`.
///
/// A face has hours if the time is an hour or more, and days if the time is a day or more, unless the ``style``
/// specifies otherwise. The text has ASCII digits. SandglassText formats a face for a locale.
public struct ClockFace: Sendable, Equatable {
  /// The sign before the digits.
  public enum Sign: Sendable, Hashable {
    /// No sign, for a remaining or elapsed time.
    case none

    /// A minus sign, for a negative duration: `-0:05`.
    case minus

    /// A plus sign, for overtime: `+0:05`.
    case plus
  }

  /// The sign before the digits.
  public let sign: Sign

  /// The displayed time in whole seconds, without the sign and without the decimal places.
  public let seconds: UInt64

  /// The decimal places of the seconds as a whole number: 4 for `0:05.4`, 40 for `0:05.40`, and 0 if there are none.
  public let fraction: UInt64

  /// The style, which determines the fields of the face.
  public let style: Style

  /// Creates a face that displays `seconds` with the given sign.
  ///
  /// If the style has decimal places, they are zeros.
  public init(seconds: UInt64, sign: Sign = .none, style: Style = .standard) {
    self.init(seconds: seconds, fraction: 0, sign: sign, style: style)
  }

  /// Creates the face of a countdown with `duration` remaining, rounded up to the last field.
  ///
  /// So a countdown displays its full duration when it starts and zero when it ends. A negative duration is rounded
  /// towards zero, and zero has no sign. The seconds are clamped to `UInt64.max`.
  public init(_ duration: Duration, style: Style = .standard) {
    let isNegative = duration < .zero
    let (seconds, fraction) = style.rounded(duration, up: !isNegative)
    let hasSign = isNegative && (seconds, fraction) != (0, 0)
    self.init(
      seconds: seconds, fraction: fraction, sign: hasSign ? .minus : .none, style: style)
  }

  /// Creates the face of a countdown that ended `duration` ago, rounded down to the last field.
  ///
  /// The face always has a plus sign, even for zero. A negative duration counts as zero, and the seconds are clamped
  /// to `UInt64.max`.
  public init(overtime duration: Duration, style: Style = .standard) {
    self.init(roundingDown: duration, sign: .plus, style: style)
  }

  /// Creates the face of a stopwatch that has counted `duration`, rounded down to the last field.
  ///
  /// The face has no sign. A negative duration counts as zero, and the seconds are clamped to `UInt64.max`.
  public init(elapsed duration: Duration, style: Style = .standard) {
    self.init(roundingDown: duration, sign: .none, style: style)
  }

  private init(roundingDown duration: Duration, sign: Sign, style: Style) {
    let (seconds, fraction) = style.rounded(max(.zero, duration), up: false)
    self.init(seconds: seconds, fraction: fraction, sign: sign, style: style)
  }

  private init(seconds: UInt64, fraction: UInt64, sign: Sign, style: Style) {
    self.seconds = seconds
    self.fraction = fraction
    self.sign = sign
    self.style = style
  }
}

extension ClockFace: CustomStringConvertible {
  /// The text of the face: `0:05`, `1:05`, `1:00:05`, `2d 03:04:05`, `-0:05`, `+0:05`, `0:05.4`.
  ///
  /// `Duration(parsing:)` parses the text if it has no sign and has the English day mark, up to a limit of 584 years.
  public var description: String { signText + digits + fractionText }

  private var signText: String {
    switch sign {
    case .none: ""
    case .minus: "-"
    case .plus: "+"
    }
  }

  private var digits: String {
    let fields = fields
    let secondText = ":" + fields.seconds.digits(2)
    if fields.days > 0 {
      return String(fields.days) + style.dayMark + " " + fields.hours.digits(2) + ":"
        + fields.minutes.digits(2) + secondText
    }
    if fields.hours > 0 || style.alwaysShowsHours {
      return String(fields.hours) + ":" + fields.minutes.digits(2) + secondText
    }
    return fields.minutes.digits(style.padsMinutes ? 2 : 1) + secondText
  }

  private var fractionText: String {
    style.decimalPlaces == 0 ? "" : "." + fraction.digits(style.decimalPlaces)
  }
}

extension Duration {
  /// This duration formatted as the face of a countdown, rounded up to whole seconds: `1:05`.
  public var clockFace: String { ClockFace(self).description }

  /// Returns this duration formatted as the face of a countdown in the given style, rounded up to the last field.
  ///
  /// ```swift
  /// Duration.milliseconds(65_400).clockFace(.alwaysHours.tenths)  // 0:01:05.4
  /// ```
  ///
  /// - Parameter style: The style, which determines the fields of the face.
  /// - Returns: The text of the face, with ASCII digits.
  public func clockFace(_ style: ClockFace.Style) -> String {
    ClockFace(self, style: style).description
  }
}
