/// One slot of a wheel: the nodes of its entries, densely packed.
///
/// The nodes stand in no order, and the earliest is found by searching them all. Only if that has to
/// be done again and again while the slot sees few changes are the nodes made a binary heap, which
/// they stay until the slot is emptied. So whoever removes entries at random pays for no order, and
/// whoever always removes the earliest does not search for long.
struct WheelSlot: ~Copyable {
  /// The nodes of the entries.
  var entries = RawVector<NodeIndex>()
  /// Whether the nodes are kept as a binary heap, the earliest first.
  var isHeap = false
  /// The steps of searches that no changes have paid for yet.
  var debt: UInt32 = 0

  /// Pays for steps of searches with a change: several, so that removing entries at random, which
  /// has the earliest searched for once in as many changes as there are entries, leaves no debt.
  mutating func noteChange() {
    debt = debt > 4 ? debt - 4 : 0
  }
}
