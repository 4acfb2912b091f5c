/// A binary heap of listings with the earliest first, for listings that are added one by one.
@usableFromInline
struct ListingHeap: ~Copyable, Sendable {
  @usableFromInline private(set) var listings = RawVector<Listing>()

  /// The number of listings.
  var count: Int { listings.count }

  /// The earliest listing, or `nil` if the heap is empty; O(1).
  var first: Listing? { listings.isEmpty ? nil : listings[0] }

  /// Adds a listing; O(log n), and O(1) on average if listings are added in random order.
  mutating func insert(_ listing: Listing) {
    listings.append(listing)
    siftUp(listing, from: listings.count - 1)
  }

  /// Removes and returns the earliest listing; O(log n). The heap must not be empty.
  mutating func removeFirst() -> Listing {
    let first = listings[0]
    remove(at: 0)
    return first
  }

  /// Removes the listing at the given position, which must be valid; O(log n).
  mutating func remove(at position: Int) {
    let last = listings.removeLast()
    guard position < listings.count else { return }
    siftUp(last, from: siftGapDown(from: position))
  }

  /// Updates the order number of each listing from its node. There must be no stale listings.
  mutating func renumber(_ nodes: borrowing NodeStore) {
    listings.renumber(nodes)
  }

  /// Moves the gap at the given position down to a leaf by moving the earlier child up at each level. Returns the final
  /// position of the gap.
  ///
  /// The listing that fills the gap comes from the end of the heap and usually belongs near a leaf. So this method
  /// makes one comparison per level, where the textbook method makes two. See Ingo Wegener, "Bottom-up heapsort", 1993.
  private mutating func siftGapDown(from start: Int) -> Int {
    var position = start
    while true {
      let right = 2 * position + 2
      guard right < listings.count else { break }
      let child = listings[right].precedes(listings[right - 1]) ? right : right - 1
      listings[position] = listings[child]
      position = child
    }
    let left = 2 * position + 1
    guard left < listings.count else { return position }
    listings[position] = listings[left]
    return left
  }

  /// Puts a listing into the gap at the given position, and moves it up past every ancestor that it precedes.
  private mutating func siftUp(_ listing: Listing, from start: Int) {
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard listing.precedes(listings[parent]) else { break }
      listings[position] = listings[parent]
      position = parent
    }
    listings[position] = listing
  }
}
