import HeapModule

/// The obvious priority queue: the heap of swift-collections.
///
/// The heap can only remove its first entry. A cancelled entry is therefore only marked, and all
/// marked entries are removed once they are the majority.
struct HeapTimers: MovingTimerEngine {
  private struct Entry: Comparable {
    let deadline: UInt64
    let number: UInt32
    let generation: UInt32

    static func < (left: Entry, right: Entry) -> Bool { left.deadline < right.deadline }
  }

  private var heap = Heap<Entry>()
  private var generations: [UInt32] = []
  private var cancelled = 0

  mutating func arm(_ number: Int, delay: UInt64) -> Int {
    if number == generations.count { generations.append(0) }
    let entry = Entry(
      deadline: delay, number: UInt32(number), generation: generations[number])
    heap.insert(entry)
    return number
  }

  mutating func cancel(_ handle: Int) {
    generations[handle] &+= 1
    cancelled += 1
    if cancelled > heap.count / 2 { throwOutCancelled() }
  }

  mutating func move(_ handle: Int, delay: UInt64) {
    cancel(handle)
    _ = arm(handle, delay: delay)
  }

  private mutating func throwOutCancelled() {
    heap = Heap(heap.unordered.filter { $0.generation == generations[Int($0.number)] })
    cancelled = 0
  }
}
