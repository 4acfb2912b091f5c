/// The nodes of a wheel and, apart from them, their payloads: with `RawVector` one of the two places
/// of the wheel that handle memory themselves.
///
/// Nodes are looked at far more often than payloads, and so eight of them are in each line of the cache.
/// The store knows nothing of the payloads; what is generic here is inlined where their type is known.
/// A node has a payload exactly while it holds an entry.
/// Whoever owns the store takes all payloads out before letting it go.
@usableFromInline
struct NodeStore: ~Copyable {
  /// The nodes, used and free.
  @usableFromInline var nodes = RawVector<TimerNode>()
  /// Where there is room for as many payloads as for nodes; nil before there was a node.
  @usableFromInline var payloads: UnsafeMutableRawPointer?
  /// The free nodes, of which the last is used first.
  @usableFromInline var free = RawVector<NodeIndex>()
  /// What nodes count their uses from.
  let firstGeneration: UInt32
  /// The number of nodes that are never used again.
  private(set) var retired = 0

  /// Makes a store whose nodes have been used so often already.
  init(firstGeneration: UInt32) {
    self.firstGeneration = firstGeneration
  }

  @usableFromInline
  deinit {
    // There are no payloads any more, as the owner has seen to.
    payloads?.deallocate()
  }

  /// The number of nodes, used and free.
  @usableFromInline
  var count: Int { nodes.count }

  /// The node with that number, which must exist.
  @inlinable
  subscript(node: NodeIndex) -> TimerNode {
    @inline(__always) unsafeAddress { UnsafePointer(nodes.address(of: Int(node))) }
    @inline(__always) unsafeMutableAddress { nodes.address(of: Int(node)) }
  }

  /// The number of nodes that hold an entry.
  var used: Int { count &- free.count &- retired }

  /// Whether the node of that number, which must exist, holds an entry.
  @usableFromInline
  func isUsed(_ node: Int) -> Bool { self[NodeIndex(node)].isUsed }
}

// MARK: - Using nodes

extension NodeStore {
  /// The node a token names, or nil if the token is used up.
  @inline(__always)
  func node(named token: TimerToken) -> NodeIndex? {
    guard token.index < count, self[token.index].generation == token.generation else { return nil }
    return token.index
  }

  /// The token of the entry that a node holds, which must exist; nil if it holds none.
  @usableFromInline
  func token(of node: Int) -> TimerToken? {
    let index = NodeIndex(node)
    return isUsed(node) ? TimerToken(index: index, generation: self[index].generation) : nil
  }

  /// Uses a free node for a new entry with that order number; there must be room.
  @inline(__always)
  mutating func use(order: UInt64) -> TimerToken {
    let node = free.isEmpty ? append() : free.removeLast()
    self[node].use(order: order)
    return TimerToken(index: node, generation: self[node].generation)
  }

  /// Frees the node of an entry and gives it another stamp.
  ///
  /// The list of free nodes must have room for it, and must be given room for another before the
  /// next one is freed.
  ///
  /// A node whose generations are all used is never used again. So no token ever names a later
  /// entry, at the price of one lost node in a hundred million uses.
  @inline(__always)
  mutating func free(_ node: NodeIndex) {
    self[node].free()
    if self[node].generation == 0 { retired &+= 1 } else { free.push(node) }
  }

  /// Whether the list of free nodes has to be given room.
  @inline(__always)
  var needsRoomForFree: Bool { free.isFull }

  /// Gives the list of free nodes room for another if it has none.
  @usableFromInline
  mutating func makeRoomForFree() {
    if free.isFull { free.grow() }
  }

  /// Whether the entry of a listing was removed or moved since.
  @inlinable @inline(__always)
  func isStale(_ listing: Listing) -> Bool {
    self[listing.node].difference(from: listing) != 0
  }

  /// One if a listing is not stale and zero if it is, told without a branch.
  @inline(__always)
  func isCurrent(_ listing: Listing) -> Int {
    // Only zero less one has the highest bit set.
    Int(truncatingIfNeeded: (self[listing.node].difference(from: listing) &- 1) &>> 63)
  }

  private mutating func append() -> NodeIndex {
    let node = NodeIndex(truncatingIfNeeded: count)
    nodes.push(TimerNode(generation: firstGeneration))
    return node
  }
}

// MARK: - Payloads

extension NodeStore {
  /// Makes room for one more entry if there is none.
  @inlinable @inline(__always)
  mutating func makeRoom<Payload>(for _: Payload.Type) {
    if free.isEmpty, nodes.isFull { grow(Payload.self) }
  }

  /// Stores the payload of a node that has just been used.
  @inlinable @inline(__always)
  func put<Payload>(_ payload: consuming Payload, at node: Int) {
    payloadAddress(of: node).initialize(to: payload)
  }

  /// Takes the payload of a node that has just been freed.
  @inlinable @inline(__always)
  func take<Payload>(_: Payload.Type, at node: Int) -> Payload {
    payloadAddress(of: node).move()
  }

  /// Where the payload of a node is, or is to be.
  @inlinable @inline(__always)
  func payloadAddress<Payload>(of node: Int) -> UnsafeMutablePointer<Payload> {
    assert(node >= 0 && node < count, "A node outside the store")
    // There are nodes, and so there is memory; the wheel has it made for this type alone.
    return payloads.unsafelyUnwrapped.assumingMemoryBound(to: Payload.self) + node
  }

  /// Moves all nodes and payloads to larger memory.
  @inlinable @inline(never)
  mutating func grow<Payload>(_: Payload.Type) {
    precondition(nodes.capacity < Listing.noNode, "A wheel holds fewer than 2^28 entries")
    nodes.grow(to: min(RawGrowth.next(after: Int(nodes.capacity)), Int(Listing.noNode)))
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: Int(nodes.capacity) * MemoryLayout<Payload>.stride,
      alignment: MemoryLayout<Payload>.alignment)
    let moved = larger.bindMemory(to: Payload.self, capacity: Int(nodes.capacity))
    for node in 0..<count where isUsed(node) {
      (moved + node).moveInitialize(from: payloadAddress(of: node), count: 1)
    }
    payloads?.deallocate()
    payloads = larger
    makeRoomForFree()
  }
}

// Sendable: the store alone holds its memory, and what points into it is used within one call of the
// wheel; whether payloads may go elsewhere says the wheel, which has their type.
extension NodeStore: @unchecked Sendable {}
