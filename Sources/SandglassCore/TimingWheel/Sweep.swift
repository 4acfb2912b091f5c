/// The progress of the search for stale listings in a wheel.
///
/// While stale listings outnumber entries, the calls that create stale listings also check some listings, slot by slot
/// in rotation. So there are at most slightly more than two listings per entry, and no call has to check all listings.
struct Sweep {
  /// The number of additional stale listings after which some listings are checked.
  static let interval = 32
  /// The number of listings to check each time.
  static let length = 128

  /// The number of listings up to which a full slot is swept in one call.
  static let greatestSlot = 1024

  /// The number of stale listings.
  var stale = 0
  /// The number of stale listings at which the next listings are checked.
  var limit = interval
  /// The slot to sweep, or `nil` for the due listings.
  var slot: Int?
  /// The number of listings at the start of the slot that have not been checked yet.
  var rest = 0

  /// Whether it is time to check the next listings.
  var isDue: Bool { stale >= limit }

  /// Records that the given number of stale listings was dropped.
  mutating func noteDropped(_ count: Int) {
    stale &-= count
    limit = min(limit, stale &+ Self.interval)
  }
}
