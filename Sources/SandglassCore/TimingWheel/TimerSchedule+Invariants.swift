extension TimerSchedule {
  /// Traps if the schedule contradicts itself anywhere; O(nodes).
  func checkInvariants(hasMoved: Bool) {
    storage.checkInvariants()
    if earliest != WheelStorage.noNode { checkEarliest() }
    for slot in storage.occupiedSlots {
      if slot != storage.imminent { checkStart(of: slot) }
      for position in 0..<storage.count(in: slot) {
        checkPlace(of: storage.entry(at: position, in: slot), hasMoved: hasMoved)
        if storage.isHeap(slot), position > 0 { checkHeap(at: position, in: slot) }
      }
    }
  }

  private func checkEarliest() {
    precondition(!storage[earliest].isUnused, "The earliest entry is none")
    for node in 0..<storage.nodes.count where !storage.nodes[node].isUnused {
      precondition(
        storage[earliest].place <= storage.nodes[node].place,
        "An entry is earlier than the earliest")
    }
  }

  private func checkStart(of slot: Int) {
    let start = start(of: slot)
    precondition(start > now, "A slot that has passed is occupied")
    precondition(self.slot(for: start) == slot, "A slot's start belongs in another one")
  }

  /// An entry that moved later may stand in an earlier slot than its own, never in a later one.
  private func checkPlace(of node: NodeIndex, hasMoved: Bool) {
    let deadline = storage[node].place.deadline
    let slot = Int(storage[node].slot)
    if self.slot(for: deadline) == slot { return }
    precondition(hasMoved, "An entry that never moved is not in its slot")
    precondition(
      slot == storage.imminent || start(of: slot) <= deadline,
      "An entry is in a slot after its deadline")
  }

  private func checkHeap(at position: Int, in slot: Int) {
    let parent = storage[storage.entry(at: (position - 1) / 2, in: slot)]
    let child = storage[storage.entry(at: position, in: slot)]
    precondition(parent.place <= child.place, "A heap is out of order")
  }
}
