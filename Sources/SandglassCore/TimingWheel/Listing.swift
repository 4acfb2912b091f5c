/// The key and the node of an entry, in sixteen bytes, as stored in a slot or in the current tick.
///
/// A listing is current as long as its order number equals the stamp of its node. Removing or moving an entry changes
/// the stamp and leaves the old listing in place. The old listing is then stale, and a later pass drops it. Removing or
/// moving an entry therefore touches only its node, without searching for the listing. Sorting does not touch the nodes
/// at all, because each listing contains its key.
@usableFromInline
struct Listing: Sendable, BitwiseCopyable {
  let deadline: UInt64
  /// The order number in the high bits and the node's index in the low bits, so that marks are ordered by order number.
  @usableFromInline let mark: UInt64

  /// The number of bits in a mark that hold the node's index.
  @inlinable static var nodeBits: UInt64 { 28 }

  /// The index that means "no node". All its bits are set, so the greatest valid index is one less.
  @inlinable static var noNode: NodeIndex { 1 &<< NodeIndex(nodeBits) &- 1 }

  @inline(__always)
  init(_ key: DeadlineKey, node: NodeIndex) {
    deadline = key.deadline.nanoseconds
    mark = key.order &<< Self.nodeBits | UInt64(node)
  }

  /// A placeholder that precedes all listings, because order numbers start at 1.
  static var none: Listing {
    Listing(DeadlineKey(deadline: .origin, order: 0), node: noNode)
  }

  /// A placeholder that follows all listings, because order numbers stay below the limit.
  static var afterAll: Listing {
    Listing(DeadlineKey(deadline: .distantFuture, order: DeadlineKey.limit), node: noNode)
  }

  /// The index of the entry's node.
  @inlinable
  var node: NodeIndex {
    @inline(__always) get { NodeIndex(truncatingIfNeeded: mark) & Self.noNode }
  }

  /// The entry's order number.
  var order: UInt64 { mark &>> Self.nodeBits }

  /// Whether this is a listing and not a placeholder.
  @inline(__always)
  var exists: Bool { node != Self.noNode }

  /// The entry's key.
  var key: DeadlineKey {
    DeadlineKey(deadline: Moment(nanoseconds: deadline), order: order)
  }

  /// Whether this listing comes before the other one.
  @inline(__always)
  func precedes(_ other: Listing) -> Bool {
    deadline == other.deadline ? mark < other.mark : deadline < other.deadline
  }

  /// A copy of this listing with the order number of the given node, which must be the listing's own node.
  func numbered(as entry: TimerNode) -> Listing {
    Listing(DeadlineKey(deadline: key.deadline, order: entry.stamp), node: node)
  }
}
