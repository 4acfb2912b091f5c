/// A number of whole seconds formatted as a clock face: `0:05`, `1:05`, `1:00:05`, `2d 03:04:05`.
///
/// Hours appear from one hour on, and days from one day on.
public struct ClockFace: Sendable, Hashable {
  /// The sign before the digits.
  public enum Sign: Sendable, Hashable {
    /// No sign, for a remaining or elapsed time.
    case none

    /// A minus sign, for a negative duration: `-0:05`.
    case minus

    /// A plus sign, for the time past the end: `+0:05`.
    case plus
  }

  /// The sign before the digits.
  public let sign: Sign

  /// The displayed whole seconds, without the sign.
  public let seconds: UInt64

  /// Creates a face that displays `seconds` with the given sign.
  public init(seconds: UInt64, sign: Sign = .none) {
    self.seconds = seconds
    self.sign = sign
  }

  /// Creates the face of a countdown with `duration` remaining, rounded up to whole seconds.
  ///
  /// So a countdown displays its full length when it starts and zero when it ends. A negative duration is rounded
  /// towards zero, and zero has no sign. The seconds are clamped to `UInt64.max`.
  public init(_ duration: Duration) {
    let (seconds, remainder) = duration.attoseconds
      .quotientAndRemainder(dividingBy: 1_000_000_000_000_000_000)
    let roundedUp = remainder > 0 ? seconds + 1 : seconds
    self.init(
      seconds: UInt64(clamping: roundedUp.magnitude), sign: roundedUp < 0 ? .minus : .none)
  }

  /// Creates the face of a countdown that ended `duration` ago, rounded down to whole seconds.
  ///
  /// The face always has a plus sign, even for zero. A negative duration counts as zero, and the seconds are clamped
  /// to `UInt64.max`.
  public init(overtime duration: Duration) {
    self.init(
      seconds: UInt64(clamping: duration.attoseconds / 1_000_000_000_000_000_000), sign: .plus)
  }
}

extension ClockFace: CustomStringConvertible {
  /// The text of the face: `0:05`, `1:05`, `1:00:05`, `2d 03:04:05`, `-0:05`, `+0:05`.
  ///
  /// `Duration(parsing:)` parses a face without a sign, up to its limit of 584 years.
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
  /// This duration as the face of a countdown, rounded up to whole seconds: `1:05`.
  public var clockFace: String { ClockFace(self).description }
}
