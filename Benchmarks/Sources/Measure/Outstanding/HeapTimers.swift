import HeapModule

/// The obvious priority queue: the heap of swift-collections.
///
/// It cannot remove an entry that is not the first. So a cancelled entry is only marked, and all
/// marked ones are thrown out as soon as they are the greater half.
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
