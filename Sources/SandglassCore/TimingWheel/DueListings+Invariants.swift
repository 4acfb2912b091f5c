extension DueListings {
  /// Traps if the listings are not in order; O(n).
  func checkInvariants() {
    for position in run.start..<max(run.start, run.listings.count - 1) {
      let next = run.listings[position + 1]
      precondition(run.listings[position].precedes(next), "The run is out of order")
    }
    for position in 0..<heap.count where position > 0 {
      let parent = heap.listings[(position - 1) / 2]
      precondition(parent.precedes(heap.listings[position]), "The heap is out of order")
    }
  }
}
