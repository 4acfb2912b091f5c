/// The listings of the current tick and of all before it.
///
/// Those that stood in the tick's own slot are sorted when it begins. In a heap are those that are added later, that
/// come straight from a longer slot, or that are too many or too much alike to be sorted at once.
@usableFromInline
struct CurrentTick: ~Copyable, Sendable {
  @usableFromInline private(set) var run = SortedRun()
  @usableFromInline private(set) var heap = ListingHeap()

  /// The number of listings.
  var count: Int { run.count &+ heap.count }

  /// The earliest, or nil if there is none; O(1).
  var first: Listing? {
    guard let inRun = run.first, let inHeap = heap.first else { return run.first ?? heap.first }
    return inHeap.precedes(inRun) ? inHeap : inRun
  }

  /// The listing at a position, which must exist: the run's in their order, and then the heap's.
  @inlinable
  subscript(position: Int) -> Listing {
    position < run.count
      ? run.listings[run.start &+ position] : heap.listings[position &- run.count]
  }

  /// Removes the earliest, which must exist, and answers it; O(log n) for the n of the heap.
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

  /// Takes over the listings of a tick of 2^`tickBits` nanoseconds when there are no others; what it leaves in
  /// their vector is of no use but for its memory.
  mutating func fill(_ tick: inout RawVector<Listing>, tickBits: UInt64) {
    if run.fill(&tick, tickBits: tickBits) { return }
    for position in 0..<tick.count { heap.insert(tick[position]) }
  }

  /// Drops at most `most` stale listings at some positions of the heap, and with those at its beginning all of
  /// the run. Answers how many were dropped.
  mutating func dropStale(
    _ positions: Range<Int>, atMost most: Int, nodes: borrowing NodeStore
  ) -> Int {
    var dropped = 0
    for position in positions.reversed() {
      // What fills the gap may have stood before it, and is looked at as well.
      while dropped < most, position < heap.count, nodes.isStale(heap.listings[position]) {
        heap.remove(at: position)
        dropped += 1
      }
    }
    return positions.lowerBound > 0 ? dropped : dropped + run.dropStale(nodes)
  }

  /// Gives each listing the order number of its node; there must be no stale ones.
  mutating func renumber(_ nodes: borrowing NodeStore) {
    run.renumber(nodes)
    heap.renumber(nodes)
  }
}
