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
