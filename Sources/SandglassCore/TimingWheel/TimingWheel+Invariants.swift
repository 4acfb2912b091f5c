extension TimingWheel {
  /// Traps if the wheel contradicts itself anywhere; O(nodes), for tests.
  ///
  /// If no entry was ever moved, `hasMoved` is false and every entry has to be in its very slot.
  package func checkInvariants(hasMoved: Bool = true) {
    schedule.checkInvariants(hasMoved: hasMoved)
    let nodes = schedule.storage.nodes
    precondition(payloads.count == nodes.count, "Payloads and nodes differ in number")
    for index in nodes.indices where nodes[index].isUnused {
      precondition(payloads[index] == nil, "An unused node keeps a payload")
    }
    for index in nodes.indices where !nodes[index].isUnused {
      precondition(payloads[index] != nil, "An entry has no payload")
    }
  }
}
