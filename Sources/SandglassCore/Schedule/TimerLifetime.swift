/// The lifetime of a timer.
public enum TimerLifetime: Sendable, Hashable {
  /// The timer is cancelled when its handle, the timer object, is released.
  case handle

  /// The timer runs until it is cancelled, its owner is deallocated, or its last tick has been delivered. You do not
  /// need to keep the handle.
  case detached
}
