/// A number of whole seconds as a clock shows it: `0:05`, `1:05`, `1:00:05`, `2d 03:04:05`.
///
/// From one hour on there are hours, from one day on there are days.
public struct ClockFace: Sendable, Hashable {
  /// What stands before the digits.
  public enum Sign: Sendable, Hashable {
    /// Nothing: the time that is left, or that has passed.
    case none

    /// A minus sign, for a negative duration: `-0:05`.
    case minus

    /// A plus sign, for the time past the end: `+0:05`.
    case plus
  }

  /// What stands before the digits.
  public let sign: Sign

  /// The whole seconds that are shown, without the sign.
  public let seconds: UInt64

  /// Makes the face that shows `seconds`, with `sign` before them.
  public init(seconds: UInt64, sign: Sign = .none) {
    self.seconds = seconds
    self.sign = sign
  }

  /// Makes the face of a countdown that has `duration` left, rounded up to whole seconds.
  ///
  /// A countdown so reads its full length when it starts and zero when it ends. A negative
  /// duration is rounded towards zero, and zero has no sign. What exceeds `UInt64.max` seconds
  /// shows as that.
  public init(_ duration: Duration) {
    let (seconds, remainder) = duration.attoseconds
      .quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
    let roundedUp = remainder > 0 ? seconds + 1 : seconds
    self.init(
      seconds: UInt64(clamping: roundedUp.magnitude), sign: roundedUp < 0 ? .minus : .none)
  }

  /// Makes the face of a countdown that ended `duration` ago, rounded down to whole seconds.
  ///
  /// It has a plus sign, also on zero. A negative duration counts as zero, and what exceeds
  /// `UInt64.max` seconds shows as that.
  public init(overtime duration: Duration) {
    self.init(
      seconds: UInt64(clamping: duration.attoseconds / 1_000_000_000_000_000_000), sign: .plus)
  }
}

extension ClockFace: CustomStringConvertible {
  /// The face: `0:05`, `1:05`, `1:00:05`, `2d 03:04:05`, `-0:05`, `+0:05`.
  ///
  /// `Duration(parsing:)` reads a face without a sign back, up to the 584 years it accepts.
  public var description: String {
    signText + digits
  }

  private var signText: String {
    switch sign {
    case .none: ""
    case .minus: "-"
    case .plus: "+"
    }
  }

  private var digits: String {
    let minutes = seconds / 60 % 60
    let hours = seconds / 3600 % 24
    let days = seconds / 86_400
    let secondText = (seconds % 60).digits(2)
    if days > 0 { return "\(days)d \(hours.digits(2)):\(minutes.digits(2)):\(secondText)" }
    if hours > 0 { return "\(hours):\(minutes.digits(2)):\(secondText)" }
    return "\(minutes):\(secondText)"
  }
}

extension Duration {
  /// This duration on the face of a countdown, rounded up to whole seconds: `1:05`.
  public var clockFace: String { ClockFace(self).description }
}
