public import SandglassCore

/// The intersection of one server's samples.
///
/// Each sample bounds the offset. All samples are valid at the same time, so their intersection is valid too, as in the
/// algorithms of Cristian and Marzullo. The samples with the shortest round trips have the tightest bounds. If a sample
/// does not intersect the earlier ones, it contradicts them. The server is then disputed, and its old bound is used
/// until several new samples agree with each other, or until a majority of the servers is disputed and their new
/// samples agree.
public struct ServerSamples: Sendable, Hashable {
  /// The number of successive new samples that must agree with each other before they replace the old bound.
  public static let neededToChange = 4

  /// The bound that the server's samples allow, or nil before the first sample.
  public private(set) var bound: OffsetBound?

  /// The bound that the contradicting new samples allow, or nil if there are none.
  public private(set) var disputing: OffsetBound?

  /// The moment of the latest sample that agreed with the bound, or nil before the first sample.
  public private(set) var confirmed: Moment?

  /// The number of contradicting samples in a row that agree with each other.
  public private(set) var disputes = 0

  /// Creates the samples of a server that has not answered yet.
  public init() {}

  /// Creates the samples of a server from a record.
  ///
  /// - Parameters:
  ///   - bound: The bound that the samples allow.
  ///   - confirmed: The moment of the latest sample that agreed with the bound.
  ///   - disputing: The bound that the contradicting samples allow, or nil if there are none.
  ///   - disputes: The number of contradicting samples in a row that agree with each other.
  public init(
    bound: OffsetBound, confirmed: Moment, disputing: OffsetBound? = nil, disputes: Int = 0
  ) {
    self.bound = bound
    self.confirmed = confirmed
    self.disputing = disputing
    self.disputes = disputes
  }

  /// Adds a new sample.
  ///
  /// - Parameters:
  ///   - fresh: The bound of the sample.
  ///   - drift: The maximum drift of the steady clock.
  public mutating func add(_ fresh: OffsetBound, drift: DriftAllowance) {
    guard let bound else { return believe(fresh) }
    if let common = bound.intersection(fresh, drift: drift) { return believe(common) }
    let common = disputing?.intersection(fresh, drift: drift)
    disputes = common == nil ? 1 : disputes + 1
    disputing = common ?? fresh
    if disputes >= Self.neededToChange { believe(common ?? fresh) }
  }

  /// Replaces the old bound with the bound of the contradicting samples, if there are any.
  public mutating func believeDisputing() {
    if let disputing { believe(disputing) }
  }

  private mutating func believe(_ bound: OffsetBound) {
    self.bound = bound
    confirmed = bound.moment
    disputing = nil
    disputes = 0
  }
}
