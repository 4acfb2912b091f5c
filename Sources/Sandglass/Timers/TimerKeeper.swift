/// What keeps a timer alive; without it the timer ends by itself.
public enum TimerKeeper: Sendable, Hashable {
  /// The handle: letting go of it cancels the timer.
  case handle

  /// The timekeeper: the timer goes on though nobody holds it, until it is cancelled, its owner
  /// is gone, or its last tick is told. Fire and forget.
  case timekeeper
}
