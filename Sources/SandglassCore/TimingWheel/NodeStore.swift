/// The nodes of a wheel with their payloads, each payload beside its node: with `RawVector` one
/// of the two places of the wheel that handle memory themselves.
///
/// What the wheel touches of an entry so lies in one or two lines of the cache. The store knows of the
/// payloads only how large they are; what is generic here is inlined where the type is known.
/// Whether there is a payload tells the node: there is one exactly while it holds an entry.
/// Whoever owns the store takes all payloads out before letting it go.
@usableFromInline
struct NodeStore: ~Copyable {
  /// Where the nodes are; nil before there was one.
  @usableFromInline var start: UnsafeMutableRawPointer?
  /// The number of nodes, used and free.
  @usableFromInline var count = 0
  @usableFromInline var capacity = 0
  /// The free nodes, of which the last is used first.
  @usableFromInline var free = RawVector<NodeIndex>()
  /// The bytes from one node to the next.
  @usableFromInline let stride: Int
  /// The bytes from a node to its payload.
  @usableFromInline let payloadOffset: Int
  /// What nodes count their uses and their stamps from.
  let firstGeneration: UInt32
  /// The number of nodes that are never used again.
  private(set) var retired = 0

  /// Makes a store for payloads of that layout, whose nodes have been used so often already.
  init(payloadSize: Int, payloadAlignment: Int, firstGeneration: UInt32) {
    let alignment = max(payloadAlignment, MemoryLayout<TimerNode>.alignment)
    payloadOffset = Self.roundUp(MemoryLayout<TimerNode>.size, to: payloadAlignment)
    stride = Self.roundUp(payloadOffset + payloadSize, to: alignment)
    self.firstGeneration = firstGeneration
  }

  @usableFromInline
  deinit {
    // Nodes need no deinitialising, and there are no payloads any more, as the owner has seen to.
    start?.deallocate()
  }

  /// The node with that number, which must exist.
  subscript(node: NodeIndex) -> TimerNode {
    @inline(__always) unsafeAddress { UnsafePointer(address(of: node)) }
    @inline(__always) unsafeMutableAddress { address(of: node) }
  }

  @inline(__always)
  private func address(of node: NodeIndex) -> UnsafeMutablePointer<TimerNode> {
    assert(node < count, "A node outside the store")
    // There are nodes, and so there is memory; each begins with a `TimerNode`.
    return (start.unsafelyUnwrapped + Int(node) &* stride).assumingMemoryBound(to: TimerNode.self)
  }

  /// The number of nodes that hold an entry.
  var used: Int { count &- free.count &- retired }

  /// Whether the node of that number, which must exist, holds an entry.
  @usableFromInline
  func isUsed(_ node: Int) -> Bool { self[NodeIndex(node)].isUsed }

  private static func roundUp(_ size: Int, to alignment: Int) -> Int {
    (size + alignment - 1) / alignment * alignment
  }
}

// MARK: - Using nodes

extension NodeStore {
  /// The node a token names, or nil if the token is used up.
  @inline(__always)
  func node(named token: TimerToken) -> NodeIndex? {
    guard token.index < count, self[token.index].generation == token.generation else { return nil }
    return token.index
  }

  /// Uses a free node for a new entry; there must be room.
  @inline(__always)
  mutating func use() -> NodeIndex {
    let node = free.isEmpty ? append() : free.removeLast()
    // It is even, and so there is a next one.
    self[node].generation &+= 1
    return node
  }

  /// Frees the node of an entry.
  ///
  /// A node whose generations are all used is never used again. So no token ever names a later
  /// entry, at the price of one lost node in two billion uses.
  @inline(__always)
  mutating func free(_ node: NodeIndex) {
    self[node].generation &+= 1
    if self[node].generation == 0 { retired &+= 1 } else { free.append(node) }
  }

  /// Whether the entry of a listing was removed or moved since.
  @inline(__always)
  func isStale(_ listing: Listing) -> Bool {
    self[listing.node].stamp != listing.stamp
  }

  /// One if a listing is not stale and zero if it is, told without a branch.
  @inline(__always)
  func isCurrent(_ listing: Listing) -> Int {
    // Only zero less one has the highest bit set.
    let difference = UInt64(self[listing.node].stamp ^ listing.stamp)
    return Int(truncatingIfNeeded: (difference &- 1) &>> 63)
  }

  private mutating func append() -> NodeIndex {
    precondition(count < capacity, "No room for a node")
    let node = NodeIndex(truncatingIfNeeded: count)
    count += 1
    self[node] = TimerNode(generation: firstGeneration, stamp: firstGeneration)
    return node
  }
}

// MARK: - Payloads

extension NodeStore {
  /// Makes room for one more entry if there is none.
  @inlinable @inline(__always)
  mutating func makeRoom<Payload>(for _: Payload.Type) {
    if free.isEmpty, count == capacity { grow(Payload.self) }
  }

  /// Puts the payload of a node that has just been used in its place.
  @inlinable @inline(__always)
  func put<Payload>(_ payload: consuming Payload, at node: Int) {
    place(of: node).initialize(to: payload)
  }

  /// Takes the payload of a node that has just been freed.
  @inlinable @inline(__always)
  func take<Payload>(_: Payload.Type, at node: Int) -> Payload {
    place(of: node).move()
  }

  /// Where the payload of a node is, or is to be.
  @inlinable @inline(__always)
  func place<Payload>(of node: Int) -> UnsafeMutablePointer<Payload> {
    assert(node >= 0 && node < count, "A node outside the store")
    // The layout was made for this type by the wheel that has it.
    return (start.unsafelyUnwrapped + (node &* stride + payloadOffset))
      .assumingMemoryBound(to: Payload.self)
  }

  /// Moves all nodes and payloads to larger memory.
  @inlinable @inline(never)
  mutating func grow<Payload>(_: Payload.Type) {
    let wanted = RawGrowth.next(after: capacity)
    precondition(wanted < NodeIndex.max, "A wheel holds less than 2^32 - 1 entries")
    let larger = UnsafeMutableRawPointer.allocate(
      byteCount: wanted * stride, alignment: max(64, MemoryLayout<Payload>.alignment))
    if let start {
      for node in 0..<count {
        let offset = node * stride
        // All there is of a node but its payload, which may not be moved by bytes alone.
        (larger + offset).copyMemory(from: start + offset, byteCount: payloadOffset)
        guard isUsed(node) else { continue }
        (larger + (offset + payloadOffset)).moveInitializeMemory(
          as: Payload.self, from: place(of: node), count: 1)
      }
      start.deallocate()
    }
    start = larger
    capacity = wanted
  }
}

// Sendable: the store alone holds its memory, and hands out nothing that points into it; whether
// payloads may go elsewhere says the wheel, which has their type.
extension NodeStore: @unchecked Sendable {}
