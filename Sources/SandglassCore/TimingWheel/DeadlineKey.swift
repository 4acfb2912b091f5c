/// The key by which entries are ordered: the deadline, then the order of insertion.
///
/// With one sequence of order numbers shared by several wheels, the keys of their entries
/// compare with each other as well.
@usableFromInline
package struct DeadlineKey: Sendable, Hashable {
  /// The moment before which the entry is not handed out.
  @usableFromInline package let deadline: Moment
  /// The entry's number in the sequence of insertions and moves: from 1 to one less than ``limit``.
  @usableFromInline package let order: UInt64

  /// What no order number reaches: there are 69 billion, and then all begin anew; see
  /// `WheelCore.renumber()`.
  @inlinable package static var limit: UInt64 { .max &>> Listing.nodeBits }

  /// Makes the key of the entry with that deadline and order number.
  @inlinable
  package init(deadline: Moment, order: UInt64) {
    self.deadline = deadline
    self.order = order
  }
}

extension DeadlineKey: Comparable {
  /// Orders keys by deadline and, where deadlines are equal, by order number.
  @inlinable
  package static func < (left: DeadlineKey, right: DeadlineKey) -> Bool {
    if left.deadline != right.deadline { return left.deadline < right.deadline }
    return left.order < right.order
  }
}
