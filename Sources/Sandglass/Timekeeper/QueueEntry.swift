import SandglassCore

/// An entry in a timekeeper's queue.
protocol QueueEntry: AnyObject, Sendable {
  /// The entry's deadline has come. Called under the timekeeper's lock. The entry may wait again, and records in the
  /// state the callbacks to deliver.
  ///
  /// - Returns: Whether the entry is in the queue again, which retains it. If not, this may have been the last
  ///   reference.
  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool

  /// The entry's deadline comes soon, with those of many others. The entry prefetches the memory that it will need
  /// besides its own, which is already prefetched.
  func fetch()

  /// The entry's kind, for a list of pending timers. Called under the timekeeper's lock. It releases nothing.
  func kind(at now: Moment) -> PendingTimer.Kind

  /// The line at which the timer was made, if it was recorded.
  var madeAt: SourceLine? { get }

  /// The entry that this one stands for; nil if it no longer exists. This may be the last reference.
  var waitingEntry: (any QueueEntry)? { get }
}

extension QueueEntry {
  func fetch() {}

  var madeAt: SourceLine? { nil }

  var waitingEntry: (any QueueEntry)? { self }
}

/// A queue entry that refers to another one weakly.
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

  /// Never used, because `waitingEntry` is the entry in the list.
  func kind(at now: Moment) -> PendingTimer.Kind { .call }

  var waitingEntry: (any QueueEntry)? { entry }
}
