public import SandglassCore

/// What one question to a time server has brought: four instants, two by each clock.
///
/// Nothing is known of the way: the question may have taken all of the time, or the answer.
public struct TimeSample: Sendable, Hashable {
  /// When the question was sent, on the device's steady clock.
  public let sent: Moment

  /// When the answer had arrived, on the device's steady clock.
  public let received: Moment

  /// When the question had arrived, on the server's wall clock.
  public let serverReceived: WallMoment

  /// When the answer was sent, on the server's wall clock.
  public let serverSent: WallMoment

  /// How far the server's wall clock may be off, either way, as the server says.
  public let uncertainty: Duration

  /// Makes the sample of a question that was answered.
  ///
  /// Instants that cannot be are refused where a bound is made of them: see ``OffsetBound/init(_:drift:)``.
  ///
  /// - Parameters:
  ///   - sent: When the question was sent. Read the clock before sending: what lies between widens the bound.
  ///   - received: When the answer had arrived. Read the clock after that.
  ///   - serverReceived: When the question had arrived, by the server's wall clock.
  ///   - serverSent: When the answer was sent, by the server's wall clock.
  ///   - uncertainty: How far the server's wall clock may be off, either way: what the server says, and the
  ///     resolution of its instants.
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
