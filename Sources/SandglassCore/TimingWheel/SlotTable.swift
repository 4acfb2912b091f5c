/// The slots of a wheel, level by level, and which of them hold listings.
///
/// Slots are numbered through all levels, ``slotsPerLevel`` each. For each level a word has a bit for
/// each slot, and one more word has a bit for each level, so that the first slot that holds anything
/// is found by counting zeros twice.
struct SlotTable: ~Copyable {
  /// The number of slots in a level, one for each bit of its word.
  static let slotsPerLevel = UInt64.bitWidth

  private(set) var slots: RawVector<RawVector<Listing>>
  /// For each level, which of its slots hold anything.
  private(set) var occupancy: RawVector<UInt64>
  /// Which levels hold anything.
  private(set) var occupiedLevels: UInt64 = 0
  /// For each level, the memory of slots that were emptied, for those that need some: so a running
  /// wheel need not allocate, though the slots in use change all the time.
  private var spares: RawVector<RawVector<RawVector<Listing>>>

  /// The most listings for which memory is kept: many entries have paid for more.
  private static let greatestSpare = 4096

  init(levels: Int) {
    slots = RawVector(capacity: levels * Self.slotsPerLevel)
    occupancy = RawVector(capacity: levels)
    for _ in 0..<levels * Self.slotsPerLevel { slots.append(RawVector()) }
    spares = RawVector(capacity: levels)
    for _ in 0..<levels {
      occupancy.append(0)
      spares.append(RawVector())
    }
  }

  /// The first slot that holds anything, of the lowest level that does.
  var first: Int? {
    guard occupiedLevels != 0 else { return nil }
    let level = occupiedLevels.trailingZeroBitCount
    return level &* Self.slotsPerLevel + occupancy[level].trailingZeroBitCount
  }

  /// The first slot after `slot` that holds anything, in the order of numbers.
  func next(after slot: Int) -> Int? {
    let following = slot + 1
    var level = following / Self.slotsPerLevel
    guard level < occupancy.count else { return nil }
    var rest = occupancy[level] & (.max &<< UInt64(following % Self.slotsPerLevel))
    while rest == 0 {
      level += 1
      guard level < occupancy.count else { return nil }
      rest = occupancy[level]
    }
    return level * Self.slotsPerLevel + rest.trailingZeroBitCount
  }

  /// The number of listings in a slot.
  func count(in slot: Int) -> Int {
    slots[slot].count
  }

  /// The listing at a position of a slot.
  @inline(__always)
  func listing(at position: Int, in slot: Int) -> Listing { slots[slot][position] }

  /// Adds a listing to a slot.
  @inline(__always)
  mutating func append(_ listing: Listing, to slot: Int) {
    slots[slot].append(listing)
    if slots[slot].count == 1 { markOccupied(slot) }
  }

  /// Drops what is stale of some listings of a slot, and answers how many; the last ones of the slot
  /// fill the gap.
  mutating func dropStale(
    _ positions: Range<Int>, of slot: Int, nodes: borrowing NodeStore
  ) -> Int {
    let before = slots[slot].count
    slots[slot].filter(positions) { nodes.isCurrent($0) }
    if slots[slot].isEmpty { markEmpty(slot) }
    return before - slots[slot].count
  }

  /// Takes all listings out of a slot, together with the slot's memory.
  mutating func take(_ slot: Int) -> RawVector<Listing> {
    var listings = RawVector<Listing>()
    swap(&listings, &slots[slot])
    markEmpty(slot)
    return listings
  }

  /// Keeps the memory of listings that were taken out of a slot for any of its level.
  mutating func giveBack(_ listings: inout RawVector<Listing>, from slot: Int) {
    let level = slot / Self.slotsPerLevel
    guard spares[level].count < Self.slotsPerLevel, listings.capacity <= Self.greatestSpare
    else { return }
    listings.removeAll()
    spares[level].append(RawVector())
    swap(&listings, &spares[level][spares[level].count - 1])
  }

  /// Whether a slot has no room for another listing.
  @inline(__always)
  func isFull(_ slot: Int) -> Bool { slots[slot].length == slots[slot].capacity }

  /// Makes room in a full slot from which nothing could be dropped, or only `dropped` listings.
  mutating func grow(_ slot: Int, dropped: Int) {
    let level = slot / Self.slotsPerLevel
    if slots[slot].capacity == 0, !spares[level].isEmpty {
      slots[slot] = spares[level].removeLast()
    } else if dropped == 0 {
      slots[slot].grow()
    } else {
      // There will be as many stale ones again: with twice the room, few of them are looked at.
      slots[slot].grow(to: 2 * Int(slots[slot].capacity))
    }
  }

  private mutating func markOccupied(_ slot: Int) {
    let level = slot / Self.slotsPerLevel
    occupancy[level] |= Self.bit(of: slot)
    occupiedLevels |= 1 &<< UInt64(level)
  }

  private mutating func markEmpty(_ slot: Int) {
    let level = slot / Self.slotsPerLevel
    occupancy[level] &= ~Self.bit(of: slot)
    if occupancy[level] == 0 { occupiedLevels &= ~(1 &<< UInt64(level)) }
  }

  private static func bit(of slot: Int) -> UInt64 {
    1 &<< UInt64(slot % slotsPerLevel)
  }
}
