extension WheelStorage {
  /// Traps if the storage contradicts itself anywhere; O(nodes).
  func checkInvariants() {
    precondition(slots[imminent].isHeap, "The imminent slot is no heap")
    for slot in slots.indices { checkEntries(of: slot) }
    for slot in 0..<imminent { checkOccupancy(of: slot) }
    checkCounts()
  }

  private func checkEntries(of slot: Int) {
    for position in 0..<count(in: slot) {
      let node = self[entry(at: position, in: slot)]
      precondition(node.slot == slot, "A listed node is not in its slot")
      precondition(node.position == position, "A listed node is not at its position")
    }
  }

  private func checkOccupancy(of slot: Int) {
    let level = occupancy[slot / Self.slotsPerLevel]
    let isMarked = level >> UInt64(slot % Self.slotsPerLevel) & 1 == 1
    precondition(isMarked == (count(in: slot) > 0), "A bitmap does not match its slots")
    precondition(isMarked || !isHeap(slot), "An empty slot is still a heap")
  }

  /// A listed node has a slot and a free one has none, so that no node is both.
  private func checkCounts() {
    let listed = slots.reduce(0) { $0 + $1.entries.count }
    let used = nodes.count { !$0.isUnused }
    precondition(listed == count && used == count, "An entry is in no slot or counted wrongly")
    let retired = nodes.indices.count { isRetired(NodeIndex($0)) }
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
