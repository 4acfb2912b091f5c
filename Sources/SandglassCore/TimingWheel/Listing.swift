/// What stands in a slot or in the heap for an entry: its place in the order of handing out, its
/// node, and the node's stamp at that time.
///
/// A listing counts as long as its node still has that stamp. Whoever removes or moves an entry
/// gives the node another stamp and leaves the old listing where it is: it is stale, and is dropped
/// when somebody comes past. So neither has to find the listing, or to touch more than the node; and
/// entries are put in order without touching their nodes.
@usableFromInline
struct Listing: Sendable, BitwiseCopyable {
  let deadline: UInt64
  let order: UInt64
  @usableFromInline let node: NodeIndex
  @usableFromInline let stamp: UInt32

  @inline(__always)
  init(_ place: TimerOrder, node: NodeIndex, stamp: UInt32) {
    deadline = place.deadline.nanoseconds
    order = place.order
    self.node = node
    self.stamp = stamp
  }

  /// No listing; it stands before all others, and no node has its number.
  static var none: Listing {
    Listing(TimerOrder(deadline: .origin, order: 0), node: .max, stamp: 0)
  }

  /// No listing; it stands after all others, and no node has its number.
  static var afterAll: Listing {
    Listing(TimerOrder(deadline: .distantFuture, order: .max), node: .max, stamp: 0)
  }

  /// Whether it is a listing at all.
  @inline(__always)
  var exists: Bool { node != .max }

  /// The entry's place in the order of handing out.
  var place: TimerOrder {
    TimerOrder(deadline: Moment(nanoseconds: deadline), order: order)
  }

  /// Whether this one comes before another in the order of handing out.
  @inline(__always)
  func precedes(_ other: Listing) -> Bool { place < other.place }
}
