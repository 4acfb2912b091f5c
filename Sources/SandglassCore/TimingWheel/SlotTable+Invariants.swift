extension SlotTable {
  /// For how many listings there is memory; O(slots).
  var room: Int {
    (0..<slots.count).reduce(spared) { $0 + Int(slots[$1].capacity) }
  }

  /// Traps if the table contradicts itself anywhere; O(slots).
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
    precondition(spared == room, "The memory that is kept is counted wrongly")
  }
}
