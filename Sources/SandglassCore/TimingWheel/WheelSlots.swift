/// The slots of a wheel, level by level, with an occupancy bitmap.
///
/// Slots are numbered across all levels, ``slotsPerLevel`` in each. A word for each level has a bit for each slot, and
/// one more word has a bit for each level. So the first occupied slot is found by counting trailing zeros twice.
///
/// A slot counts as occupied while it has memory, even if all of its listings have been dropped. So adding a listing to
/// a slot with room does not have to mark the slot, and the slot keeps its memory for later listings. If a search for
/// the first occupied slot finds a slot without listings, the search takes back the slot's memory.
struct WheelSlots: ~Copyable {
  /// The number of slots in a level, one for each bit of its word.
  static let slotsPerLevel = UInt64.bitWidth

  private(set) var slots: RawVector<RawVector<Listing>>
  /// For each level, a bitmap of its occupied slots.
  private(set) var occupancy: RawVector<UInt64>
  /// A bitmap of the levels with occupied slots.
  private(set) var occupiedLevels: UInt64 = 0
  /// For each level, the memory of emptied slots, which other slots in the level reuse. So a running wheel need not
  /// allocate, although the slots in use keep changing.
  private(set) var spares: RawVector<RawVector<RawVector<Listing>>>

  /// The total capacity of all spares, in listings.
  private(set) var spared = 0

  /// The capacity, in listings, up to which a spare is always kept.
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

  /// Whether a slot is on the lowest level, where a slot is one tick long.
  static func isLowest(_ slot: Int) -> Bool { slot < slotsPerLevel }

  /// The first occupied slot of the lowest level that has one.
  var first: Int? {
    guard occupiedLevels != 0 else { return nil }
    let level = occupiedLevels.trailingZeroBitCount
    return level &* Self.slotsPerLevel + occupancy[level].trailingZeroBitCount
  }

  /// The first occupied slot with a higher number than `slot`.
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

  /// The listing at the given position in a slot.
  @inline(__always)
  func listing(at position: Int, in slot: Int) -> Listing { slots[slot][position] }

  /// Adds a listing to a slot, which must have room.
  @inline(__always)
  mutating func append(_ listing: Listing, to slot: Int) {
    slots[slot].push(listing)
  }

  /// Drops the stale listings at the given positions in a slot, and returns how many were dropped. The last listings in
  /// the slot fill the gap.
  mutating func dropStale(
    _ positions: Range<Int>, of slot: Int, nodes: borrowing NodeStore
  ) -> Int {
    let before = slots[slot].count
    slots[slot].filter(positions) { nodes.isCurrent($0) }
    return before - slots[slot].count
  }

  /// Updates the order number of each listing from its node. There must be no stale listings.
  mutating func renumber(_ nodes: borrowing NodeStore) {
    for slot in 0..<slots.count { slots[slot].renumber(nodes) }
  }

  /// Takes back the memory of a slot that has no listings left.
  mutating func empty(_ slot: Int, keepingFor entries: Int) {
    var nothing = take(slot)
    giveBack(&nothing, from: slot, keepingFor: entries)
  }

  /// Removes and returns all listings of a slot, together with its memory.
  mutating func take(_ slot: Int) -> RawVector<Listing> {
    var listings = RawVector<Listing>()
    swap(&listings, &slots[slot])
    markEmpty(slot)
    return listings
  }

  /// Keeps the memory of `listings` as a spare for the slots of its level if this memory is small, or if all spares,
  /// including this one, do not exceed the worst-case need of `entries` entries.
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

  /// Whether a slot has room for one more listing.
  @inline(__always)
  func hasRoom(in slot: Int) -> Bool { !slots[slot].isFull }

  /// Gives memory to a slot that has none. The caller adds one listing immediately, and soon about `count` listings.
  mutating func begin(_ slot: Int, expecting count: Int) {
    if !takeSpare(for: slot, expecting: count) {
      slots[slot].grow(to: max(count, RawGrowth.next(after: 0)))
    }
    markOccupied(slot)
  }

  /// Gives a slot a spare that is not much too large for the slot. If slots got spares of any size, other slots would
  /// lack that memory, and in time every slot would have as much memory as the largest slot ever needed. Returns
  /// `false` if there is no suitable spare.
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

  /// Makes room in a full slot from which only `dropped` listings could be dropped, possibly none.
  mutating func grow(_ slot: Int, dropped: Int) {
    if dropped == 0 {
      slots[slot].grow()
    } else {
      // The slot will collect as many stale listings again. With twice the capacity, it is searched less often.
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
