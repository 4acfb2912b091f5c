import Dispatch
import SandglassCore

/// A setting of the watch for the wall clock that has still to be made.
struct WatchSetting {
  let isWatching: Bool
  let number: UInt64
}

/// What was decided under the lock and is done outside it.
struct Effects {
  /// The setting of the alarm, if it has to be touched.
  var alarm: AlarmSetting?

  /// The setting of the watch for the wall clock, if it has to be touched.
  var watch: WatchSetting?

  /// The queues that have to be hopped to, for callbacks that wait in their outboxes.
  var hops: [DispatchQueue] = []

  /// The tasks to be woken, in order.
  var woken: [UnsafeContinuation<Void, Never>] = []

  /// The closures to be called after that, in order.
  var calls: [() -> Void] = []

  /// What must not be released under the lock, since its deinitialiser may call anything.
  var discarded: [Any] = []

  var isEmpty: Bool {
    alarm == nil && watch == nil && hops.isEmpty && woken.isEmpty && calls.isEmpty
      && discarded.isEmpty
  }
}
