/// The goal of a line of the table. A line need not have a goal.
enum Goal {
  /// The ratio to the reference is at most this.
  case ratio(Double)

  /// The figure itself is at most this.
  case atMost(Double)

  /// The figure itself is at least this.
  case atLeast(Double)
}
