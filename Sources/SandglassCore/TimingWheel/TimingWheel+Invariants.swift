extension TimingWheel {
  /// Traps if the wheel contradicts itself anywhere; O(nodes), for tests.
  ///
  /// If no entry was ever moved, `hasMoved` is false and every entry has to be in its very slot.
  package func checkInvariants(hasMoved: Bool = true) {
    schedule.checkInvariants(hasMoved: hasMoved)
    let nodeCount = schedule.storage.nodes.count
    precondition(payloads.count == nodeCount, "Payloads and nodes differ in number")
    for index in 0..<nodeCount {
      let isUnused = schedule.storage.nodes[index].isUnused
      precondition(
        isUnused == (payloads[index] == nil), "A payload without its entry, or without it")
    }
  }
}
