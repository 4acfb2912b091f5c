extension TimerSchedule {
  /// The node of the earliest entry, or nil if there is none.
  ///
  /// O(1) when asked again, O(log k) after the earliest was removed, and O(k) the first time a
  /// slot of k entries is the first.
  mutating func first() -> NodeIndex? {
    while let slot = storage.firstOccupied {
      if let node = first(in: slot) { return node }
    }
    return nil
  }

  /// The earliest node in `slot`, the first occupied one.
  ///
  /// Nodes that moved later are placed anew; nil if the slot held nothing else.
  private mutating func first(in slot: Int) -> NodeIndex? {
    makeHeap(slot)
    while storage.count(in: slot) > 0 {
      let node = storage.entry(at: 0, in: slot)
      let ownSlot = self.slot(for: Moment(nanoseconds: storage[node].deadline))
      if ownSlot == slot { return node }
      unlink(node)
      link(node)
    }
    return nil
  }

  /// Removes the earliest entry if it is due by `limit`, and answers its deadline and index.
  @usableFromInline
  mutating func popFirst(dueBy limit: Moment) -> (deadline: Moment, index: Int)? {
    guard let node = advanceToFirst(dueBy: limit) else { return nil }
    let deadline = storage[node].place.deadline
    remove(node)
    return (deadline, Int(node))
  }

  /// The node of the earliest entry that is due by `limit`; the schedule advances to its
  /// deadline, or else to `limit`.
  private mutating func advanceToFirst(dueBy limit: Moment) -> NodeIndex? {
    let limit = max(limit, now)
    while let slot = storage.firstOccupied {
      if slot != storage.imminent {
        guard start(of: slot) <= limit else { break }
        enter(slot)
      } else if let node = first(in: slot) {
        let deadline = Moment(nanoseconds: storage[node].deadline)
        guard deadline <= limit else { break }
        now = max(now, deadline)
        return node
      }
    }
    now = limit
    return nil
  }

  /// Advances to the start of `slot`, the first occupied one, and brings its entries down.
  ///
  /// Every entry comes down at most once from each level, and nothing is done for the empty
  /// slots passed over. Entries of other slots keep their place: their ticks differ from the
  /// new current tick in the same highest digit as from the old one.
  private mutating func enter(_ slot: Int) {
    now = start(of: slot)
    if slot < WheelStorage.slotsPerLevel {
      storage.makeImminent(slot)
      makeHeap(storage.imminent)
    } else {
      for node in storage.takeEntries(of: slot) { link(node) }
    }
  }
}
