/// What stands in a slot or in the present tick for an entry: its key and its node, in sixteen bytes.
///
/// A listing counts as long as its node is stamped with its order number. Whoever removes or moves an
/// entry gives the node another stamp and leaves the old listing where it is: it is stale, and is dropped
/// when somebody comes past. So neither has to find the listing, or to touch more than the node; and
/// entries are put in order without touching their nodes.
@usableFromInline
struct Listing: Sendable, BitwiseCopyable {
  let deadline: UInt64
  /// The order number, and below it the node: so that marks compare as order numbers do.
  @usableFromInline let mark: UInt64

  /// How many bits of a mark are the node's.
  @inlinable static var nodeBits: UInt64 { 28 }

  /// The number of no node, all bits set: one less is the greatest there is.
  @inlinable static var noNode: NodeIndex { 1 &<< NodeIndex(nodeBits) &- 1 }

  @inline(__always)
  init(_ key: DeadlineKey, node: NodeIndex) {
    deadline = key.deadline.nanoseconds
    mark = key.order &<< Self.nodeBits | UInt64(node)
  }

  /// No listing; it stands before all others, since order numbers begin at one.
  static var none: Listing {
    Listing(DeadlineKey(deadline: .origin, order: 0), node: noNode)
  }

  /// No listing; it stands after all others, since order numbers end before the limit.
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

  /// Whether it is a listing at all.
  @inline(__always)
  var exists: Bool { node != Self.noNode }

  /// The entry's key.
  var key: DeadlineKey {
    DeadlineKey(deadline: Moment(nanoseconds: deadline), order: order)
  }

  /// Whether this one comes before another in the order of handing out.
  @inline(__always)
  func precedes(_ other: Listing) -> Bool {
    deadline == other.deadline ? mark < other.mark : deadline < other.deadline
  }

  /// The same with the order number of its node.
  func numbered(as entry: TimerNode) -> Listing {
    Listing(DeadlineKey(deadline: key.deadline, order: entry.stamp), node: node)
  }
}
