import SandglassCore

/// An entry in a timekeeper's queue.
protocol QueueEntry: AnyObject, Sendable {
  /// Called under the timekeeper's lock when the entry's deadline has come. The entry may add itself to the queue
  /// again. If there are callbacks to deliver, the entry adds them to `state`.
  ///
  /// - Returns: Whether the entry is in the queue again, so that the queue retains it. If not, the caller may have the
  ///   last reference.
  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool

  /// Prefetches the memory that the entry will need, except its own, which is already prefetched. Called shortly before
  /// the entry's deadline, which comes together with those of many other entries.
  func fetch()

  /// Returns the entry's kind, for a list of pending timers. Called under the timekeeper's lock. Must not release any
  /// object.
  func kind(at now: Moment) -> PendingTimer.Kind

  /// The type of the object that the timer is bound to; nil if there is none.
  var ownerType: Any.Type? { get }

  /// The entry that this one represents; nil if that entry no longer exists. This may be the last reference to it.
  var waitingEntry: (any QueueEntry)? { get }
}

extension QueueEntry {
  func fetch() {}

  var ownerType: Any.Type? { nil }

  var waitingEntry: (any QueueEntry)? { self }
}

/// A queue entry that holds a weak reference to another entry.
// Sendable: `entry` is set once, and loading a weak reference is atomic.
final class WeakQueueEntry: QueueEntry, @unchecked Sendable {
  private weak var entry: (any QueueEntry)?

  init(_ entry: any QueueEntry) {
    self.entry = entry
  }

  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool {
    guard let entry else { return false }
    if !entry.fire(at: now, in: &state) {
      // The entry must not be released here, under the lock.
      state.effects.discarded.append(entry)
    }
    return false
  }

  /// Never used, because the list contains `waitingEntry` instead.
  func kind(at now: Moment) -> PendingTimer.Kind { .call }

  var waitingEntry: (any QueueEntry)? { entry }
}
