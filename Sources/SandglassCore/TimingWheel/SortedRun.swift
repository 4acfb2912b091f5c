/// The listings of one tick in exact order, moved here from the tick's slot in one step.
///
/// The listings are first distributed by six bits of their deadlines, just below the bits of the tick. This puts each
/// listing near its final position. An insertion sort then puts the listings in order. For the sixty or so listings
/// that a tick has at a rate of a million per second, a heap would take three times as long.
@usableFromInline
struct SortedRun: ~Copyable, Sendable {
  @usableFromInline private(set) var listings = RawVector<Listing>()
  /// The position of the earliest remaining listing.
  @usableFromInline private(set) var start = 0
  /// For each value of the six bits, the position for the next listing with that value.
  private var nextPositions = RawVector<UInt32>()

  /// The number of listings up to which insertion sort alone is used.
  private static var fewListings: Int { 16 }

  /// The maximum number of listings with the same six bits. The insertion sort may have to move each listing past that
  /// many others.
  private static var greatestShare: UInt32 { 64 }

  private static var digits: Int { 64 }

  /// The maximum number of listings in a run. It is limited because dropping stale listings checks all of them in one
  /// call.
  private static var mostListings: Int { 4096 }

  /// The number of remaining listings.
  @usableFromInline
  var count: Int { listings.count &- start }

  /// The earliest listing, or `nil` if no listings remain; O(1).
  var first: Listing? { count == 0 ? nil : listings[start] }

  /// Removes and returns the earliest listing; O(1). The run must not be empty.
  mutating func removeFirst() -> Listing {
    let first = listings[start]
    start &+= 1
    if start == listings.count { removeAll() }
    return first
  }

  /// Moves the listings of a tick into the run and sorts them; O(n). The tick is 2^`tickBits` nanoseconds long. The run
  /// must be empty.
  ///
  /// Afterwards the contents of `tick` are unspecified, and only its memory can be reused. If there are too many
  /// listings, or if they are unsorted and too many of them have nearly the same deadline, this method returns `false`
  /// and leaves `tick` unchanged.
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

  /// Drops all stale listings and returns how many there were; O(n).
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

  /// Updates the order number of each listing from its node. There must be no stale listings.
  mutating func renumber(_ nodes: borrowing NodeStore) {
    listings.renumber(nodes)
  }

  private mutating func removeAll() {
    listings.removeAll()
    start = 0
  }

  /// Finds the first position for each value of the six bits. Returns `false` if too many listings have the same value.
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
  /// Whether each listing precedes the next.
  fileprivate var isInOrder: Bool {
    for position in 0..<max(0, count - 1) where self[position + 1].precedes(self[position]) {
      return false
    }
    return true
  }
}
