/// Where in a wheel stale listings are looked for next.
///
/// As long as there are more stale listings than entries, those who make more have some listings
/// looked at, in turn through all slots. So there are not many more than two listings for each entry,
/// and no call has to look at all of them.
struct Sweep {
  /// After how many more stale listings some are looked at.
  static let interval = 32
  /// How many are looked at then.
  static let length = 128

  /// How many listings may stand in a slot that is gone through at once when it is full.
  static let greatestSlot = 1024

  /// The number of stale listings.
  var stale = 0
  /// How many there are when the next ones are looked at.
  var limit = interval
  /// The slot that is being gone through, or nil for what is due.
  var slot: Int?
  /// How many of its listings are still to be looked at, from its beginning.
  var rest = 0

  /// Whether the next ones are to be looked at.
  var isDue: Bool { stale >= limit }

  /// Notes that so many stale listings were dropped.
  mutating func noteDropped(_ count: Int) {
    stale &-= count
    limit = min(limit, stale &+ Self.interval)
  }
}
