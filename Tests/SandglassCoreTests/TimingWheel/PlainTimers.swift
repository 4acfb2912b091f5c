import SandglassCore

/// What a wheel has to do, done plainly with a sorted array.
struct PlainTimers {
  struct Entry {
    var place: TimerOrder
    var payload: Int
  }

  private(set) var entries: [Entry] = []
  private(set) var now: Moment
  private var places: [Int: TimerOrder] = [:]

  init(now: Moment) {
    self.now = now
  }

  mutating func insert(_ payload: Int, at place: TimerOrder) {
    entries.insert(Entry(place: place, payload: payload), at: index(of: place))
    places[payload] = place
  }

  mutating func remove(_ payload: Int) {
    guard let place = places.removeValue(forKey: payload) else { return }
    entries.remove(at: index(of: place))
  }

  mutating func move(_ payload: Int, to place: TimerOrder) {
    remove(payload)
    insert(payload, at: place)
  }

  /// Numbers all entries from 1, in the order of their numbers.
  mutating func renumber() {
    let ascending = entries.indices.sorted { entries[$0].place.order < entries[$1].place.order }
    for (number, index) in zip(UInt64(1)..., ascending) {
      let deadline = entries[index].place.deadline
      entries[index].place = TimerOrder(deadline: deadline, order: number)
      places[entries[index].payload] = entries[index].place
    }
  }

  func deadline(of payload: Int) -> Moment? {
    places[payload]?.deadline
  }

  mutating func popFirst(dueBy limit: Moment) -> (deadline: Moment, payload: Int)? {
    guard let first = entries.first, first.place.deadline <= max(limit, now) else {
      now = max(limit, now)
      return nil
    }
    remove(first.payload)
    now = max(now, first.place.deadline)
    return (first.place.deadline, first.payload)
  }

  /// The index of the entry at `place`, or the one to insert it at.
  private func index(of place: TimerOrder) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].place < place { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
