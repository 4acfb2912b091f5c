/// The number of a node in ``NodeStore``.
@usableFromInline
typealias NodeIndex = UInt32

/// What the wheel knows about one entry, apart from its payload: eight bytes.
@usableFromInline
struct TimerNode: Sendable, BitwiseCopyable {
  /// The stamp, and below it the generation.
  @usableFromInline private(set) var word: UInt64

  /// The use of this node, which tells its tokens from used-up ones: odd while it holds an entry.
  @inline(__always)
  var generation: UInt32 { UInt32(truncatingIfNeeded: word) & Self.generations }

  /// The order number of the one listing that counts.
  var stamp: UInt64 { word &>> Listing.nodeBits }

  /// Whether the node holds an entry.
  var isUsed: Bool { !word.isMultiple(of: 2) }

  /// A node that has been used so often, and holds no entry.
  init(generation: UInt32) {
    word = UInt64(generation)
  }

  /// Has it hold an entry with that order number.
  @inline(__always)
  mutating func use(order: UInt64) {
    // The generation is even, and so there is a next one.
    word = order &<< Listing.nodeBits | UInt64(generation &+ 1)
  }

  /// Gives its entry another order number.
  @inline(__always)
  mutating func restamp(order: UInt64) {
    word = order &<< Listing.nodeBits | UInt64(generation)
  }

  /// Takes its entry away: another generation and another stamp, in one addition.
  @inline(__always)
  mutating func free() {
    word &+= 1 &<< Listing.nodeBits | 1
  }

  /// Zero if a listing of this node counts.
  @inlinable @inline(__always)
  func difference(from listing: Listing) -> UInt64 {
    (word ^ listing.mark) &>> Listing.nodeBits
  }

  /// The bits of a generation; a node that has had all of them is at zero.
  private static var generations: UInt32 { Listing.noNode }
}
