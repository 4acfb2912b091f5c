/// A time of day in hours, minutes and seconds, as on a wall clock.
///
/// A clock time has neither a date nor a time zone, and it may not exist on every day.
public struct ClockTime: Sendable, Hashable {
  /// The hour, 0 to 23.
  public let hour: Int

  /// The minute, 0 to 59.
  public let minute: Int

  /// The second, 0 to 59.
  public let second: Int

  /// Creates a time of day, or `nil` if the hour is not 0 to 23 or the minute or second is not 0 to 59.
  public init?(hour: Int, minute: Int, second: Int = 0) {
    guard (0...23).contains(hour) else { return nil }
    guard (0...59).contains(minute), (0...59).contains(second) else { return nil }
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// The seconds from 0:00 to this time on a day without a clock change.
  public var secondsSinceMidnight: Int { hour * 3600 + minute * 60 + second }
}

extension ClockTime: Comparable {
  /// Orders times within the same day.
  public static func < (left: ClockTime, right: ClockTime) -> Bool {
    left.secondsSinceMidnight < right.secondsSinceMidnight
  }
}

extension ClockTime: CustomStringConvertible {
  /// The time on a 24-hour clock: `18:00`, or `18:00:30` if the seconds are not zero.
  public var description: String {
    let minutes = UInt64(hour).digits(2) + ":" + UInt64(minute).digits(2)
    return second == 0 ? minutes : minutes + ":" + UInt64(second).digits(2)
  }
}

extension ClockTime {
  /// Creates a time of day by parsing a common format: `18:00`, `18:00:30`, `1830`, `6pm`, `6:30 pm`, `noon`.
  ///
  /// Minutes and seconds have two digits. With am or pm, in upper or lower case and also as `p` or `p.m.`, the hour is 1
  /// to 12, and 12am is midnight. Points may then take the place of the colons, as in `6.30pm`. Without am or pm, the
  /// hour is 0 to 23 and the minutes are required. White space of any kind is allowed around the time and before am or
  /// pm, and digits may be full-width or of another script.
  ///
  /// What has two readings is rejected with both of them: `18.30` may also be a number of hours. `24:00` is rejected,
  /// because it is at the end of a day, and this time has no day.
  ///
  /// - Parameter text: The text to parse.
  /// - Throws: ``TimeParsingError``, which contains the invalid part of the text.
  public init(parsing text: String) throws(TimeParsingError) {
    var parser = ClockTimeParser(text)
    self = try parser.parse()
  }
}
