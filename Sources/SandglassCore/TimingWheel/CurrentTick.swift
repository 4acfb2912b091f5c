/// The listings of the current tick and of all earlier ticks.
///
/// When the tick begins, the listings in its slot are sorted into a run. All other listings go into a heap: listings
/// that are added later, listings that come directly from a slot on a higher level, and listings that are too many, or
/// whose deadlines are too close together, to be sorted in one call.
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

  /// The listing at the given position, which must be valid. The listings of the run come first, in order, followed by
  /// the listings of the heap.
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

  /// Adds a listing; O(log n), and O(1) on average if listings are added in random order.
  mutating func insert(_ listing: Listing) {
    heap.insert(listing)
  }

  /// Moves the listings of a tick into this structure, which must be empty. The tick is 2^`tickBits` nanoseconds long.
  /// Afterwards the contents of `tick` are unspecified, and only its memory can be reused.
  mutating func fill(_ tick: inout RawVector<Listing>, tickBits: UInt64) {
    if run.fill(&tick, tickBits: tickBits) { return }
    for position in 0..<tick.count { heap.insert(tick[position]) }
  }

  /// Drops stale listings at the given positions in the heap, at most `most` of them. If the positions include the
  /// start of the heap, also drops all stale listings in the run. Returns how many listings were dropped.
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
