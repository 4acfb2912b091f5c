/// The slots that are kept as binary heaps, the earliest entry first.
///
/// Adding or removing an entry anywhere takes O(log k) for k entries in the slot, and O(1) on
/// average unless it is the earliest.
extension TimerSchedule {
  /// Makes a slot a heap if it is not one yet; O(k) the first time.
  mutating func makeHeap(_ slot: Int) {
    guard !storage.isHeap(slot) else { return }
    storage.markHeap(slot)
    orderHeap(slot)
  }

  /// Brings the entries of a slot into the order of a heap; O(k).
  mutating func orderHeap(_ slot: Int) {
    for position in stride(from: storage.count(in: slot) / 2 - 1, through: 0, by: -1) {
      siftDown(storage.entry(at: position, in: slot), from: position, in: slot)
    }
  }

  /// Repairs the heap after the node at one position became another or changed its place.
  mutating func restoreHeap(around node: NodeIndex) {
    let slot = Int(storage[node].slot)
    let position = Int(storage[node].position)
    guard storage.isHeap(slot) else { return }
    if position > 0, precedes(node, storage.entry(at: (position - 1) / 2, in: slot)) {
      siftUp(node, from: position, in: slot)
    } else {
      siftDown(node, from: position, in: slot)
    }
  }

  /// Moves a node towards the front, past all later ones.
  mutating func siftUp(_ node: NodeIndex, from start: Int, in slot: Int) {
    var position = start
    while position > 0 {
      let parentPosition = (position - 1) / 2
      let parent = storage.entry(at: parentPosition, in: slot)
      guard precedes(node, parent) else { break }
      storage.put(parent, at: position, in: slot)
      position = parentPosition
    }
    storage.put(node, at: position, in: slot)
  }

  /// Moves a node towards the back, past all earlier ones.
  private mutating func siftDown(_ node: NodeIndex, from start: Int, in slot: Int) {
    var position = start
    while let childPosition = earlierChild(of: position, in: slot) {
      let child = storage.entry(at: childPosition, in: slot)
      guard precedes(child, node) else { break }
      storage.put(child, at: position, in: slot)
      position = childPosition
    }
    storage.put(node, at: position, in: slot)
  }

  /// The position of the earlier of the two nodes below a position, if there are any.
  private func earlierChild(of position: Int, in slot: Int) -> Int? {
    let left = 2 * position + 1
    let right = left + 1
    let count = storage.count(in: slot)
    guard right < count else { return left < count ? left : nil }
    let leftNode = storage.entry(at: left, in: slot)
    let rightNode = storage.entry(at: right, in: slot)
    return precedes(rightNode, leftNode) ? right : left
  }

  /// Whether one node comes before another in the order of handing out.
  func precedes(_ left: NodeIndex, _ right: NodeIndex) -> Bool {
    storage[left].place < storage[right].place
  }
}
