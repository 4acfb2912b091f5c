import SandglassCore

/// A naive model of a wheel, with a sorted array.
struct PlainTimers {
  struct Entry {
    var key: DeadlineKey
    var payload: Int
  }

  private(set) var entries: [Entry] = []
  private(set) var now: Moment
  private var keys: [Int: DeadlineKey] = [:]

  init(now: Moment) {
    self.now = now
  }

  mutating func insert(_ payload: Int, at key: DeadlineKey) {
    entries.insert(Entry(key: key, payload: payload), at: index(of: key))
    keys[payload] = key
  }

  mutating func remove(_ payload: Int) {
    guard let key = keys.removeValue(forKey: payload) else { return }
    entries.remove(at: index(of: key))
  }

  mutating func move(_ payload: Int, to key: DeadlineKey) {
    remove(payload)
    insert(payload, at: key)
  }

  /// Numbers all entries from 1, and keeps their order.
  mutating func renumber() {
    let ascending = entries.indices.sorted { entries[$0].key.order < entries[$1].key.order }
    for (number, index) in zip(UInt64(1)..., ascending) {
      let deadline = entries[index].key.deadline
      entries[index].key = DeadlineKey(deadline: deadline, order: number)
      keys[entries[index].payload] = entries[index].key
    }
  }

  func deadline(of payload: Int) -> Moment? {
    keys[payload]?.deadline
  }

  mutating func popFirst(dueBy limit: Moment) -> (deadline: Moment, payload: Int)? {
    guard let first = entries.first, first.key.deadline <= max(limit, now) else {
      now = max(limit, now)
      return nil
    }
    remove(first.payload)
    now = max(now, first.key.deadline)
    return (first.key.deadline, first.payload)
  }

  /// The index of the entry at `key`, or the index at which to insert it.
  private func index(of key: DeadlineKey) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].key < key { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
