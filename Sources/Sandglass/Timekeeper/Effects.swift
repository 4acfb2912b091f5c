import Dispatch
import SandglassCore

/// A setting of the wall-clock watch that has not been applied yet.
struct WatchSetting {
  let isWatching: Bool
  let number: UInt64
}

/// The effects that are collected under the lock and carried out outside it, once.
package struct Effects: ~Copyable {
  /// The alarm's new setting, if it must be set.
  var alarm: AlarmSetting?

  /// The wall-clock watch's new setting, if it must be set.
  var watch: WatchSetting?

  /// The queues that need a hop, because callbacks are waiting in their outboxes.
  var hops: [DispatchQueue] = []

  /// The tasks to resume, in order.
  var woken: [UnsafeContinuation<Void, Never>] = []

  /// The closures to call after the tasks are resumed, in order.
  package var calls: [() -> Void] = []

  /// Objects that must not be released under the lock, because their deinitialisers may run any code.
  package var discarded: [Any] = []

  /// The first work that was removed from the queue, which must not be released under the lock either. Few calls remove
  /// more than one, so few need the array.
  private var removed: TimekeeperState.Work?

  var isEmpty: Bool {
    alarm == nil && watch == nil && hops.isEmpty && woken.isEmpty && calls.isEmpty
      && discarded.isEmpty && removed == nil
  }

  /// Keeps work that was removed from the queue until the lock has been released.
  mutating func discard(_ work: TimekeeperState.Work) {
    if removed == nil { removed = work } else { discarded.append(work) }
  }
}
