/// A unit of fixed length in which a duration can be written. The cases are in order, from the longest to the shortest.
enum DurationUnit: CaseIterable {
  case week, day, hour, minute, second, millisecond, microsecond, nanosecond

  /// The length in attoseconds.
  var attoseconds: Int128 {
    switch self {
    case .week: 604_800_000_000_000_000_000_000
    case .day: 86_400_000_000_000_000_000_000
    case .hour: 3_600_000_000_000_000_000_000
    case .minute: 60_000_000_000_000_000_000
    case .second: 1_000_000_000_000_000_000
    case .millisecond: 1_000_000_000_000_000
    case .microsecond: 1_000_000_000_000
    case .nanosecond: 1_000_000_000
    }
  }

  /// Creates the unit with the given name, in upper or lower case.
  init?(named name: ArraySlice<UInt8>) {
    guard let unit = Self.allCases.first(where: { Self.matches(name, $0.names) }) else {
      return nil
    }
    self = unit
  }

  /// Returns whether `name` is a calendar unit, which has no fixed length.
  static func isCalendarUnit(_ name: ArraySlice<UInt8>) -> Bool {
    matches(name, ["y", "yr", "yrs", "year", "years", "mo", "mos", "month", "months"])
  }

  private var names: [String] {
    switch self {
    case .week: ["w", "wk", "wks", "week", "weeks"]
    case .day: ["d", "day", "days"]
    case .hour: ["h", "hr", "hrs", "hour", "hours"]
    case .minute: ["m", "min", "mins", "minute", "minutes"]
    case .second: ["s", "sec", "secs", "second", "seconds"]
    case .millisecond: ["ms", "msec", "msecs", "millisecond", "milliseconds"]
    // The micro sign and the Greek letter mu look the same, and keyboards may have either.
    case .microsecond:
      ["us", "\u{B5}s", "\u{3BC}s", "usec", "usecs", "microsecond", "microseconds"]
    case .nanosecond: ["ns", "nsec", "nsecs", "nanosecond", "nanoseconds"]
    }
  }

  private static func matches(_ name: ArraySlice<UInt8>, _ names: [String]) -> Bool {
    names.contains { $0.utf8.elementsEqual(name.lazy.map { $0.lowercasedASCII }) }
  }
}
