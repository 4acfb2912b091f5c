/// What becomes of a time that the clocks skip, because they go forward.
///
/// In the examples, the clocks go forward from 2:00 to 3:00.
public enum SkippedTime: Sendable, Hashable, CaseIterable {
  /// The time is read as if the clocks had not changed, as in RFC 5545: 2:30 means 3:30.
  case moved

  /// The time comes when the clocks change: 2:30 means 3:00.
  case atTheChange

  /// The time does not come on that day.
  case leftOut
}

/// Which times come if the clocks show a time twice, because they go back.
public enum RepeatedTime: Sendable, Hashable, CaseIterable {
  /// The first of the two.
  case first

  /// The second of the two.
  case second

  /// Both.
  case both
}
