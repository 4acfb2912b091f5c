/// The key and the node of an entry, in sixteen bytes, as stored in a slot or in the current tick.
///
/// A listing is current while its node's stamp equals its order number. Removing or moving an entry changes the stamp
/// and leaves the old listing behind. That listing is now stale, and a later pass drops it. So removing and moving
/// touch only the node and need not find the listing, and sorting entries does not touch their nodes.
@usableFromInline
struct Listing: Sendable, BitwiseCopyable {
  let deadline: UInt64
  /// The order number in the high bits and the node in the low ones, so that marks compare as order numbers do.
  @usableFromInline let mark: UInt64

  /// The number of bits of a mark that hold the node.
  @inlinable static var nodeBits: UInt64 { 28 }

  /// The index that stands for no node. All its bits are set, so the greatest valid index is one less.
  @inlinable static var noNode: NodeIndex { 1 &<< NodeIndex(nodeBits) &- 1 }

  @inline(__always)
  init(_ key: DeadlineKey, node: NodeIndex) {
    deadline = key.deadline.nanoseconds
    mark = key.order &<< Self.nodeBits | UInt64(node)
  }

  /// A placeholder that precedes all listings, since order numbers begin at one.
  static var none: Listing {
    Listing(DeadlineKey(deadline: .origin, order: 0), node: noNode)
  }

  /// A placeholder that follows all listings, since order numbers stay below the limit.
  static var afterAll: Listing {
    Listing(DeadlineKey(deadline: .distantFuture, order: DeadlineKey.limit), node: noNode)
  }

  /// The node of the entry.
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

  /// Whether this listing is handed out before another one.
  @inline(__always)
  func precedes(_ other: Listing) -> Bool {
    deadline == other.deadline ? mark < other.mark : deadline < other.deadline
  }

  /// A copy of this listing with the order number of its node.
  func numbered(as entry: TimerNode) -> Listing {
    Listing(DeadlineKey(deadline: key.deadline, order: entry.stamp), node: node)
  }
}
