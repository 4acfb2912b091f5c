/// The logic of a timing wheel, which needs to know nothing of payloads.
///
/// Time is cut into ticks of 2^`tickBits` nanoseconds, and a tick's number into digits of
/// six bits, one for each level. An entry is listed at the level of the highest digit in which its
/// tick differs from the current one, in the slot which that digit names. So the slots of a level
/// come one after the other, and all come before those of the levels above. Entries of
/// the current tick or an earlier one are in exact order: see ``CurrentTick``.
///
/// Whoever removes or moves an entry leaves its listing behind; see ``Listing``. The wheel itself is from
/// George Varghese and Tony Lauck, "Hashed and Hierarchical Timing Wheels", 1987, scheme 7.
///
/// It is no generic type, so that its code exists once and is fast from every module. What the
/// wheel adds is small enough to be inlined.
@usableFromInline
struct WheelCore: ~Copyable, Sendable {
  /// The moment the wheel stands at.
  var now: Moment
  /// The binary logarithm of the length of a tick in nanoseconds.
  let tickBits: UInt64
  /// The tick up to which slots have been emptied: all that hold anything begin after it.
  var currentTick: UInt64
  @usableFromInline var nodes: NodeStore
  var slots: WheelSlots
  @usableFromInline var due = CurrentTick()
  /// The listing of the earliest entry where it is known, and else ``Listing/none``; ``Listing/afterAll``
  /// if there is known to be none.
  var earliest = Listing.none
  /// Whether the earliest entry may be another one than when it was last asked for.
  @usableFromInline var mayHaveNewFirst = true
  /// How many listings may be searched for the earliest entry: changes pay for that.
  var searchCredit = 0
  /// How many entries may be handed out before those that come next are looked at.
  var popsUntilLook = 0
  /// Where stale listings are looked for next.
  var sweep = Sweep()
  /// The next number of the wheel's own sequence of insertions and moves.
  @usableFromInline var nextOrder: UInt64

  /// Makes an empty wheel that stands at `now`.
  ///
  /// There are as many levels as it takes to tell all ticks of a ``Moment`` from each other.
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

  /// Whether a token names an entry.
  func contains(_ token: TimerToken) -> Bool { nodes.node(named: token) != nil }

  /// Adds an entry; there must be room for a node.
  @usableFromInline
  mutating func insert(at key: DeadlineKey) -> TimerToken {
    let token = nodes.use(order: key.order)
    list(Listing(key, node: token.index))
    return token
  }

  /// Removes an entry and answers its node, or nil if the token is used up.
  @usableFromInline
  mutating func remove(_ token: TimerToken) -> Int? {
    guard let node = nodes.node(named: token) else { return nil }
    leaveListing(of: node)
    free(node)
    return Int(node)
  }

  /// Gives an entry another key, or returns false if the token is used up.
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

  /// Puts a new listing where its deadline belongs, and notes if it is the earliest now.
  @inline(__always)
  private mutating func list(_ listing: Listing) {
    if listing.deadline <= earliest.deadline { noteEarlier(listing) }
    searchCredit &+= Self.searchesForChange
    put(listing)
  }

  /// Notes a listing that may be the earliest now.
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

  /// Puts a listing where its deadline belongs; if it is the first of its slot, that gets room for `share`.
  @inline(__always)
  mutating func put(_ listing: Listing, expecting share: Int = 0) {
    guard let slot = slot(for: listing.deadline), slots.hasRoom(in: slot) else {
      return putWithoutRoom(listing, expecting: share)
    }
    slots.append(listing, to: slot)
  }

  /// Puts a listing into the heap, or into a slot that has no room yet.
  @inline(never)
  private mutating func putWithoutRoom(_ listing: Listing, expecting share: Int) {
    guard let slot = slot(for: listing.deadline) else { return due.insert(listing) }
    makeRoom(in: slot, expecting: share)
    slots.append(listing, to: slot)
  }
}
