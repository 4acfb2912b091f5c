extension TimingWheel {
  /// Traps if the wheel contradicts itself anywhere; O(nodes), for tests.
  ///
  /// If no entry was ever moved, `hasMoved` is false and every entry has to be in its very slot.
  package func checkInvariants(hasMoved: Bool = true) {
    schedule.checkInvariants(hasMoved: hasMoved)
    precondition(payloads.capacity >= schedule.nodeCount, "A node has no place for its payload")
  }
}
