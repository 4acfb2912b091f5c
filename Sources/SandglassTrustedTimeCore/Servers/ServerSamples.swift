public import SandglassCore

/// What one server has said so far: its samples, intersected.
///
/// Each answer bounds the offset, and all of them hold at once: so what they have in common does (Cristian's and
/// Marzullo's rule, and that of chrony's users: the quickest answers bound it best). A sample that has nothing in
/// common with them contradicts them. Then the old bound stays, and the matter is disputed, until several fresh samples
/// agree with each other, or a majority of the servers says the same.
public struct ServerSamples: Sendable, Hashable {
  /// How many fresh samples have to agree with each other against the old bound, before that is given up.
  public static let neededToChange = 4

  /// What the server's samples allow; nil before the first.
  public private(set) var bound: OffsetBound?

  /// What the fresh samples allow that contradict it; nil if none does.
  public private(set) var disputing: OffsetBound?

  /// When the latest sample came that agreed; nil before the first.
  public private(set) var confirmed: Moment?

  private var disputes = 0

  /// Makes the samples of a server that has not answered yet.
  public init() {}

  /// Makes the samples of a server as they were kept.
  ///
  /// - Parameters:
  ///   - bound: What they allow.
  ///   - confirmed: When the latest one came.
  public init(bound: OffsetBound, confirmed: Moment) {
    self.bound = bound
    self.confirmed = confirmed
  }

  /// Takes in what a fresh sample allows.
  ///
  /// - Parameters:
  ///   - fresh: The bound of the sample.
  ///   - drift: How fast the steady clock may run away.
  public mutating func add(_ fresh: OffsetBound, drift: DriftAllowance) {
    guard let bound else { return believe(fresh) }
    if let common = bound.intersection(fresh, drift: drift) { return believe(common) }
    let common = disputing?.intersection(fresh, drift: drift)
    disputes = common == nil ? 1 : disputes + 1
    disputing = common ?? fresh
    if disputes >= Self.neededToChange { believe(common ?? fresh) }
  }

  /// Gives up the old bound for what the fresh samples say; does nothing if none contradicts it.
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
