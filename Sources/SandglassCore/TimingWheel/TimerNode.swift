/// The number of a node in ``WheelStorage``.
typealias NodeIndex = UInt32

/// What the wheel knows about one entry, apart from its payload: 32 bytes.
struct TimerNode {
  /// The exact deadline, in nanoseconds.
  var deadline: UInt64
  /// The entry's number in the sequence of insertions and moves.
  var order: UInt64
  /// The use of this node, which tells its tokens from used-up ones.
  var generation: UInt32
  /// The position within the slot; the next free node if this one is free.
  var position: UInt32
  /// The slot that holds the entry, or ``noSlot``.
  var slot: UInt16

  /// The slot of a node without an entry.
  static let noSlot = UInt16.max

  /// The entry's place in the order of handing out.
  var place: TimerOrder {
    TimerOrder(deadline: Moment(nanoseconds: deadline), order: order)
  }

  /// Whether the node holds no entry.
  var isUnused: Bool { slot == Self.noSlot }
}
