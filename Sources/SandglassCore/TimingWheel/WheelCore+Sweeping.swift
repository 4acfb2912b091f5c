extension WheelCore {
  /// Counts the listing of a node as stale. The caller is about to change the node's stamp.
  @inline(__always)
  mutating func leaveListing(of node: NodeIndex) {
    if earliest.node == node { forgetEarliest() }
    sweep.stale &+= 1
  }

  /// The rare, slow part of freeing a node.
  @inline(never)
  mutating func clear() {
    nodes.makeRoomForFree()
    if sweep.isDue { sweepSome() }
  }

  /// Checks the next listings if stale listings outnumber entries.
  @inline(never)
  mutating func sweepSome() {
    sweep.limit = sweep.stale &+ Sweep.interval
    guard sweep.stale > count else { return }
    var left = Sweep.length
    while left > 0 {
      let looked = sweepSlot(atMost: left)
      if sweep.rest == 0 { startNextSlot() }
      left -= looked + 1
    }
    sweep.limit = sweep.stale &+ Sweep.interval
  }

  /// Checks some listings in the slot that is being swept, and returns how many were checked.
  private mutating func sweepSlot(atMost length: Int) -> Int {
    // The slot may have lost listings since the last step.
    let end = min(sweep.rest, sweptCount)
    let start = max(0, end - length)
    // Sweeping the start of the heap also sweeps the whole run.
    let others = sweep.slot == nil && start == 0 ? due.run.count : 0
    dropStale(start..<end, in: sweep.slot, atMost: length)
    sweep.rest = start
    return end - start + others
  }

  /// Makes room in a full slot, or makes room for `share` listings in an empty slot. Drops the stale listings in a full
  /// slot, and grows the slot if there were few of them.
  ///
  /// Large slots are left to the sweep, so that no call takes long.
  @inline(never)
  mutating func makeRoom(in slot: Int, expecting share: Int) {
    let count = slots.count(in: slot)
    let isSwept = count > 0 && count <= Sweep.greatestSlot
    let dropped = isSwept ? slots.dropStale(0..<count, of: slot, nodes: nodes) : 0
    sweep.noteDropped(dropped)
    if count == 0 {
      slots.begin(slot, expecting: share)
    } else if 2 * dropped <= count {
      slots.grow(slot, dropped: dropped)
    }
  }

  /// Moves on to the next occupied slot or, after the last slot, to the due listings.
  private mutating func startNextSlot() {
    sweep.slot = slots.next(after: sweep.slot ?? -1)
    sweep.rest = sweptCount
  }

  /// The number of listings in the slot that is being swept, or in the heap of due listings.
  private var sweptCount: Int {
    sweep.slot.map { slots.count(in: $0) } ?? due.heap.count
  }

  /// Drops all stale listings; O(n).
  mutating func sweepAll() {
    sweep.slot = nil
    repeat {
      startNextSlot()
      dropStale(0..<sweep.rest, in: sweep.slot, atMost: .max)
    } while sweep.slot != nil
    sweep.rest = 0
  }

  /// Drops the stale listings at the given positions in a slot, or in the due listings if `slot` is `nil`. See
  /// `CurrentTick.dropStale`.
  private mutating func dropStale(_ positions: Range<Int>, in slot: Int?, atMost most: Int) {
    sweep.noteDropped(
      slot.map { slots.dropStale(positions, of: $0, nodes: nodes) }
        ?? due.dropStale(positions, atMost: most, nodes: nodes))
  }
}
