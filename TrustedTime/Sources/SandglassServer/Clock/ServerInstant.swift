public import SandglassCore

/// An instant that the server has read from its wall clock, with the maximum error of that clock.
public struct ServerInstant: Sendable, Hashable {
  /// The instant that the wall clock showed.
  public let wall: WallMoment

  /// The maximum error of the wall clock in either direction, zero or more.
  public let uncertainty: Duration

  /// Creates an instant.
  ///
  /// - Parameters:
  ///   - wall: The instant that the wall clock showed.
  ///   - uncertainty: The maximum error of the wall clock in either direction. A negative duration counts as zero.
  public init(_ wall: WallMoment, uncertainty: Duration) {
    self.wall = wall
    self.uncertainty = max(.zero, uncertainty)
  }

  /// The earliest possible true time. It saturates at the minimum of `WallMoment`.
  public var earliest: WallMoment { wall - uncertainty }

  /// The latest possible true time. It saturates at the maximum of `WallMoment`.
  public var latest: WallMoment { wall + uncertainty }
}

extension WallMoment {
  /// Creates the instant that is the given number of microseconds after the start of 1970 in UTC.
  init(microsecondsSince1970 microseconds: Int64) {
    self.init(timeSince1970: .microseconds(microseconds))
  }

  /// The microseconds since the start of 1970 in UTC, rounded down. The value saturates at the limits of `Int64`, which
  /// are 292,000 years from 1970.
  var microsecondsSince1970: Int64 {
    let (whole, rest) = timeSince1970.microseconds
    return rest < 0 ? whole - 1 : whole
  }
}

extension Duration {
  /// The duration in microseconds, rounded up. The value saturates at the limits of `Int64`.
  var microsecondsRoundedUp: Int64 {
    let (whole, rest) = microseconds
    return rest > 0 ? whole + 1 : whole
  }

  /// The whole microseconds, and the rest in attoseconds. Both have the duration's sign.
  fileprivate var microseconds: (whole: Int64, rest: Int64) {
    let clamped = min(max(self, .microseconds(Int64.min)), .microseconds(Int64.max))
    let (seconds, attoseconds) = clamped.components
    let (part, rest) = attoseconds.quotientAndRemainder(dividingBy: 1_000_000_000_000)
    return (seconds * 1_000_000 + part, rest)
  }
}
