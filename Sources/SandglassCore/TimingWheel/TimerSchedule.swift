/// The logic of a timing wheel, which needs to know nothing of payloads.
///
/// Time is cut into ticks of 2^`tickBits` nanoseconds, and a tick's number into digits of
/// six bits, one for each level. An entry stands at the level of the highest digit in which its
/// tick differs from the current one, in the slot which that digit names. So the slots of a level
/// come one after the other, and all come before those of the levels above. Entries of
/// the current tick or an earlier one are imminent.
///
/// An entry whose deadline was moved later may stand in an earlier slot than its own; it is
/// placed anew when its turn comes. See George Varghese and Tony Lauck, "Hashed and Hierarchical
/// Timing Wheels", 1987, scheme 7.
///
/// It is no generic type, so that its code exists once and is fast from every module. What the
/// wheel adds is small enough to be inlined.
@usableFromInline
struct TimerSchedule: ~Copyable, Sendable {
  /// The moment the schedule stands at.
  var now: Moment
  /// The binary logarithm of the length of a tick in nanoseconds.
  let tickBits: UInt64
  /// The nodes and slots.
  var storage: WheelStorage
  private var nextOrder: UInt64 = 0
  /// The earliest entry, where it is known; else ``WheelStorage/noNode``.
  var earliest = WheelStorage.noNode

  /// Makes an empty schedule that stands at `now`.
  ///
  /// There are as many levels as it takes to tell all ticks of a ``Moment`` from each other.
  init(now: Moment, tickBits: Int, firstGeneration: UInt32) {
    precondition((0..<64).contains(tickBits), "A tick is from 2^0 to 2^63 nanoseconds long")
    let levels = (64 - tickBits + Self.digitBits - 1) / Self.digitBits
    self.now = now
    self.tickBits = UInt64(tickBits)
    storage = WheelStorage(levels: levels, firstGeneration: firstGeneration)
  }

  /// The next number of the schedule's own sequence of insertions and moves.
  @usableFromInline
  mutating func takeOrder() -> UInt64 {
    defer { nextOrder &+= 1 }
    return nextOrder
  }

  /// The number of nodes, used or not.
  @usableFromInline
  var nodeCount: Int { storage.nodes.count }

  /// Whether the node of that number holds an entry.
  @usableFromInline
  func isUsed(_ node: Int) -> Bool { !storage.nodes[node].isUnused }

  /// Adds an entry.
  @usableFromInline
  mutating func insert(at deadline: Moment, order: UInt64) -> TimerToken {
    let node = storage.makeNode(TimerOrder(deadline: deadline, order: order))
    link(node)
    noteEarlier(node)
    return TimerToken(index: node, generation: storage[node].generation)
  }

  /// Removes an entry and answers its index, or nil if the token is used up.
  @usableFromInline
  mutating func remove(_ token: TimerToken) -> Int? {
    guard let node = storage.node(named: token) else { return nil }
    remove(node)
    return Int(node)
  }

  /// Removes an entry.
  mutating func remove(_ node: NodeIndex) {
    if node == earliest { earliest = WheelStorage.noNode }
    unlink(node)
    storage.freeNode(node)
  }

  /// Gives an entry another place in the order, or answers false if the token is used up.
  @usableFromInline
  mutating func move(_ token: TimerToken, to place: TimerOrder) -> Bool {
    guard let node = storage.node(named: token) else { return false }
    move(node, to: place)
    return true
  }

  /// Gives an entry another place in the order.
  ///
  /// If the deadline only moves later the entry stays in its slot: timers that guard against
  /// silence are moved far more often than they come due.
  private mutating func move(_ node: NodeIndex, to place: TimerOrder) {
    let staysInSlot =
      place.deadline.nanoseconds >= storage[node].deadline
      || slot(for: place.deadline) == Int(storage[node].slot)
    if !staysInSlot { unlink(node) }
    storage[node].deadline = place.deadline.nanoseconds
    storage[node].order = place.order
    if staysInSlot { restoreHeap(around: node) } else { link(node) }
    if node == earliest { earliest = WheelStorage.noNode } else { noteEarlier(node) }
  }

  /// Notes that a node is the earliest now, if it comes before the one that was.
  @inline(__always)
  private mutating func noteEarlier(_ node: NodeIndex) {
    guard earliest != WheelStorage.noNode else { return }
    if storage[node].place < storage[earliest].place { earliest = node }
  }

  /// Puts a node into the slot its deadline belongs in.
  @inline(__always)
  mutating func link(_ node: NodeIndex) {
    let slot = slot(for: Moment(nanoseconds: storage[node].deadline))
    let position = storage.append(node, to: slot)
    if storage.isHeap(slot) { siftUp(node, from: position, in: slot) }
  }

  /// Takes a node out of its slot.
  @inline(__always)
  mutating func unlink(_ node: NodeIndex) {
    let slot = Int(storage[node].slot)
    let position = Int(storage[node].position)
    storage.detach(node)
    if storage.isHeap(slot), position < storage.count(in: slot) {
      restoreHeap(around: storage.entry(at: position, in: slot))
    }
  }
}
