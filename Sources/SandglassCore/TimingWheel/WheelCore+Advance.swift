extension WheelCore {
  /// How many listings may be searched for each change.
  static var searchesForChange: Int { 4 }

  /// For how many listings more than there are entries credit is kept: to search them all takes less
  /// than a millisecond. With less, the last entries of a wheel would be dealt out before their time, and
  /// what comes before them next would all be put into the heap.
  static var sparedSearches: Int { 16_384 }

  /// How many listings are looked at ahead of time. Those of the heap are not in order, but the ones to come
  /// next are among the first.
  private static var lookLength: Int { 128 }
  /// How many entries are handed out between two looks.
  private static var popsBetweenLooks: Int { 64 }

  /// The key of the earliest entry, or nil if there is none.
  ///
  /// O(1) when asked again. After the earliest was removed or moved O(k) for the k listings of the
  /// first slot, as long as changes have paid for that; else these are dealt out to lower slots
  /// before their time, down to a single tick.
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

  /// The first listing that is due and counts; drops the stale ones before it.
  private mutating func firstDue() -> Listing? {
    while let listing = due.first {
      if !nodes.isStale(listing) { return listing }
      due.removeFirst()
      sweep.noteDropped(1)
    }
    return nil
  }

  /// Looks for the earliest entry in a slot, the first that holds anything, or deals it out.
  private mutating func search(_ slot: Int) {
    let length = slots.count(in: slot)
    // Changes of long ago do not pay for all: too many long searches would come at once.
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

  /// Makes the first tick of a slot, the first that holds anything, the current one, and deals
  /// out its listings to where they belong now.
  ///
  /// Every listing so comes down at most once from each level, and nothing is done for the empty
  /// slots passed over. Listings of other slots keep their place: their ticks differ from the
  /// new current tick in the same highest digit as from the old one.
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

  /// Puts the listings of a slot that was entered into lower ones, or into the heap.
  private mutating func dealOut(_ listings: borrowing RawVector<Listing>) {
    // The slots of the level below share them about equally; a seventh more spares most a growth.
    let share = listings.count / 56
    for position in 0..<listings.count { put(listings[position], expecting: share) }
  }

  /// Advances to the deadline of the earliest entry if it is due by `limit`, and answers true; else advances to
  /// `limit`.
  ///
  /// Entries with an order number of `end` or more do not take their turn yet: they are put behind all
  /// others that are due by `limit`.
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

  /// Puts the earliest entry, which is due by `limit`, behind those with smaller order numbers that are due by
  /// then.
  @usableFromInline @inline(never)
  mutating func postponeFirst(dueBy limit: Moment) {
    if advanceToFirst(dueBy: limit) != nil { postponeFirst(to: limit) }
  }

  private mutating func postponeFirst(to deadline: Moment) {
    let listing = due.removeFirst()
    if earliest.node == listing.node { forgetEarliest() }
    put(Listing(DeadlineKey(deadline: deadline, order: listing.order), node: listing.node))
  }

  /// Removes the earliest entry, which the wheel has just advanced to, and answers its deadline and node.
  @usableFromInline
  mutating func popFirst() -> (deadline: Moment, node: Int) {
    let listing = due.removeFirst()
    popsUntilLook -= 1
    if earliest.node == listing.node { forgetEarliest() }
    free(listing.node)
    return (listing.key.deadline, Int(listing.node))
  }

  /// How many listings of those that are due are to be looked at now; none, if that was done a short time ago.
  @usableFromInline
  mutating func startLook() -> Int {
    guard popsUntilLook <= 0 else { return 0 }
    popsUntilLook = Self.popsBetweenLooks
    return min(due.count, Self.lookLength)
  }

  /// The first listing that is due, once all slots have been entered that begin by `limit`.
  private mutating func advanceToFirst(dueBy limit: Moment) -> Listing? {
    while true {
      if let listing = firstDue() { return listing.key.deadline <= limit ? listing : nil }
      guard let slot = slots.first, firstTick(of: slot) <= limit.nanoseconds &>> tickBits
      else { return nil }
      enter(slot)
    }
  }
}
