public import SandglassCore

/// The result of one request to a time server: four instants, two on each clock.
///
/// Nothing is known about how the round trip divides: either direction may have taken all of it.
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

  /// Makes the sample of an answered request.
  ///
  /// Impossible instants are rejected when a bound is made from the sample: see ``OffsetBound/init(_:drift:)``.
  ///
  /// - Parameters:
  ///   - sent: The moment at which the request was sent. Read the clock before sending. The time in between widens the
  ///     bound.
  ///   - received: The moment at which the answer arrived. Read the clock after it has arrived.
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
