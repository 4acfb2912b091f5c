public import SandglassCore

/// What is known of the offset of true time against a device's steady clock: not a number, but the interval that holds it.
///
/// The offset is what true time since 1970 has more than the steady clock since its origin. It cannot jump when
/// somebody sets the device's wall clock, since that takes no part in it.
///
/// An answer bounds it from both sides, and no symmetry of the way is assumed. The server had the question before it
/// sent the answer: so true time at the arrival is no earlier than the server's instant of sending, and true time at our
/// sending was no later than the server's instant of receiving. With the four instants T1 to T4 of RFC 5905, the
/// offset lies in [T3 - T4, T2 - T1]: half its width is Cristian's bound ("Probabilistic clock synchronization",
/// Distributed Computing 3, 1989), half the round trip less the server's part.
public struct OffsetBound: Sendable, Hashable {
  /// The least that the offset can be.
  public let earliest: Duration

  /// The most that the offset can be; never less than ``earliest``.
  public let latest: Duration

  /// When that holds. At other moments it is wider, by what the steady clock may drift.
  public let moment: Moment

  /// Makes a bound of its edges; nil if they stand the wrong way round.
  ///
  /// - Parameters:
  ///   - earliest: The least that the offset can be.
  ///   - latest: The most that it can be.
  ///   - moment: When that holds.
  public init?(earliest: Duration, latest: Duration, at moment: Moment) {
    guard earliest <= latest else { return nil }
    self.earliest = earliest
    self.latest = latest
    self.moment = moment
  }

  /// Makes the bound that an answer gives, at the moment of its arrival.
  ///
  /// - Parameters:
  ///   - sample: The four instants, and how far the server's clock may be off, by which the bound is widened.
  ///   - drift: How fast the steady clock may run away; it has a part already while the answer is on its way.
  /// - Throws: ``TimeRefusal/impossible`` for instants that cannot be: an answer that arrives before it was asked
  ///   for, or was sent before the question came, or was held longer than we have waited; and for an uncertainty
  ///   below zero.
  public init(_ sample: TimeSample, drift: DriftAllowance = .standard) throws(TimeRefusal) {
    guard sample.received >= sample.sent, sample.serverSent >= sample.serverReceived,
      sample.uncertainty >= .zero
    else { throw .impossible }
    let lowest = Self.offset(of: sample.serverSent, at: sample.received)
    let highest = Self.offset(of: sample.serverReceived, at: sample.sent)
    let drifted = drift.widening(from: sample.sent, to: sample.received)
    let bound = OffsetBound(
      earliest: lowest.subtractingSaturated(sample.uncertainty),
      latest: highest.addingSaturated(sample.uncertainty).addingSaturated(drifted),
      at: sample.received)
    guard let bound else { throw .impossible }
    self = bound
  }

  /// The offset if true time is `wall` at a moment of the steady clock.
  private static func offset(of wall: WallMoment, at moment: Moment) -> Duration {
    wall - WallMoment(nanosecondsSince1970: Int128(moment.nanoseconds))
  }
}

extension OffsetBound {
  /// The same at another moment: wider by what the steady clock may drift between.
  ///
  /// - Parameters:
  ///   - other: The moment; an earlier one widens as much as a later one.
  ///   - drift: How fast the steady clock may run away.
  /// - Returns: The bound at that moment.
  public func at(_ other: Moment, drift: DriftAllowance) -> OffsetBound {
    widened(
      by: drift.widening(from: min(moment, other), to: max(moment, other)), at: other)
  }

  /// What both bounds allow, at the later of their moments; nil if they have nothing in common.
  ///
  /// - Parameters:
  ///   - other: The other bound.
  ///   - drift: How fast the steady clock may run away.
  /// - Returns: Their intersection.
  public func intersection(_ other: OffsetBound, drift: DriftAllowance) -> OffsetBound? {
    let later = max(moment, other.moment)
    let (left, right) = (at(later, drift: drift), other.at(later, drift: drift))
    return OffsetBound(
      earliest: max(left.earliest, right.earliest), latest: min(left.latest, right.latest),
      at: later)
  }

  /// The interval that true time lies in, at a moment of the steady clock.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - drift: How fast the steady clock may run away.
  /// - Returns: The earliest and the latest that true time can be, rounded outwards to nanoseconds.
  public func wall(at now: Moment, drift: DriftAllowance) -> ClosedRange<WallMoment> {
    let bound = at(now, drift: drift)
    let steady = Int128(now.nanoseconds)
    let earliest = WallMoment(
      nanosecondsSince1970: steady + bound.earliest.nanosecondsRoundedDown)
    return
      earliest...WallMoment(
        nanosecondsSince1970: steady + bound.latest.nanosecondsRoundedUp)
  }

  private func widened(by widening: Duration, at moment: Moment) -> OffsetBound {
    OffsetBound(
      ordered: earliest.subtractingSaturated(widening), latest.addingSaturated(widening), moment)
  }

  private init(ordered earliest: Duration, _ latest: Duration, _ moment: Moment) {
    self.earliest = earliest
    self.latest = latest
    self.moment = moment
  }
}
