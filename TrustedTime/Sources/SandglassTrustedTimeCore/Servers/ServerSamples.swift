public import SandglassCore

/// The samples of one server that count.
///
/// Each sample bounds the offset. All samples are valid at the same time, so their intersection is valid too, as in the
/// algorithms of Cristian and Marzullo. The samples with the shortest round trips have the tightest bounds. If a sample
/// does not intersect the earlier ones, it contradicts them. The server is then disputed, and its old bound is used
/// until several new samples agree with each other, or until a majority of the servers is disputed and their new
/// samples agree.
///
/// A wrong sample whose error is small may agree with right ones, so nothing contradicts it. Therefore each sample counts
/// for half an hour only: the first later sample that agrees with the others drops it. So the bound is right if the
/// server was right in all samples since half an hour before its fourth-latest one.
public struct ServerSamples: Sendable, Hashable {
  /// The number of successive new samples that must agree with each other before they replace the old bound.
  public static let neededToChange = 4

  /// The age at which a sample is dropped when the next one agrees: half an hour.
  public static let countedFor = Duration.seconds(1800)

  /// The maximum number of samples that count. If there are more, the oldest ones are dropped.
  public static let most = 8

  /// The bounds of the samples that count, from the oldest to the latest.
  ///
  /// A sample is left out if a later one allows no other offsets than this one does.
  public private(set) var agreeing: [OffsetBound]

  /// The bounds of the latest samples if they contradict those that count, from the oldest to the latest. They agree with
  /// each other.
  public private(set) var disputing: [OffsetBound]

  /// Creates the samples of a server that has not answered yet, or those from a record.
  ///
  /// - Parameters:
  ///   - agreeing: The bounds of the samples that count, from the oldest to the latest. If they have no common offset,
  ///     the server counts as one that has not answered.
  ///   - disputing: The bounds of the samples that contradict these, from the oldest to the latest.
  public init(agreeing: [OffsetBound] = [], disputing: [OffsetBound] = []) {
    self.agreeing = agreeing
    self.disputing = disputing
  }

  /// The moment of the latest sample that agreed with those that count, or nil before the first sample.
  public var confirmed: Moment? { agreeing.last?.moment }

  /// Returns the bound that all samples that count allow, for the moment of the latest one.
  ///
  /// - Parameter drift: The maximum drift of the steady clock.
  /// - Returns: The bound, or nil before the first sample.
  public func bound(drift: DriftAllowance) -> OffsetBound? {
    Self.common(agreeing, drift: drift)
  }

  /// Returns the bound that the contradicting samples allow, for the moment of the latest one, or nil if there are none.
  func disputingBound(drift: DriftAllowance) -> OffsetBound? {
    Self.common(disputing, drift: drift)
  }

  /// Adds a new sample.
  ///
  /// - Parameters:
  ///   - fresh: The bound of the sample.
  ///   - drift: The maximum drift of the steady clock.
  public mutating func add(_ fresh: OffsetBound, drift: DriftAllowance) {
    guard let bound = bound(drift: drift) else {
      self = ServerSamples(agreeing: [fresh])
      return
    }
    if bound.intersection(fresh, drift: drift) != nil {
      self = ServerSamples(agreeing: Self.counted(agreeing, with: fresh, drift: drift))
      return
    }
    if disputingBound(drift: drift)?.intersection(fresh, drift: drift) == nil { disputing = [] }
    disputing.append(fresh)
    if disputing.count >= Self.neededToChange { believeDisputing(drift: drift) }
  }

  /// Replaces the samples that count with the contradicting ones, if there are any.
  mutating func believeDisputing(drift: DriftAllowance) {
    guard let fresh = disputing.last else { return }
    self = ServerSamples(
      agreeing: Self.counted(disputing.dropLast(), with: fresh, drift: drift))
  }

  /// Returns the samples that still count after a new one that agrees with them.
  private static func counted(
    _ samples: [OffsetBound], with fresh: OffsetBound, drift: DriftAllowance
  ) -> [OffsetBound] {
    let kept = samples.filter { sample in
      let aged = sample.at(fresh.moment, drift: drift)
      return fresh.moment - sample.moment <= countedFor
        && !(aged.earliest <= fresh.earliest && fresh.latest <= aged.latest)
    }
    return kept.suffix(most - 1) + [fresh]
  }

  private static func common(_ samples: [OffsetBound], drift: DriftAllowance) -> OffsetBound? {
    guard var common = samples.first else { return nil }
    for sample in samples.dropFirst() {
      guard let narrower = common.intersection(sample, drift: drift) else { return nil }
      common = narrower
    }
    return common
  }
}
