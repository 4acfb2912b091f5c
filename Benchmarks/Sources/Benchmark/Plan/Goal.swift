/// What a line of the table is held against; nothing is held against a line without one.
enum Goal {
  /// The ratio to the reference is at most this.
  case ratio(Double)

  /// The figure itself is at most this.
  case atMost(Double)

  /// The figure itself is at least this.
  case atLeast(Double)
}
