/// The slots of a wheel, level by level, and which of them hold listings.
///
/// Slots are numbered through all levels, ``slotsPerLevel`` each. For each level a word has a bit for
/// each slot, and one more word has a bit for each level, so that the first slot that holds anything
/// is found by counting zeros twice.
///
/// A slot counts as one that holds something as long as it has memory, though all of its listings may have
/// been dropped: so whoever adds to one that has room need not mark it, and it keeps its memory for
/// those to come. A search for the first slot that finds it empty takes the memory away.
struct WheelSlots: ~Copyable {
  /// The number of slots in a level, one for each bit of its word.
  static let slotsPerLevel = UInt64.bitWidth

  private(set) var slots: RawVector<RawVector<Listing>>
  /// For each level, which of its slots hold anything.
  private(set) var occupancy: RawVector<UInt64>
  /// Which levels hold anything.
  private(set) var occupiedLevels: UInt64 = 0
  /// For each level, the memory of slots that were emptied, for those that need some: so a running
  /// wheel need not allocate, though the slots in use change all the time.
  private(set) var spares: RawVector<RawVector<RawVector<Listing>>>

  /// The capacity of all spares, in listings.
  private(set) var spared = 0

  /// The capacity up to which a spare is kept in any case, in listings.
  private static let smallSpare = 4096

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

  /// Whether a slot is one of the lowest level, as long as a tick.
  static func isLowest(_ slot: Int) -> Bool { slot < slotsPerLevel }

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

  /// Adds a listing to a slot, which must have room.
  @inline(__always)
  mutating func append(_ listing: Listing, to slot: Int) {
    slots[slot].push(listing)
  }

  /// Drops what is stale of some listings of a slot, and answers how many; the last ones of the slot
  /// fill the gap.
  mutating func dropStale(
    _ positions: Range<Int>, of slot: Int, nodes: borrowing NodeStore
  ) -> Int {
    let before = slots[slot].count
    slots[slot].filter(positions) { nodes.isCurrent($0) }
    return before - slots[slot].count
  }

  /// Gives each listing the order number of its node; there must be no stale ones.
  mutating func renumber(_ nodes: borrowing NodeStore) {
    for slot in 0..<slots.count { slots[slot].renumber(nodes) }
  }

  /// Takes its memory from a slot that holds nothing any more.
  mutating func empty(_ slot: Int, keepingFor entries: Int) {
    var nothing = take(slot)
    giveBack(&nothing, from: slot, keepingFor: entries)
  }

  /// Takes all listings out of a slot, together with the slot's memory.
  mutating func take(_ slot: Int) -> RawVector<Listing> {
    var listings = RawVector<Listing>()
    swap(&listings, &slots[slot])
    markEmpty(slot)
    return listings
  }

  /// Keeps the memory of listings that were taken out of a slot for any of its level, unless that makes
  /// more than so many entries need in the worst case.
  mutating func giveBack(
    _ listings: inout RawVector<Listing>, from slot: Int, keepingFor entries: Int
  ) {
    let level = slot / Self.slotsPerLevel
    let room = Int(listings.capacity)
    guard room > 0, spares[level].count < Self.slotsPerLevel,
      room <= Self.smallSpare || spared + room <= 2 * entries
    else { return }
    spared += room
    listings.removeAll()
    spares[level].append(RawVector())
    swap(&listings, &spares[level][spares[level].count - 1])
  }

  /// Whether a slot has room for another listing.
  @inline(__always)
  func hasRoom(in slot: Int) -> Bool { !slots[slot].isFull }

  /// Gives memory to a slot that has none; it will hold a listing at once, and so many soon.
  mutating func begin(_ slot: Int, expecting count: Int) {
    if !takeSpare(for: slot, expecting: count) {
      slots[slot].grow(to: max(count, RawGrowth.next(after: 0)))
    }
    markOccupied(slot)
  }

  /// Gives a slot memory that was kept, unless it would use little of it: then others would lack that, and
  /// in time all slots would have as much as the largest ever needed.
  private mutating func takeSpare(for slot: Int, expecting count: Int) -> Bool {
    let level = slot / Self.slotsPerLevel
    guard
      let spare = (0..<spares[level].count).last(where: { position in
        Int(spares[level][position].capacity) <= max(Self.smallSpare, 2 * count)
      })
    else { return false }
    swap(&slots[slot], &spares[level][spare])
    let last = spares[level].removeLast()
    if spare < spares[level].count { spares[level][spare] = last }
    spared -= Int(slots[slot].capacity)
    return true
  }

  /// Makes room in a full slot from which nothing could be dropped, or only `dropped` listings.
  mutating func grow(_ slot: Int, dropped: Int) {
    if dropped == 0 {
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
