extension WheelCore {
  /// The search credit, in listings, that each change adds.
  static var searchesForChange: Int { 4 }

  /// The search credit is capped at the credit of n + k changes, where n is the number of entries and k is this
  /// constant. Searching 16,384 listings takes less than a millisecond. With less credit, the few entries that remain
  /// in an almost empty wheel would be distributed early, and every entry that is then added before them would go into
  /// the heap.
  static var sparedSearches: Int { 16_384 }

  /// The number of listings that one prefetch visits. The listings of the heap are not sorted, but the earliest ones
  /// are near its start.
  private static var lookLength: Int { 128 }
  /// The number of entries handed out between two prefetches.
  private static var popsBetweenLooks: Int { 64 }

  /// The key of the earliest entry, or nil if there is none.
  ///
  /// O(1) if the earliest entry has not changed since the last call. After the earliest entry has been removed or
  /// moved, the next call costs O(k) for the k listings in the first occupied slot if the search credit covers them.
  /// Otherwise these listings are distributed to lower slots early, down to a single tick.
  @usableFromInline
  mutating func firstKey() -> DeadlineKey? {
    if !earliest.exists { findEarliest() }
    mayHaveNewFirst = false
    return earliest.exists ? earliest.key : nil
  }

  /// Finds the earliest entry, if there is any.
  private mutating func findEarliest() {
    guard count > 0 else { return earliest = .afterAll }
    while !earliest.exists {
      if let listing = firstDue() {
        earliest = listing
      } else if let slot = slots.first {
        search(slot)
      }
    }
  }

  /// Returns the first due listing that is current, and drops the stale listings before it.
  private mutating func firstDue() -> Listing? {
    while let listing = due.first {
      if !nodes.isStale(listing) { return listing }
      due.removeFirst()
      sweep.noteDropped(1)
    }
    return nil
  }

  /// Searches the first occupied slot for the earliest entry, or distributes its listings.
  private mutating func search(_ slot: Int) {
    let length = slots.count(in: slot)
    // Cap the credit from old changes. Otherwise too many long searches could follow one another.
    searchCredit = min(searchCredit, Self.searchesForChange * (count + Self.sparedSearches))
    guard searchCredit >= length else { return enter(slot) }
    searchCredit -= length
    sweep.noteDropped(slots.dropStale(0..<length, of: slot, nodes: nodes))
    guard slots.count(in: slot) > 0 else { return slots.empty(slot, keepingFor: nodes.count) }
    earliest = slots.listing(at: 0, in: slot)
    for position in 1..<slots.count(in: slot) {
      let listing = slots.listing(at: position, in: slot)
      if listing.precedes(earliest) { earliest = listing }
    }
  }

  /// Advances the current tick to the first tick of the first occupied slot, and distributes the slot's listings.
  ///
  /// Every listing moves down at most once from each level, and skipped empty slots cost nothing. The listings of other
  /// slots stay in place, because the highest digit in which their ticks differ from the current tick stays the same.
  private mutating func enter(_ slot: Int) {
    currentTick = firstTick(of: slot)
    popsUntilLook = 0
    if sweep.stale > 0 {
      sweep.noteDropped(slots.dropStale(0..<slots.count(in: slot), of: slot, nodes: nodes))
    }
    var listings = slots.take(slot)
    if WheelSlots.isLowest(slot) {
      due.fill(&listings, tickBits: tickBits)
    } else {
      dealOut(listings)
    }
    slots.giveBack(&listings, from: slot, keepingFor: nodes.count)
  }

  /// Distributes the listings of a slot to lower slots or the heap.
  private mutating func dealOut(_ listings: borrowing RawVector<Listing>) {
    // The slots of the level below get roughly equal shares; an extra seventh avoids most reallocations.
    let share = listings.count / 56
    for position in 0..<listings.count { put(listings[position], expecting: share) }
  }

  /// Advances to the deadline of the earliest entry and returns `true` if the entry is due by `limit`. Otherwise
  /// returns `false`.
  ///
  /// Entries with an order number of `end` or more are not handed out yet. They are moved behind all other entries that
  /// are due by `limit`. If this method returns `false` because only such entries are due by `limit`, the wheel does
  /// not advance to `limit`. If it returns `false` because no entry is due by `limit`, the wheel advances to `limit`.
  @usableFromInline
  mutating func advance(dueBy limit: Moment, before end: UInt64) -> Bool {
    let limit = max(limit, now)
    while let listing = advanceToFirst(dueBy: limit) {
      if listing.order < end {
        now = max(now, listing.key.deadline)
        return true
      }
      guard listing.key.deadline < limit else { return false }
      postponeFirst(to: limit)
    }
    now = limit
    currentTick = max(currentTick, limit.nanoseconds &>> tickBits)
    return false
  }

  /// Moves the earliest entry, if it is due by `limit`, behind all entries with smaller order numbers that are due by
  /// `limit`.
  @usableFromInline @inline(never)
  mutating func postponeFirst(dueBy limit: Moment) {
    if advanceToFirst(dueBy: limit) != nil { postponeFirst(to: limit) }
  }

  private mutating func postponeFirst(to deadline: Moment) {
    let listing = due.removeFirst()
    if earliest.node == listing.node { forgetEarliest() }
    put(Listing(DeadlineKey(deadline: deadline, order: listing.order), node: listing.node))
  }

  /// Removes the earliest entry, to which the wheel has just advanced, and returns its deadline and node.
  @usableFromInline
  mutating func popFirst() -> (deadline: Moment, node: Int) {
    let listing = due.removeFirst()
    popsUntilLook -= 1
    if earliest.node == listing.node { forgetEarliest() }
    free(listing.node)
    return (listing.key.deadline, Int(listing.node))
  }

  /// Returns the number of due listings to prefetch now, or 0 if the last prefetch was recent.
  @usableFromInline
  mutating func startLook() -> Int {
    guard popsUntilLook <= 0 else { return 0 }
    popsUntilLook = Self.popsBetweenLooks
    return min(due.count, Self.lookLength)
  }

  /// Enters the slots that begin by `limit`, one after another, until a current listing is due. Returns that listing if
  /// its deadline is not after `limit`.
  private mutating func advanceToFirst(dueBy limit: Moment) -> Listing? {
    while true {
      if let listing = firstDue() { return listing.key.deadline <= limit ? listing : nil }
      guard let slot = slots.first, firstTick(of: slot) <= limit.nanoseconds &>> tickBits
      else { return nil }
      enter(slot)
    }
  }
}
