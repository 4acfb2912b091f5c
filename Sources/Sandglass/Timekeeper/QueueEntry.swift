import SandglassCore

/// Something that waits in the queue of a timekeeper.
protocol QueueEntry: AnyObject, Sendable {
  /// Its deadline has come. Called under the timekeeper's lock; it may wait again, and notes in
  /// the state what there is to tell.
  ///
  /// - Returns: Whether it is in the queue again, which so keeps it; if not, this may have been the last reference.
  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool

  /// Its deadline comes soon, with those of many others: has the processor fetch what is needed then
  /// besides its own memory, which has been fetched.
  func fetch()

  /// What it is, for a list of all that waits. Called under the timekeeper's lock; it releases nothing.
  func kind(at now: Moment) -> PendingTimer.Kind

  /// The line at which it was made, if that is kept.
  var madeAt: SourceLine? { get }

  /// What really waits here; nil if that is gone. It may be the last reference.
  var waitingEntry: (any QueueEntry)? { get }
}

extension QueueEntry {
  func fetch() {}

  var madeAt: SourceLine? { nil }

  var waitingEntry: (any QueueEntry)? { self }
}

/// Something that waits without being kept alive by that.
// Sendable: `entry` is set once, and loading a weak reference is atomic.
final class WeakQueueEntry: QueueEntry, @unchecked Sendable {
  private weak var entry: (any QueueEntry)?

  init(_ entry: any QueueEntry) {
    self.entry = entry
  }

  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool {
    guard let entry else { return false }
    if !entry.fire(at: now, in: &state) {
      // It must not be released here, under the lock.
      state.effects.discarded.append(entry)
    }
    return false
  }

  /// Not asked: what waits is the entry.
  func kind(at now: Moment) -> PendingTimer.Kind { .call }

  var waitingEntry: (any QueueEntry)? { entry }
}
