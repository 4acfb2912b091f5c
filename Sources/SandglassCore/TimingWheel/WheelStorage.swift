/// The memory of a wheel: its nodes, the slots that list them, and a bitmap of occupied slots.
///
/// The storage keeps three things consistent and decides nothing else: a listed node knows its
/// slot and position, a bit is set exactly if its slot has entries, and unused nodes are found
/// again. Slots are numbered level by level, ``slotsPerLevel`` each; the one after the last level
/// is the ``imminent`` slot.
struct WheelStorage: ~Copyable {
  /// The number of slots in a level, one for each bit of its bitmap.
  static let slotsPerLevel = UInt64.bitWidth

  /// The slot of the entries of the current tick; always a heap.
  let imminent: Int
  /// The number of nodes that hold an entry.
  private(set) var count = 0
  private(set) var nodes = RawVector<TimerNode>()
  private(set) var slots = RawVector<WheelSlot>()
  /// For each level, which of its slots have entries.
  private(set) var occupancy = RawVector<UInt64>()
  /// Which levels have entries.
  private(set) var occupiedLevels: UInt64 = 0
  private(set) var firstFree = noNode
  private let firstGeneration: UInt32

  /// Ends the list of free nodes.
  static let noNode = NodeIndex.max

  init(levels: Int, firstGeneration: UInt32) {
    imminent = levels * Self.slotsPerLevel
    self.firstGeneration = firstGeneration
    for _ in 0...imminent { slots.append(WheelSlot()) }
    for _ in 0..<levels { occupancy.append(0) }
    slots[imminent].isHeap = true
  }

  /// The node with that number, which must exist.
  subscript(node: NodeIndex) -> TimerNode {
    @inline(__always) _read { yield nodes[Int(node)] }
    @inline(__always) _modify { yield &nodes[Int(node)] }
  }
}

// MARK: - Nodes

extension WheelStorage {
  /// The node a token names, or nil if the token is used up.
  @inline(__always)
  func node(named token: TimerToken) -> NodeIndex? {
    guard token.index < nodes.count else { return nil }
    let node = self[token.index]
    return node.isUnused || node.generation != token.generation ? nil : token.index
  }

  /// Makes a node for a new entry, which is not in a slot yet.
  @inline(__always)
  mutating func makeNode(_ place: TimerOrder) -> NodeIndex {
    let node = firstFree == Self.noNode ? appendNode() : takeFreeNode()
    self[node].deadline = place.deadline.nanoseconds
    self[node].order = place.order
    count += 1
    return node
  }

  /// Gives back the node of an entry that is in no slot any more.
  ///
  /// A node whose generations are all used is never used again. So no token ever names a later
  /// entry, at the price of one lost node in four billion uses.
  @inline(__always)
  mutating func freeNode(_ node: NodeIndex) {
    self[node].slot = TimerNode.noSlot
    count -= 1
    guard self[node].generation < .max else { return }
    self[node].generation += 1
    self[node].position = firstFree
    firstFree = node
  }

  private mutating func appendNode() -> NodeIndex {
    precondition(nodes.count < Self.noNode, "A wheel holds no more than 2^32 - 1 entries")
    let node = TimerNode(
      deadline: 0, order: 0, generation: firstGeneration, position: 0, slot: TimerNode.noSlot)
    nodes.append(node)
    return NodeIndex(nodes.count - 1)
  }

  @inline(__always)
  private mutating func takeFreeNode() -> NodeIndex {
    let node = firstFree
    firstFree = self[node].position
    return node
  }
}

// MARK: - Slots

extension WheelStorage {
  /// The first occupied slot: the imminent one, else the first of the lowest occupied level.
  var firstOccupied: Int? {
    if !slots[imminent].entries.isEmpty { return imminent }
    guard occupiedLevels != 0 else { return nil }
    let level = occupiedLevels.trailingZeroBitCount
    return level * Self.slotsPerLevel + occupancy[level].trailingZeroBitCount
  }

  /// The number of entries in a slot.
  func count(in slot: Int) -> Int {
    slots[slot].entries.count
  }

