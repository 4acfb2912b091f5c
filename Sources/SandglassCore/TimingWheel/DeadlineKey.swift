/// The key by which entries are ordered: by deadline, then by order of insertion.
///
/// If several wheels share one sequence of order numbers, the keys of their entries are comparable across the wheels.
@usableFromInline
package struct DeadlineKey: Sendable, Equatable {
  /// The earliest moment at which the entry may be handed out.
  @usableFromInline package let deadline: Moment
  /// The entry's order number: its number in the sequence of insertions and moves, from 1 to one less than ``limit``.
  @usableFromInline package let order: UInt64

  /// The exclusive upper bound of order numbers. There are 69 billion order numbers. When they run out, all entries are
  /// renumbered; see `WheelCore.renumber()`.
  @inlinable package static var limit: UInt64 { .max &>> Listing.nodeBits }

  /// Creates a key from a deadline and an order number.
  @inlinable
  package init(deadline: Moment, order: UInt64) {
    self.deadline = deadline
    self.order = order
  }
}

extension DeadlineKey: Comparable {
  /// Orders keys by deadline. If the deadlines are equal, orders them by order number.
  @inlinable
  package static func < (left: DeadlineKey, right: DeadlineKey) -> Bool {
    if left.deadline != right.deadline { return left.deadline < right.deadline }
    return left.order < right.order
  }
}
