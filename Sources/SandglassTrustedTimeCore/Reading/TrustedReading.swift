public import SandglassCore

/// How much a trusted clock's interval is worth.
public enum TrustedStatus: Sendable, Hashable {
  /// Nothing is known: no server has answered in this boot, or no majority of them agrees. There is no interval.
  case unsynchronized

  /// The servers have confirmed the interval lately.
  case synchronized

  /// The servers have not confirmed it for a while, and it goes on widening with the drift that is allowed.
  case holdover

  /// The servers contradict what they have said before, or each other. The interval is the earlier one.
  case disputed
}

/// Where the present stands against an instant.
public enum TrustedComparison: Sendable, Hashable {
  /// It is before the instant for certain.
  case before

  /// It is at the instant or after it for certain.
  case after

  /// It cannot be known: the instant lies in the interval, or there is no interval.
  case unknown
}

/// What a trusted clock says of the present: an interval that holds true time, and what that is worth.
public struct TrustedReading: Sendable, Hashable {
  /// How much the interval is worth.
  public let status: TrustedStatus

  /// The interval that holds true time; nil if the clock is unsynchronized.
  public let interval: ClosedRange<WallMoment>?

  /// How long ago a majority of the servers has confirmed it; nil if the clock is unsynchronized.
  public let age: Duration?

  /// Makes a reading.
  ///
  /// - Parameters:
  ///   - status: How much the interval is worth.
  ///   - interval: The interval that holds true time.
  ///   - age: How long ago a majority of the servers has confirmed it.
  public init(status: TrustedStatus, interval: ClosedRange<WallMoment>, age: Duration) {
    self.status = status
    self.interval = interval
    self.age = age
  }

  private init() {
    status = .unsynchronized
    interval = nil
    age = nil
  }

  /// A reading that knows nothing.
  public static let unsynchronized = TrustedReading()

  /// The earliest that true time can be; nil if the clock is unsynchronized. Count to an opening by this.
  public var earliest: WallMoment? { interval?.lowerBound }

  /// The latest that true time can be; nil if the clock is unsynchronized. Count to an end by this.
  public var latest: WallMoment? { interval?.upperBound }

  /// How far the middle of the interval can be off, either way; nil if the clock is unsynchronized.
  public var uncertainty: Duration? {
    interval.map { ($0.upperBound - $0.lowerBound) / 2 }
  }

  /// Says where the present stands against an instant.
  ///
  /// - Parameter instant: The instant.
  /// - Returns: Before or after only where that is certain within the bound.
  public func compare(with instant: WallMoment) -> TrustedComparison {
    guard let interval else { return .unknown }
    if interval.upperBound < instant { return .before }
    return interval.lowerBound >= instant ? .after : .unknown
  }
}
