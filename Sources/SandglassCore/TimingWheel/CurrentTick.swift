/// The listings of the current tick and of all earlier ticks.
///
/// The listings from the tick's own slot are sorted when the tick begins. A heap holds the listings that are added
/// later, that come directly from a longer slot, or that are too many or too similar to be sorted in one call.
@usableFromInline
struct CurrentTick: ~Copyable, Sendable {
  @usableFromInline private(set) var run = SortedRun()
  @usableFromInline private(set) var heap = ListingHeap()

  /// The number of listings.
  var count: Int { run.count &+ heap.count }

  /// The earliest listing, or `nil` if there is none; O(1).
  var first: Listing? {
    guard let inRun = run.first, let inHeap = heap.first else { return run.first ?? heap.first }
    return inHeap.precedes(inRun) ? inHeap : inRun
  }

  /// The listing at the given position, which must be valid. The listings of the run come first, in order, then those
  /// of the heap.
  @inlinable
  subscript(position: Int) -> Listing {
    position < run.count
      ? run.listings[run.start &+ position] : heap.listings[position &- run.count]
  }

  /// Removes and returns the earliest listing, which must exist; O(log n) for n listings in the heap.
  @discardableResult
  mutating func removeFirst() -> Listing {
    guard let inRun = run.first else { return heap.removeFirst() }
    if let inHeap = heap.first, inHeap.precedes(inRun) { return heap.removeFirst() }
    return run.removeFirst()
  }

  /// Adds a listing; O(log n), and O(1) on average in random order.
  mutating func insert(_ listing: Listing) {
    heap.insert(listing)
  }

  /// Takes over the listings of a tick of 2^`tickBits` nanoseconds when there are no other listings. Afterwards the
  /// contents of `tick` are unspecified, and only its memory can be reused.
  mutating func fill(_ tick: inout RawVector<Listing>, tickBits: UInt64) {
    if run.fill(&tick, tickBits: tickBits) { return }
    for position in 0..<tick.count { heap.insert(tick[position]) }
  }

  /// Drops stale listings at the given positions of the heap, at most `most` of them. If the positions include the
  /// start of the heap, also drops all stale listings of the run. Returns how many listings were dropped.
  mutating func dropStale(
    _ positions: Range<Int>, atMost most: Int, nodes: borrowing NodeStore
  ) -> Int {
    var dropped = 0
    for position in positions.reversed() {
      // The listing that fills the gap may come from an earlier position, so check it as well.
      while dropped < most, position < heap.count, nodes.isStale(heap.listings[position]) {
        heap.remove(at: position)
        dropped += 1
      }
    }
    return positions.lowerBound > 0 ? dropped : dropped + run.dropStale(nodes)
  }

  /// Updates the order number of each listing from its node. There must be no stale listings.
  mutating func renumber(_ nodes: borrowing NodeStore) {
    run.renumber(nodes)
    heap.renumber(nodes)
  }
}
