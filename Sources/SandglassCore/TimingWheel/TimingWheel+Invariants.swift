extension TimingWheel {
  /// The number of listings that removed and moved entries have left behind, for tests.
  package var staleListings: Int { schedule.sweep.stale }

  /// Traps if the wheel contradicts itself anywhere; O(nodes), for tests.
  package func checkInvariants() {
    schedule.checkInvariants()
  }
}
