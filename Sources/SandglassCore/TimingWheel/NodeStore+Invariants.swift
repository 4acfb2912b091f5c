extension NodeStore {
  /// Traps if the store contradicts itself anywhere; O(nodes).
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
