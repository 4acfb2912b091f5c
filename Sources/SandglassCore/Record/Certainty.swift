/// How far what is told of a restored countdown can be trusted.
public enum Certainty: String, Sendable, Hashable, CaseIterable {
  /// It is what truly remains: it was measured on a clock that nobody can set, or was paused, or
  /// follows the wall clock by its nature.
  case exact

  /// The system was started anew in between, and the wall clock says how much time has passed. If
  /// the clock was set meanwhile, that is off by as much.
  case estimated

  /// The clocks contradict the record: at most what is told remains, and perhaps less.
  case suspect
}
