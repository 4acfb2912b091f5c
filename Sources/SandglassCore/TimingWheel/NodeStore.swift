/// The nodes of a wheel and, stored separately, their payloads. `NodeStore` and `RawVector` are the only types of the
/// wheel that manage memory manually.
///
/// Nodes are accessed far more often than payloads, so nodes are packed: eight nodes share a cache line. The store
/// itself is not generic. Its generic methods are inlined into callers that know the payload type. A node has a payload
/// if and only if it holds an entry. The owner of the store must remove all payloads before the store is destroyed.
@usableFromInline
struct NodeStore: ~Copyable {
  /// All nodes, used and free.
  @usableFromInline var nodes = RawVector<TimerNode>()
  /// The memory for payloads, with the same capacity as ``nodes``; `nil` until the first node is created.
  @usableFromInline var payloads: UnsafeMutableRawPointer?
  /// The free nodes; the last one is used first.
  @usableFromInline var free = RawVector<NodeIndex>()
  /// The generation of a new node.
  let firstGeneration: UInt32
  /// The number of nodes that are never used again.
  private(set) var retired = 0

  /// Creates an empty store whose nodes start at the given generation.
  init(firstGeneration: UInt32) {
    self.firstGeneration = firstGeneration
  }

  @usableFromInline
  deinit {
    // The owner has already removed all payloads.
    payloads?.deallocate()
  }

  /// The number of nodes, used and free.
  @usableFromInline
  var count: Int { nodes.count }

  /// The node with the given index, which must be valid.
  @inlinable
  subscript(node: NodeIndex) -> TimerNode {
    @inline(__always) unsafeAddress { UnsafePointer(nodes.address(of: Int(node))) }
    @inline(__always) unsafeMutableAddress { nodes.address(of: Int(node)) }
  }

  /// The number of nodes that hold an entry.
  var used: Int { count &- free.count &- retired }

  /// Whether the node with the given index, which must be valid, holds an entry.
  @usableFromInline
  func isUsed(_ node: Int) -> Bool { self[NodeIndex(node)].isUsed }
}

// MARK: - Using nodes

extension NodeStore {
  /// The node of the token's entry, or `nil` if the token is no longer valid.
  @inline(__always)
  func node(named token: TimerToken) -> NodeIndex? {
    guard token.index < count, self[token.index].generation == token.generation else { return nil }
    return token.index
  }

  /// The token of the entry in the given node, or `nil` if the node does not hold an entry. The index must be valid.
  @usableFromInline
  func token(of node: Int) -> TimerToken? {
    let index = NodeIndex(node)
    return isUsed(node) ? TimerToken(index: index, generation: self[index].generation) : nil
  }

  /// Uses a free node for a new entry with the given order number. The store must have room.
  @inline(__always)
  mutating func use(order: UInt64) -> TimerToken {
    let node = free.isEmpty ? append() : free.removeLast()
    self[node].use(order: order)
    return TimerToken(index: node, generation: self[node].generation)
  }

  /// Frees the node of an entry and changes its stamp.
  ///
  /// The list of free nodes must have room for the node. The caller must make room again before the next call.
  ///
  /// A node that has exhausted its generations is never used again, so a token never identifies a later entry. The cost
  /// is one lost node per hundred million uses.
  @inline(__always)
  mutating func free(_ node: NodeIndex) {
    self[node].free()
    if self[node].generation == 0 { retired &+= 1 } else { free.push(node) }
  }

  /// Whether the list of free nodes must grow before the next node is freed.
  @inline(__always)
  var needsRoomForFree: Bool { free.isFull }

  /// Grows the list of free nodes if it is full.
  @usableFromInline
  mutating func makeRoomForFree() {
    if free.isFull { free.grow() }
  }

  /// Whether a listing is stale, because its entry has been removed or moved.
  @inlinable @inline(__always)
  func isStale(_ listing: Listing) -> Bool {
    self[listing.node].difference(from: listing) != 0
  }

  /// Returns 1 if a listing is current and 0 if it is stale, without a branch.
  @inline(__always)
  func isCurrent(_ listing: Listing) -> Int {
    // Subtracting 1 sets the highest bit only if the difference is zero.
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
  /// Makes room for one more entry if the store is full.
  @inlinable @inline(__always)
  mutating func makeRoom<Payload>(for _: Payload.Type) {
    if free.isEmpty, nodes.isFull { grow(Payload.self) }
  }

  /// Stores the payload of a new entry at the entry's node.
  @inlinable @inline(__always)
  func put<Payload>(_ payload: consuming Payload, at node: Int) {
    payloadAddress(of: node).initialize(to: payload)
  }

  /// Removes and returns the payload of a node that has just been freed.
  @inlinable @inline(__always)
  func take<Payload>(_: Payload.Type, at node: Int) -> Payload {
    payloadAddress(of: node).move()
  }

  /// The address of a node's payload, whether initialised or not.
  @inlinable @inline(__always)
  func payloadAddress<Payload>(of node: Int) -> UnsafeMutablePointer<Payload> {
    assert(node >= 0 && node < count, "A node outside the store")
    // The store has nodes, so the memory is allocated. The wheel uses the memory only for payloads of this type.
    return payloads.unsafelyUnwrapped.assumingMemoryBound(to: Payload.self) + node
  }

  /// Moves all nodes and payloads to larger allocations.
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

// Sendable: the store is the only owner of its memory, and pointers into it are used only within a single call to the
// wheel. Only the wheel knows the payload type, and the wheel is `Sendable` only if the payloads are.
extension NodeStore: @unchecked Sendable {}
