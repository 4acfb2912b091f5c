/// What the servers of a trusted clock agree on.
public struct TrustedAgreement: Sendable, Hashable {
  /// The hull of all offsets that more than half of the servers allow. A server that has not answered allows every
  /// offset.
  public let bound: OffsetBound

  /// Whether more than half of all servers have answered and allow a common offset.
  ///
  /// If so, each offset of the hull is allowed by one of these servers: the other servers that have answered, together
  /// with all that have not, are no majority. So the hull is at most twice as wide as the widest bound of these servers.
  /// If not, a single false server may have made the hull as wide as its own error.
  public let isConfirmed: Bool

  /// Whether a majority agrees now. If not, this is what the latest majority agreed on.
  public internal(set) var isCurrent: Bool

  /// Creates an agreement, for example from a record.
  ///
  /// - Parameters:
  ///   - bound: The hull of all offsets that more than half of the servers allow.
  ///   - isConfirmed: Whether more than half of all servers have answered and allow a common offset.
  ///   - isCurrent: Whether a majority agrees now.
  public init(bound: OffsetBound, isConfirmed: Bool, isCurrent: Bool) {
    self.bound = bound
    self.isConfirmed = isConfirmed
    self.isCurrent = isCurrent
  }
}
