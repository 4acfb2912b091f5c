/// When the first tick of a repeating timer is due.
public enum FirstTick: Sendable, Hashable {
  /// One interval after the start.
  case afterInterval

  /// At the start.
  case immediately
}
