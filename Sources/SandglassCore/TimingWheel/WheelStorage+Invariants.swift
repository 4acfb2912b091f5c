extension WheelStorage {
  /// Traps if the storage contradicts itself anywhere; O(nodes).
  func checkInvariants() {
    precondition(slots[imminent].isHeap, "The imminent slot is no heap")
    let occupied = occupiedSlots
    for slot in occupied { checkEntries(of: slot) }
    checkEmptySlots(besides: occupied)
    checkCounts(occupied)
  }

  /// The slots with entries, as far as the bitmaps know.
  var occupiedSlots: [Int] {
    var occupied = count(in: imminent) > 0 ? [imminent] : []
    for level in 0..<occupancy.count {
      let isOccupied = occupiedLevels >> UInt64(level) & 1 == 1
      precondition(isOccupied == (occupancy[level] != 0), "A level is marked wrongly")
      var rest = occupancy[level]
      while rest != 0 {
        occupied.append(level * Self.slotsPerLevel + rest.trailingZeroBitCount)
        rest &= rest - 1
      }
    }
    return occupied
  }

  private func checkEntries(of slot: Int) {
    precondition(count(in: slot) > 0, "An empty slot is marked as occupied")
    for position in 0..<count(in: slot) {
      let node = self[entry(at: position, in: slot)]
      precondition(node.slot == slot, "A listed node is not in its slot")
      precondition(node.position == position, "A listed node is not at its position")
    }
  }

  /// All slots that hold anything are known if there are no more of them than known ones.
  ///
  /// The imminent slot is a heap even while it is empty.
  private func checkEmptySlots(besides occupied: [Int]) {
    let used = (0..<slots.count).count { slots[$0].isHeap || !slots[$0].entries.isEmpty }
    let known = occupied.count + (count(in: imminent) == 0 ? 1 : 0)
    precondition(used == known, "A slot has entries that no bitmap tells of, or is an empty heap")
  }

  /// A listed node has a slot and a free one has none, so that no node is both.
  private func checkCounts(_ occupied: [Int]) {
    let listed = occupied.reduce(0) { $0 + count(in: $1) }
    let used = (0..<nodes.count).count { !nodes[$0].isUnused }
    precondition(listed == count && used == count, "An entry is in no slot or counted wrongly")
    let retired = (0..<nodes.count).count { isRetired(NodeIndex($0)) }
    let free = freeCount()
    precondition(count + free + retired == nodes.count, "A node is lost or free twice")
  }

  /// A node on its last generation is either still to be used or lost for ever.
  private func isRetired(_ node: NodeIndex) -> Bool {
    guard self[node].isUnused, self[node].generation == .max else { return false }
    var free = firstFree
    while free != Self.noNode {
      if free == node { return false }
      free = self[free].position
    }
    return true
  }

  private func freeCount() -> Int {
    var free = firstFree
    var length = 0
    while free != Self.noNode {
      precondition(self[free].isUnused, "A free node holds an entry")
      length += 1
      precondition(length <= nodes.count, "The list of free nodes never ends")
      free = self[free].position
    }
    return length
  }
}
