public import SandglassCore

/// The result of one request to a time server: two moments on the steady clock, and two instants on the server's wall
/// clock.
///
/// It is not known how the round-trip time is split between the two directions. Either direction may have taken all of
/// it.
public struct TimeSample: Sendable, Hashable {
  /// The moment at which the request was sent, on the device's steady clock.
  public let sent: Moment

  /// The moment at which the answer arrived, on the device's steady clock.
  public let received: Moment

  /// The instant at which the request arrived, on the server's wall clock.
  public let serverReceived: WallMoment

  /// The instant at which the answer was sent, on the server's wall clock.
  public let serverSent: WallMoment

  /// The maximum error of the server's wall clock in either direction, as reported by the server.
  public let uncertainty: Duration

  /// Creates a sample from a request that was answered.
  ///
  /// Impossible instants are rejected when a bound is created from the sample; see ``OffsetBound/init(_:drift:)``.
  ///
  /// - Parameters:
  ///   - sent: The moment at which the request was sent. Read the clock before sending. The time between that reading
  ///     and the sending widens the bound.
  ///   - received: The moment at which the answer arrived. Read the clock after the answer has arrived.
  ///   - serverReceived: The instant at which the request arrived, on the server's wall clock.
  ///   - serverSent: The instant at which the answer was sent, on the server's wall clock.
  ///   - uncertainty: The maximum error of the server's wall clock in either direction. It includes the error that the
  ///     server reports and the resolution of its instants.
  public init(
    sent: Moment, received: Moment, serverReceived: WallMoment, serverSent: WallMoment,
    uncertainty: Duration
  ) {
    self.sent = sent
    self.received = received
    self.serverReceived = serverReceived
    self.serverSent = serverSent
    self.uncertainty = uncertainty
  }
}
