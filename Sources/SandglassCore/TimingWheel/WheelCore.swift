/// The logic of a timing wheel, which is independent of the payload type.
///
/// Time is divided into ticks of 2^`tickBits` nanoseconds. The number of a tick is divided into digits of six bits, one
/// for each level. The highest digit in which an entry's tick differs from the current tick determines where the entry
/// is listed: the position of the digit is the level, and its value in the entry's tick is the index of the slot in
/// that level. So the slots of a level are in chronological order, and all of them precede the slots of higher levels.
/// Entries of the current tick or an earlier one are in exact order; see ``CurrentTick``.
///
/// Removing or moving an entry leaves its listing behind; see ``Listing``. The data structure is scheme 7 of George
/// Varghese and Tony Lauck, "Hashed and Hierarchical Timing Wheels", 1987.
///
/// The type is not generic, so its code is compiled once and is fast when called from any module. The code that
/// ``TimingWheel`` adds is small enough to be inlined.
@usableFromInline
struct WheelCore: ~Copyable, Sendable {
  /// The moment the wheel was last advanced to.
  var now: Moment
  /// The binary logarithm of the length of a tick in nanoseconds.
  let tickBits: UInt64
  /// The tick up to which slots have been emptied. All occupied slots begin after it.
  var currentTick: UInt64
  @usableFromInline var nodes: NodeStore
  var slots: WheelSlots
  @usableFromInline var due = CurrentTick()
  /// The listing of the earliest entry if it is known, ``Listing/afterAll`` if the wheel is known to be empty, and
  /// ``Listing/none`` otherwise.
  var earliest = Listing.none
  /// Whether the earliest entry may have changed since it was last read.
  @usableFromInline var mayHaveNewFirst = true
  /// The number of listings that a search for the earliest entry may visit. Each change adds to this credit.
  var searchCredit = 0
  /// The number of entries to hand out before the next prefetch.
  var popsUntilLook = 0
  /// The progress of the search for stale listings.
  var sweep = Sweep()
  /// The next number in the wheel's own sequence of insertions and moves.
  @usableFromInline var nextOrder: UInt64

  /// Creates an empty wheel at the time `now`.
  ///
  /// The wheel has as many levels as are needed to distinguish all ticks of a ``Moment``.
  init(now: Moment, tickBits: Int, firstGeneration: UInt32, firstOrder: UInt64) {
    precondition((0..<64).contains(tickBits), "A tick is from 2^0 to 2^63 nanoseconds long")
    self.now = now
    self.tickBits = UInt64(tickBits)
    nextOrder = firstOrder
    currentTick = now.nanoseconds &>> self.tickBits
    nodes = NodeStore(firstGeneration: firstGeneration)
    slots = WheelSlots(levels: (64 - tickBits + Self.digitBits - 1) / Self.digitBits)
  }

  /// The number of entries.
  var count: Int { nodes.used }

  /// Whether a token identifies an entry.
  func contains(_ token: TimerToken) -> Bool { nodes.node(named: token) != nil }

  /// Adds an entry. There must be room for a node.
  @usableFromInline
  mutating func insert(at key: DeadlineKey) -> TimerToken {
    let token = nodes.use(order: key.order)
    list(Listing(key, node: token.index))
    return token
  }

  /// Removes an entry and returns its node, or returns `nil` if the token is no longer valid.
  @usableFromInline
  mutating func remove(_ token: TimerToken) -> Int? {
    guard let node = nodes.node(named: token) else { return nil }
    leaveListing(of: node)
    free(node)
    return Int(node)
  }

  /// Changes the key of an entry, or returns `false` if the token is no longer valid.
  @usableFromInline
  mutating func move(_ token: TimerToken, to key: DeadlineKey) -> Bool {
    guard let node = nodes.node(named: token) else { return false }
    leaveListing(of: node)
    nodes[node].restamp(order: key.order)
    list(Listing(key, node: node))
    if sweep.isDue { sweepSome() }
    return true
  }

  /// Frees the node of an entry.
  @inline(__always)
  mutating func free(_ node: NodeIndex) {
    nodes.free(node)
    if sweep.isDue || nodes.needsRoomForFree { clear() }
  }

  /// Stores a new listing, and updates the earliest one if the new listing precedes it.
  @inline(__always)
  private mutating func list(_ listing: Listing) {
    if listing.deadline <= earliest.deadline { noteEarlier(listing) }
    searchCredit &+= Self.searchesForChange
    put(listing)
  }

  /// Makes a listing the earliest one if it precedes the known earliest listing.
  private mutating func noteEarlier(_ listing: Listing) {
    guard listing.precedes(earliest) else { return }
    earliest = listing
    mayHaveNewFirst = true
  }

  /// Forgets which entry is the earliest.
  @inline(__always)
  mutating func forgetEarliest() {
    earliest = .none
    mayHaveNewFirst = true
  }

  /// Stores a listing according to its deadline. If its slot is empty, the slot gets room for `share` listings.
  @inline(__always)
  mutating func put(_ listing: Listing, expecting share: Int = 0) {
    guard let slot = slot(for: listing.deadline), slots.hasRoom(in: slot) else {
      return putWithoutRoom(listing, expecting: share)
    }
    slots.append(listing, to: slot)
  }

  /// Stores a listing in the heap, or in a slot that first has to get room.
  @inline(never)
  private mutating func putWithoutRoom(_ listing: Listing, expecting share: Int) {
    guard let slot = slot(for: listing.deadline) else { return due.insert(listing) }
    makeRoom(in: slot, expecting: share)
    slots.append(listing, to: slot)
  }
}
