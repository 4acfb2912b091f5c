extension TimingWheel {
  /// The number of listings that removed and moved entries have left behind, for tests.
  package var staleListings: Int { schedule.sweep.stale }

  /// For how many listings there is memory in slots or kept for them, for tests; O(slots).
  package var listingRoom: Int { schedule.slots.room }

  /// Traps if the wheel contradicts itself anywhere; O(nodes), for tests.
  package func checkInvariants() {
    schedule.checkInvariants()
  }
}
