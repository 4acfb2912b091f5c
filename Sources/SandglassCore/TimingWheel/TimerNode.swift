/// The number of a node in ``NodeStore``.
@usableFromInline
typealias NodeIndex = UInt32

/// What the wheel knows about one entry, apart from its payload: eight bytes.
@usableFromInline
struct TimerNode: Sendable, BitwiseCopyable {
  /// The use of this node, which tells its tokens from used-up ones: odd while it holds an entry.
  var generation: UInt32
  /// The stamp of the one listing that counts.
  @usableFromInline var stamp: UInt32

  /// Whether the node holds an entry.
  var isUsed: Bool { !generation.isMultiple(of: 2) }
}
