extension TimingWheel {
  /// The number of stale listings left behind by removed and moved entries, for tests.
  package var staleListings: Int { core.sweep.stale }

  /// The capacity of all slots and spares, in listings, for tests; O(slots).
  package var listingRoom: Int { core.slots.room }

  /// Traps if the wheel is inconsistent; O(nodes), for tests.
  package func checkInvariants() {
    core.checkInvariants()
  }
}

extension WheelCore {
  /// Traps if the wheel is inconsistent; O(nodes).
  func checkInvariants() {
    nodes.checkInvariants()
    slots.checkInvariants()
    let counting = checkSlots() + checkDue()
    precondition(counting == count, "An entry is not listed exactly once")
    let listings = (0..<slots.slots.count).reduce(due.count) { $0 + slots.count(in: $1) }
    precondition(listings == count + sweep.stale, "Stale listings are counted wrongly")
    let isForgotten = !earliest.exists && earliest.deadline == Listing.none.deadline
    precondition(!isForgotten || mayHaveNewFirst, "The earliest entry is forgotten without a note")
    precondition(earliest.exists || isForgotten || count == 0, "There is an entry after all")
  }

  /// Checks the listings in slots, and returns the number of current ones.
  private func checkSlots() -> Int {
    var counting = 0
    for slot in 0..<slots.slots.count where slots.slots[slot].capacity > 0 {
      precondition(firstTick(of: slot) > currentTick, "A slot that has passed holds something")
      for position in 0..<slots.count(in: slot) {
        let listing = slots.listing(at: position, in: slot)
        precondition(self.slot(for: listing.deadline) == slot, "A listing is not in its slot")
        if !nodes.isStale(listing) { counting += checkEntry(listing) }
      }
    }
    return counting
  }

  /// Checks the due listings, and returns the number of current ones.
  private func checkDue() -> Int {
    due.checkInvariants()
    var counting = 0
    for position in 0..<due.count {
      let listing = due[position]
      precondition(slot(for: listing.deadline) == nil, "A listing that is due belongs in a slot")
      if !nodes.isStale(listing) { counting += checkEntry(listing) }
    }
    return counting
  }

  private func checkEntry(_ listing: Listing) -> Int {
    precondition(nodes[listing.node].isUsed, "A listing counts, but its node is free")
    if earliest.exists {
      precondition(!nodes.isStale(earliest), "The earliest listing is stale")
      precondition(earliest.key <= listing.key, "An entry is earlier than the earliest")
    }
    return 1
  }
}

extension CurrentTick {
  /// Traps if the listings are not in order; O(n).
  func checkInvariants() {
    for position in run.start..<max(run.start, run.listings.count - 1) {
      let next = run.listings[position + 1]
      precondition(run.listings[position].precedes(next), "The run is out of order")
    }
    for position in 0..<heap.count where position > 0 {
      let parent = heap.listings[(position - 1) / 2]
      precondition(parent.precedes(heap.listings[position]), "The heap is out of order")
    }
  }
}

extension WheelSlots {
  /// The capacity of all slots and spares, in listings; O(slots).
  var room: Int {
    (0..<slots.count).reduce(spared) { $0 + Int(slots[$1].capacity) }
  }

  /// Traps if the table is inconsistent; O(slots).
  func checkInvariants() {
    for slot in 0..<slots.count {
      let word = occupancy[slot / Self.slotsPerLevel]
      let isMarked = word >> UInt64(slot % Self.slotsPerLevel) & 1 == 1
      precondition(isMarked == (slots[slot].capacity > 0), "A slot is marked wrongly")
    }
    for level in 0..<occupancy.count {
      let isMarked = occupiedLevels >> UInt64(level) & 1 == 1
      precondition(isMarked == (occupancy[level] != 0), "A level is marked wrongly")
    }
    var room = 0
    for level in 0..<spares.count {
      for spare in 0..<spares[level].count { room += Int(spares[level][spare].capacity) }
    }
    precondition(spared == room, "The capacity of the spares is counted wrongly")
  }
}

extension NodeStore {
  /// Traps if the store is inconsistent; O(nodes).
  func checkInvariants() {
    precondition((0..<count).count { isUsed($0) } == used, "An entry is counted wrongly")
    let usedUp = (0..<NodeIndex(count)).count { self[$0].generation == 0 }
    precondition(usedUp == retired, "A node whose generations are used up is counted wrongly")
    var seen = Set<NodeIndex>()
    for position in 0..<free.count {
      precondition(!self[free[position]].isUsed, "A free node holds an entry")
      precondition(self[free[position]].generation > 0, "A used-up node is to be used again")
      precondition(seen.insert(free[position]).inserted, "A node is free twice")
    }
  }
}
