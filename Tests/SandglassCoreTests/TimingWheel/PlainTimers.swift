import SandglassCore

/// What a wheel has to do, done plainly with a sorted array.
struct PlainTimers {
  struct Entry {
    var place: TimerOrder
    var payload: Int
  }

  private(set) var entries: [Entry] = []
  private(set) var now: Moment

  init(now: Moment) {
    self.now = now
  }

  mutating func insert(_ payload: Int, at place: TimerOrder) {
    let index = entries.partitioningIndex { $0.place > place }
    entries.insert(Entry(place: place, payload: payload), at: index)
  }

  mutating func remove(_ payload: Int) {
    entries.removeAll { $0.payload == payload }
  }

  mutating func move(_ payload: Int, to place: TimerOrder) {
    remove(payload)
    insert(payload, at: place)
  }

  func deadline(of payload: Int) -> Moment? {
    entries.first { $0.payload == payload }?.place.deadline
  }

  mutating func popFirst(dueBy limit: Moment) -> (deadline: Moment, payload: Int)? {
    guard let first = entries.first, first.place.deadline <= max(limit, now) else {
      now = max(limit, now)
      return nil
    }
    entries.removeFirst()
    now = max(now, first.place.deadline)
    return (first.place.deadline, first.payload)
  }
}

extension Array {
  /// The first index whose element satisfies `isAfter`, which all later ones satisfy as well.
  fileprivate func partitioningIndex(where isAfter: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isAfter(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
