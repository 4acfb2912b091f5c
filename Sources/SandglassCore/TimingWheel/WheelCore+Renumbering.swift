/// Order numbers run out after 69 billion insertions and moves. Then all entries of the wheel, or of all wheels that
/// share a sequence, are renumbered from 1 in their existing order. Renumbering takes O(n log n), a few tenths of a
/// second for a million entries.
extension WheelCore {
  /// Returns the next number in the wheel's own sequence of insertions and moves, and advances the sequence.
  @inlinable @inline(__always)
  mutating func takeOrder() -> UInt64 {
    defer { nextOrder &+= 1 }
    return peekOrder()
  }

  /// Returns the next number in the sequence without advancing the sequence.
  @inlinable @inline(__always)
  mutating func peekOrder() -> UInt64 {
    if nextOrder == DeadlineKey.limit { renumber() }
    return nextOrder
  }

  /// Renumbers the entries of this wheel.
  @usableFromInline
  mutating func renumber() {
    var orders: [UInt64] = []
    appendOrders(to: &orders)
    orders.sort()
    renumber(orders)
    nextOrder = UInt64(orders.count) + 1
  }

  /// Appends the order numbers of all entries.
  @usableFromInline
  mutating func appendOrders(to orders: inout [UInt64]) {
    for node in 0..<nodes.count where nodes.isUsed(node) {
      orders.append(nodes[NodeIndex(node)].stamp)
    }
  }

  /// Changes the order number of each entry to its position in `orders` plus one. `orders` must be sorted.
  @usableFromInline
  mutating func renumber(_ orders: [UInt64]) {
    sweepAll()
    for node in 0..<NodeIndex(nodes.count) where nodes[node].isUsed {
      nodes[node].restamp(order: Self.position(of: nodes[node].stamp, in: orders) + 1)
    }
    slots.renumber(nodes)
    due.renumber(nodes)
    if earliest.exists { earliest = earliest.numbered(as: nodes[earliest.node]) }
  }

  private static func position(of order: UInt64, in orders: [UInt64]) -> UInt64 {
    var range = 0..<orders.count
    while range.count > 1 {
      let middle = range.lowerBound + range.count / 2
      range = orders[middle] <= order ? middle..<range.upperBound : range.lowerBound..<middle
    }
    return UInt64(range.lowerBound)
  }
}

extension RawVector<Listing> {
  /// Updates the order number of each listing from its node. There must be no stale listings.
  mutating func renumber(_ nodes: borrowing NodeStore) {
    for position in 0..<count {
      self[position] = self[position].numbered(as: nodes[self[position].node])
    }
  }
}
