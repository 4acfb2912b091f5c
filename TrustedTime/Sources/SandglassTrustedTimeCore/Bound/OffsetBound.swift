public import SandglassCore

/// The interval that contains the offset between the true time and a device's steady clock.
///
/// The offset is the difference between the true time since 1970 and the steady clock's time since its origin. Setting
/// the device's wall clock does not change the offset, because the wall clock is not involved.
///
/// An answer bounds the offset on both sides, without assuming that the path is symmetric. When the request was sent,
/// the true time was no later than the instant at which the server received the request. When the answer arrived, the
/// true time was no earlier than the instant at which the server sent the answer. In the notation of RFC 5905, the
/// request is sent at T1 and received at T2, the answer is sent at T3 and received at T4, and the offset lies in the
/// interval [T3 - T4, T2 - T1]. Half the width of this interval is Cristian's error bound ("Probabilistic clock
/// synchronization", Distributed Computing 3, 1989): half the round-trip time without the time that the server took.
public struct OffsetBound: Sendable, Hashable {
  /// The minimum offset.
  public let earliest: Duration

  /// The maximum offset, which is never less than ``earliest``.
  public let latest: Duration

  /// The moment for which the bound holds. At other moments the bound is wider, because the steady clock may drift.
  public let moment: Moment

  /// The smallest uncertainty at which a server counts as not synchronised: MAXDISP of RFC 5905, 16 s.
  public static let greatestUncertainty = Duration.seconds(16)

  /// Creates a bound from its edges. Returns nil if the minimum is greater than the maximum.
  ///
  /// - Parameters:
  ///   - earliest: The minimum offset.
  ///   - latest: The maximum offset.
  ///   - moment: The moment for which the bound holds.
  public init?(earliest: Duration, latest: Duration, at moment: Moment) {
    guard earliest <= latest else { return nil }
    self.earliest = earliest
    self.latest = latest
    self.moment = moment
  }

  /// Creates the bound that follows from an answer, for the moment at which the answer arrived.
  ///
  /// - Parameters:
  ///   - sample: The four instants, and the maximum error of the server's clock, which widens the bound.
  ///   - drift: The maximum drift of the steady clock, which also applies between the request and the answer.
  /// - Throws: ``TimeRefusal/unsynchronized`` if the uncertainty is 16 s or more, and ``TimeRefusal/impossible`` if it is
  ///   negative or the instants are impossible. Instants are
  ///   impossible if the answer arrived before the request was sent, if the answer was sent before the request arrived,
  ///   or if the server held the request longer than the client waited.
  public init(_ sample: TimeSample, drift: DriftAllowance = .standard) throws(TimeRefusal) {
    guard sample.received >= sample.sent, sample.serverSent >= sample.serverReceived,
      sample.uncertainty >= .zero
    else { throw .impossible }
    guard sample.uncertainty < Self.greatestUncertainty else { throw .unsynchronized }
    let lowest = sample.serverSent.offset(from: sample.received)
    let highest = sample.serverReceived.offset(from: sample.sent)
    let drifted = drift.widening(from: sample.sent, to: sample.received)
    let bound = OffsetBound(
      earliest: lowest.subtractingSaturated(sample.uncertainty),
      latest: highest.addingSaturated(sample.uncertainty).addingSaturated(drifted),
      at: sample.received)
    guard let bound else { throw .impossible }
    self = bound
  }
}

extension OffsetBound {
  /// Returns the bound for a different moment, which is wider because the steady clock may drift between the two
  /// moments.
  ///
  /// - Parameters:
  ///   - other: The different moment. An earlier moment widens the bound as much as a later one.
  ///   - drift: The maximum drift of the steady clock.
  /// - Returns: The bound for the different moment.
  public func at(_ other: Moment, drift: DriftAllowance) -> OffsetBound {
    widened(
      by: drift.widening(from: min(moment, other), to: max(moment, other)), at: other)
  }

  /// Returns the intersection of two bounds, for the later of their moments, or nil if the intersection is empty.
  ///
  /// - Parameters:
  ///   - other: The other bound.
  ///   - drift: The maximum drift of the steady clock.
  /// - Returns: The intersection.
  public func intersection(_ other: OffsetBound, drift: DriftAllowance) -> OffsetBound? {
    let later = max(moment, other.moment)
    let (left, right) = (at(later, drift: drift), other.at(later, drift: drift))
    return OffsetBound(
      earliest: max(left.earliest, right.earliest), latest: min(left.latest, right.latest),
      at: later)
  }

  /// Returns the interval that contains the true time at a moment of the steady clock.
  ///
  /// - Parameters:
  ///   - now: The moment.
  ///   - drift: The maximum drift of the steady clock.
  /// - Returns: The earliest and the latest possible time, rounded outwards to nanoseconds.
  public func wall(at now: Moment, drift: DriftAllowance) -> ClosedRange<WallMoment> {
    let bound = at(now, drift: drift)
    let earliest = WallMoment(now, offset: bound.earliest.roundedDown)
    return earliest...WallMoment(now, offset: bound.latest)
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
