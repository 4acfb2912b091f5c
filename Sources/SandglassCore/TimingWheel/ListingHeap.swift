/// Listings that are added one by one, the earliest first: a binary heap.
@usableFromInline
struct ListingHeap: ~Copyable, Sendable {
  @usableFromInline private(set) var listings = RawVector<Listing>()

  /// The number of listings.
  var count: Int { listings.count }

  /// The earliest, or nil if there is none; O(1).
  var first: Listing? { listings.isEmpty ? nil : listings[0] }

  /// Adds a listing; O(log n), and O(1) on average in random order.
  mutating func insert(_ listing: Listing) {
    listings.append(listing)
    siftUp(listing, from: listings.count - 1)
  }

  /// Removes the earliest listing, which must exist, and answers it; O(log n).
  mutating func removeFirst() -> Listing {
    let first = listings[0]
    remove(at: 0)
    return first
  }

  /// Removes the listing at a position, which must exist; O(log n).
  mutating func remove(at position: Int) {
    let last = listings.removeLast()
    guard position < listings.count else { return }
    siftUp(last, from: siftGapDown(from: position))
  }

  /// Gives each listing the order number of its node; there must be no stale ones.
  mutating func renumber(_ nodes: borrowing NodeStore) {
    listings.renumber(nodes)
  }

  /// Moves the earlier one of two children up into the gap at a position until there are none,
  /// and answers where the gap is then.
  ///
  /// What fills the gap came from the end and mostly belongs there. So this compares once a level where
  /// the usual way compares twice. See Ingo Wegener, "Bottom-up heapsort", 1993.
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

  /// Puts a listing into the gap at a position, past all later ones above.
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
