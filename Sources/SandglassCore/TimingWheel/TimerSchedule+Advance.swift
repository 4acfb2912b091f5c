extension TimerSchedule {
  /// The node of the earliest entry, or nil if there is none.
  ///
  /// O(1) when asked again. After the earliest was removed O(k) for the k entries of the first slot,
  /// paid by as many changes, and O(log k) once it is a heap.
  mutating func first() -> NodeIndex? {
    if earliest != WheelStorage.noNode { return earliest }
    while let slot = storage.firstOccupied {
      guard let node = first(in: slot) else { continue }
      earliest = node
      return node
    }
    return nil
  }

  /// The earliest node in `slot`, the first occupied one.
  ///
  /// If even the earliest moved on to a later slot, so did all others: then they are placed anew
  /// and the answer is nil.
  private mutating func first(in slot: Int) -> NodeIndex? {
    let node = earliest(in: slot)
    if self.slot(for: storage[node].place.deadline) == slot { return node }
    placeAnew(slot)
    return nil
  }

  /// The earliest node in a slot, by its order if it has one.
  private mutating func earliest(in slot: Int) -> NodeIndex {
    if storage.isHeap(slot) { return storage.entry(at: 0, in: slot) }
    guard storage.noteSearch(of: slot) else {
      makeHeap(slot)
      return storage.entry(at: 0, in: slot)
    }
    var earliest = storage.entry(at: 0, in: slot)
    for position in 1..<storage.count(in: slot) {
      let node = storage.entry(at: position, in: slot)
      if precedes(node, earliest) { earliest = node }
    }
    return earliest
  }

  /// The place of the earliest entry in the order of handing out, or nil if there is none.
  @usableFromInline
  mutating func firstPlace() -> TimerOrder? {
    guard let node = first() else { return nil }
    return storage[node].place
  }

  /// Takes all entries out of a slot and puts each where it belongs.
  private mutating func placeAnew(_ slot: Int) {
    var entries = storage.takeEntries(of: slot)
    for position in 0..<entries.count { link(entries[position]) }
    storage.giveBack(&entries, to: slot)
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
      placeAnew(slot)
    }
  }
}
