/// A unit of fixed length in which a duration can be written. The cases are in order, from the longest to the shortest.
enum DurationUnit: CaseIterable {
  case week, day, hour, minute, second, millisecond, microsecond, nanosecond

  var length: Duration {
    switch self {
    case .week: .seconds(604_800)
    case .day: .seconds(86_400)
    case .hour: .seconds(3600)
    case .minute: .seconds(60)
    case .second: .seconds(1)
    case .millisecond: .milliseconds(1)
    case .microsecond: .microseconds(1)
    case .nanosecond: .nanoseconds(1)
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
