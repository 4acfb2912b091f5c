public import SandglassCore

/// How reliable a trusted clock's interval is.
public enum TrustedStatus: Sendable, Hashable {
  /// There is no interval, because no server has answered in this boot or no majority of the servers agrees.
  case unsynchronized

  /// A majority of the servers has confirmed the interval recently.
  case synchronized

  /// No majority of the servers has confirmed the interval for a while. The interval continues to widen by the allowed
  /// drift.
  case holdover

  /// The servers contradict their earlier answers, or each other. The interval was determined before the dispute.
  case disputed
}

/// The order of the current time and an instant.
public enum TrustedComparison: Sendable, Hashable {
  /// The current time is certainly before the instant.
  case before

  /// The current time is certainly at or after the instant.
  case after

  /// The order is unknown, because the instant lies in the interval or there is no interval.
  case unknown
}

/// A trusted clock's reading: an interval that contains the true time, and its status.
public struct TrustedReading: Sendable, Hashable {
  /// How reliable the interval is.
  public let status: TrustedStatus

  /// The interval that contains the true time, or nil if the clock is unsynchronised.
  public let interval: ClosedRange<WallMoment>?

  /// The time since a majority of the servers confirmed the interval, or nil if the clock is unsynchronised.
  public let age: Duration?

  /// Creates a reading.
  ///
  /// - Parameters:
  ///   - status: How reliable the interval is.
  ///   - interval: The interval that contains the true time.
  ///   - age: The time since a majority of the servers confirmed the interval.
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

  /// The reading of a clock that does not know the time.
  public static let unsynchronized = TrustedReading()

  /// The earliest possible time, or nil if the clock is unsynchronised. Use it to count down to the start of something.
  public var earliest: WallMoment? { interval?.lowerBound }

  /// The latest possible time, or nil if the clock is unsynchronised. Use it to count down to the end of something.
  public var latest: WallMoment? { interval?.upperBound }

  /// The maximum error of the interval's middle in either direction, or nil if the clock is unsynchronised.
  public var uncertainty: Duration? {
    interval.map { ($0.upperBound - $0.lowerBound) / 2 }
  }

  /// Compares the current time with an instant.
  ///
  /// - Parameter instant: The instant.
  /// - Returns: `before` or `after` if the order is the same for every time in the interval; otherwise `unknown`.
  public func compare(with instant: WallMoment) -> TrustedComparison {
    guard let interval else { return .unknown }
    if interval.upperBound < instant { return .before }
    return interval.lowerBound >= instant ? .after : .unknown
  }
}