  /// The node at a position of a slot.
  func entry(at position: Int, in slot: Int) -> NodeIndex {
    slots[slot].entries[position]
  }

  /// Puts a node at an existing position of a slot, over the one that stood there.
  mutating func put(_ node: NodeIndex, at position: Int, in slot: Int) {
    slots[slot].entries[position] = node
    self[node].position = UInt32(truncatingIfNeeded: position)
  }

  /// Adds a node at the end of a slot and answers its position.
  @inline(__always)
  mutating func append(_ node: NodeIndex, to slot: Int) -> Int {
    let position = slots[slot].entries.count
    slots[slot].noteChange()
    slots[slot].entries.append(node)
    self[node].slot = UInt16(truncatingIfNeeded: slot)
    self[node].position = UInt32(truncatingIfNeeded: position)
    if position == 0 { markOccupied(slot) }
    return position
  }

  /// Takes a node out of its slot; the slot's last one fills the gap.
  @inline(__always)
  mutating func detach(_ node: NodeIndex) {
    let slot = Int(self[node].slot)
    let position = Int(self[node].position)
    slots[slot].noteChange()
    let last = slots[slot].entries.removeLast()
    if last != node { put(last, at: position, in: slot) }
    if slots[slot].entries.isEmpty { markEmpty(slot) }
  }

  /// Takes all entries out of a slot, together with the slot's memory.
  mutating func takeEntries(of slot: Int) -> RawVector<NodeIndex> {
    var entries = RawVector<NodeIndex>()
    swap(&entries, &slots[slot].entries)
    markEmpty(slot)
    return entries
  }

  /// Gives an emptied slot the memory of its former entries for later ones, so that a running
  /// wheel need not allocate; a lot of it is let go, since many entries have paid for that.
  mutating func giveBack(_ entries: inout RawVector<NodeIndex>, to slot: Int) {
    guard slots[slot].entries.capacity < entries.capacity, entries.capacity <= 4096 else { return }
    precondition(slots[slot].entries.isEmpty, "A slot that was emptied has entries")
    entries.removeAll()
    swap(&entries, &slots[slot].entries)
  }

  /// Makes the entries of a slot the imminent ones, of which there are none.
  ///
  /// Both slots keep their memory by exchanging it, so that a running wheel need not allocate.
  mutating func makeImminent(_ slot: Int) {
    slots.swapAt(slot, imminent)
    for position in 0..<count(in: imminent) {
      self[entry(at: position, in: imminent)].slot = UInt16(truncatingIfNeeded: imminent)
    }
    markEmpty(slot)
  }

  /// Notes a search of a slot; false if the slot has been searched too often for its changes.
  mutating func noteSearch(of slot: Int) -> Bool {
    let count = count(in: slot)
    guard Int(slots[slot].debt) <= 16 * count else { return false }
    slots[slot].debt += UInt32(truncatingIfNeeded: count)
    return true
  }

  /// Whether a slot's entries are kept as a heap.
  func isHeap(_ slot: Int) -> Bool {
    slots[slot].isHeap
  }

  /// Notes that a slot's entries are a heap now.
  mutating func markHeap(_ slot: Int) {
    slots[slot].isHeap = true
  }

  private mutating func markOccupied(_ slot: Int) {
    guard slot != imminent else { return }
    let level = slot / Self.slotsPerLevel
    occupancy[level] |= Self.bit(of: slot)
    occupiedLevels |= 1 &<< UInt64(level)
  }

  private mutating func markEmpty(_ slot: Int) {
    guard slot != imminent else { return }
    let level = slot / Self.slotsPerLevel
    occupancy[level] &= ~Self.bit(of: slot)
    if occupancy[level] == 0 { occupiedLevels &= ~(1 &<< UInt64(level)) }
    slots[slot].isHeap = false
    slots[slot].debt = 0
  }

  private static func bit(of slot: Int) -> UInt64 {
    1 &<< UInt64(slot % slotsPerLevel)
  }
}
