extension TimerSchedule {
  /// Traps if the schedule contradicts itself anywhere; O(nodes).
  func checkInvariants() {
    nodes.checkInvariants()
    slots.checkInvariants()
    let counting = checkSlots() + checkDue()
    precondition(counting == count, "An entry is not listed exactly once")
    let listings = (0..<slots.slots.count).reduce(due.count) { $0 + slots.count(in: $1) }
    precondition(listings == count + sweep.stale, "Stale listings are counted wrongly")
    let isForgotten = !earliest.exists && earliest.deadline == Listing.none.deadline
    precondition(!isForgotten || mayHaveNewFirst, "Nobody is told that the earliest is forgotten")
    precondition(earliest.exists || isForgotten || count == 0, "There is an entry after all")
  }

  /// Checks the listings in slots, and answers how many of them count.
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

  /// Checks the listings that are due, and answers how many of them count.
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
      precondition(!nodes.isStale(earliest), "The earliest entry is none")
      precondition(earliest.place <= listing.place, "An entry is earlier than the earliest")
    }
    return 1
  }
}
