/// The index of a node in ``NodeStore``.
@usableFromInline
typealias NodeIndex = UInt32

/// The metadata of one entry, stored apart from its payload, in eight bytes.
@usableFromInline
struct TimerNode: Sendable, BitwiseCopyable {
  /// The stamp in the high bits and the generation in the low bits.
  @usableFromInline private(set) var word: UInt64

  /// A counter that increases whenever the node is used or freed, so that only the node's latest token is valid. It is
  /// odd while the node holds an entry.
  @inline(__always)
  var generation: UInt32 { UInt32(truncatingIfNeeded: word) & Self.generations }

  /// The order number of the entry's current listing.
  var stamp: UInt64 { word &>> Listing.nodeBits }

  /// Whether the node holds an entry.
  var isUsed: Bool { !word.isMultiple(of: 2) }

  /// Creates a node at the given generation, which holds no entry.
  init(generation: UInt32) {
    word = UInt64(generation)
  }

  /// Marks the node as holding an entry with the given order number.
  @inline(__always)
  mutating func use(order: UInt64) {
    // The generation is even, so adding one does not overflow.
    word = order &<< Listing.nodeBits | UInt64(generation &+ 1)
  }

  /// Changes the order number of the node's entry.
  @inline(__always)
  mutating func restamp(order: UInt64) {
    word = order &<< Listing.nodeBits | UInt64(generation)
  }

  /// Marks the node as free. One addition changes both the generation and the stamp.
  @inline(__always)
  mutating func free() {
    word &+= 1 &<< Listing.nodeBits | 1
  }

  /// Returns zero if the given listing of this node is current, and another value if it is stale.
  @inlinable @inline(__always)
  func difference(from listing: Listing) -> UInt64 {
    (word ^ listing.mark) &>> Listing.nodeBits
  }

  /// The bit mask of a generation. After its last generation, a node's generation wraps around to zero.
  private static var generations: UInt32 { Listing.noNode }
}

/// A handle for an entry of a ``TimingWheel``, to remove or move the entry later.
///
/// A token takes up eight bytes and retains nothing. Once its entry has been removed or handed out, the token is no
/// longer valid, and it never identifies a later entry. A token is meaningful only to the wheel that created it.
public struct TimerToken: Sendable, Hashable {
  /// The entry's node in the wheel's storage.
  @usableFromInline let index: UInt32
  /// The generation of that node.
  @usableFromInline let generation: UInt32

  @inlinable
  init(index: UInt32, generation: UInt32) {
    self.index = index
    self.generation = generation
  }
}
