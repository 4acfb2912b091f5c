/// The listings of a tick that came down together, in exact order.
///
/// They are spread by the six bits of their deadlines that follow those of the tick, which leaves each near its
/// final position, and then sorted by insertion. A heap would take three times as long for the sixty that come
/// in a tick with a million a second.
@usableFromInline
struct SortedRun: ~Copyable, Sendable {
  @usableFromInline private(set) var listings = RawVector<Listing>()
  /// The position of the earliest listing that is left.
  @usableFromInline private(set) var start = 0
  /// For each value of the six bits, where the next listing with that value belongs.
  private var nextPositions = RawVector<UInt32>()

  /// Up to so many listings are sorted without being spread before.
  private static var fewListings: Int { 16 }

  /// How many may have the same six bits: insertion takes time in proportion to that for each.
  private static var greatestShare: UInt32 { 64 }

  private static var digits: Int { 64 }

  /// How many listings there may be: to drop the stale ones, all are looked at in one call.
  private static var mostListings: Int { 4096 }

  /// The number of listings that are left.
  @usableFromInline
  var count: Int { listings.count &- start }

  /// The earliest, or nil if none is left; O(1).
  var first: Listing? { count == 0 ? nil : listings[start] }

  /// Takes away the earliest, which must exist, and answers it; O(1).
  mutating func removeFirst() -> Listing {
    let first = listings[start]
    start &+= 1
    if start == listings.count { removeAll() }
    return first
  }

  /// Takes over the listings of a tick of 2^`tickBits` nanoseconds, when none are left; O(n).
  ///
  /// What it leaves in their vector is of no use but for its memory. It answers false, and takes none, if there are
  /// too many, or if they are not in order and too many of them have nearly the same deadline.
  mutating func fill(_ tick: inout RawVector<Listing>, tickBits: UInt64) -> Bool {
    guard tick.count <= Self.mostListings else { return false }
    if tick.count <= Self.fewListings || tick.isInOrder {
      swap(&listings, &tick)
    } else {
      let shift = tickBits < 6 ? 0 : tickBits &- 6
      guard findPositions(of: tick, shift) else { return false }
      spread(tick, shift)
    }
    sortByInsertion()
    return true
  }

  /// Drops all stale listings, and answers how many; O(n).
  mutating func dropStale(_ nodes: borrowing NodeStore) -> Int {
    let before = count
    var end = 0
    for position in start..<listings.count {
      let listing = listings[position]
      listings[end] = listing
      end &+= nodes.isCurrent(listing)
    }
    start = 0
    while listings.count > end { _ = listings.removeLast() }
    return before - end
  }

  /// Gives each listing the order number of its node; there must be no stale ones.
  mutating func renumber(_ nodes: borrowing NodeStore) {
    listings.renumber(nodes)
  }

  private mutating func removeAll() {
    listings.removeAll()
    start = 0
  }

  /// Finds where the listings with each value of the six bits belong; false if one has too many.
  private mutating func findPositions(of tick: borrowing RawVector<Listing>, _ shift: UInt64)
    -> Bool
  {
    nextPositions.removeAll()
    for _ in 0..<Self.digits { nextPositions.append(0) }
    for position in 0..<tick.count { nextPositions[Self.digit(tick[position], shift)] &+= 1 }
    var next: UInt32 = 0
    var greatest: UInt32 = 0
    for digit in 0..<Self.digits {
      let share = nextPositions[digit]
      nextPositions[digit] = next
      next &+= share
      greatest = max(greatest, share)
    }
    return greatest <= Self.greatestShare
  }

  /// Copies each listing to its position.
  private mutating func spread(_ tick: borrowing RawVector<Listing>, _ shift: UInt64) {
    for position in 0..<tick.count { listings.append(tick[position]) }
    for position in 0..<tick.count {
      let listing = tick[position]
      let digit = Self.digit(listing, shift)
      listings[Int(nextPositions[digit])] = listing
      nextPositions[digit] &+= 1
    }
  }

  private mutating func sortByInsertion() {
    for position in 0..<listings.count {
      let listing = listings[position]
      var gap = position
      while gap > 0, listing.precedes(listings[gap - 1]) {
        listings[gap] = listings[gap - 1]
        gap &-= 1
      }
      listings[gap] = listing
    }
  }

  private static func digit(_ listing: Listing, _ shift: UInt64) -> Int {
    Int(truncatingIfNeeded: listing.deadline &>> shift & UInt64(digits - 1))
  }
}

extension RawVector<Listing> {
  /// Whether each listing comes before the next.
  fileprivate var isInOrder: Bool {
    for position in 0..<max(0, count - 1) where self[position + 1].precedes(self[position]) {
      return false
    }
    return true
  }
}
