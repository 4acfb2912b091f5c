#if canImport(FoundationInternationalization)
  public import FoundationEssentials
  import FoundationInternationalization
#else
  public import Foundation
#endif
public import SandglassCore

extension WallTimes {
  /// The same time each day.
  ///
  /// ```swift
  /// reminder = WallTimer(at: .daily(hour: 9), with: self) { screen, _ in screen.remind() }
  /// ```
  ///
  /// - Parameters:
  ///   - hour: The hour, from 0 to 23.
  ///   - minute: The minute, from 0 to 59.
  ///   - skipped: What becomes of a time that the clocks skip.
  ///   - repeated: Which times come if the clocks show a time twice.
  ///   - calendar: The calendar, whose time zone is used; the user's by default, which is followed when it changes.
  /// - Returns: The times. There are none if the hour or the minute does not exist.
  public static func daily(
    hour: Int, minute: Int = 0, skipped: SkippedTime = .moved, repeated: RepeatedTime = .first,
    calendar: Calendar = .autoupdatingCurrent
  ) -> WallTimes {
    earliest(
      of: [DateComponents(hour: hour, minute: minute)], given: [hour, minute], skipped: skipped,
      repeated: repeated, calendar: calendar)
  }

  /// The same time on some days of each week.
  ///
  /// ```swift
  /// report = WallTimer(at: .weekly(on: [.monday, .thursday], hour: 18), with: self) { office, _ in office.report() }
  /// ```
  ///
  /// - Parameters:
  ///   - weekdays: The days of the week.
  ///   - hour: The hour, from 0 to 23.
  ///   - minute: The minute, from 0 to 59.
  ///   - skipped: What becomes of a time that the clocks skip.
  ///   - repeated: Which times come if the clocks show a time twice.
  ///   - calendar: The calendar, whose time zone is used; the user's by default, which is followed when it changes.
  /// - Returns: The times. There are none without weekdays, or if the hour or the minute does not exist.
  public static func weekly(
    on weekdays: Set<Locale.Weekday>, hour: Int, minute: Int = 0, skipped: SkippedTime = .moved,
    repeated: RepeatedTime = .first, calendar: Calendar = .autoupdatingCurrent
  ) -> WallTimes {
    let fields = weekdays.map {
      DateComponents(hour: hour, minute: minute, weekday: $0.number)
    }
    return earliest(
      of: fields, given: [hour, minute], skipped: skipped, repeated: repeated, calendar: calendar)
  }

  /// The same time on a day of each month.
  ///
  /// - Parameters:
  ///   - day: The day of the month. Negative days count from the end of the month: -1 is its last day.
  ///   - orLast: Whether months that do not have the day have their last day instead. Otherwise they are left out.
  ///   - hour: The hour, from 0 to 23.
  ///   - minute: The minute, from 0 to 59.
  ///   - skipped: What becomes of a time that the clocks skip.
  ///   - repeated: Which times come if the clocks show a time twice.
  ///   - calendar: The calendar, whose time zone is used; the user's by default, which is followed when it changes.
  /// - Returns: The times. There are none if the day, the hour or the minute does not exist.
  public static func monthly(
    day: Int, orLast: Bool = false, hour: Int, minute: Int = 0, skipped: SkippedTime = .moved,
    repeated: RepeatedTime = .first, calendar: Calendar = .autoupdatingCurrent
  ) -> WallTimes {
    func times(_ day: Int) -> WallTimes {
      // The last day of a month is the day before the first of the next. Nearly all months have at least 28 days.
      let isFromEnd = (-28 ... -1).contains(day)
      let fields = DateComponents(day: isFromEnd ? 1 : day, hour: hour, minute: minute)
      return earliest(
        of: [fields], given: [day, hour, minute], daysBefore: isFromEnd ? Int64(-day) : 0,
        skipped: skipped, repeated: repeated, calendar: calendar)
    }
    guard orLast, day > 0 else { return times(day) }
    let (regular, last) = (times(day), times(-1))
    return WallTimes { instant in
      let first = regular.next(after: instant)
      var next = last.next(after: instant)
      while let date = next, first.map({ date < $0 }) ?? true,
        day <= calendar.component(.day, from: date.date)
      {
        next = last.next(after: date)
      }
      return [first, next].compactMap(\.self).min()
    }
  }

  /// The times that match the fields of a calendar: with an hour, every day; with a month and a day too, every year.
  ///
  /// Fields that are smaller than the smallest given one are zero, or the first. The larger ones may have any value:
  ///
  /// ```swift
  /// let quarters: [DateComponents] = [0, 15, 30, 45].map { DateComponents(minute: $0) }
  /// let chimes = WallTimes.matching(quarters[0], quarters[1], quarters[2], quarters[3])
  /// ```
  ///
  /// Fields between two given ones are zero, or the first, as Foundation has it: `day: 1, minute: 30` is half past midnight
  /// on the first of each month. Only the fields of weeks leave the hour and the minute open.
  ///
  /// Fields without an hour, such as these quarters, are an interval: they match whenever the clocks show them. So in an
  /// hour that comes twice they match twice, and where the clocks skip them they do not come. `skipped` and `repeated` are
  /// for fields that have an hour, or that have one because of a day, a month or a year.
  ///
  /// - Parameters:
  ///   - fields: The fields. With several values, all times that match one of them. Nanoseconds, and a calendar and a
  ///     time zone of the fields, are ignored.
  ///   - skipped: What becomes of a time that the clocks skip.
  ///   - repeated: Which times come if the clocks show a time twice.
  ///   - calendar: The calendar, whose time zone is used; the user's by default, which is followed when it changes.
  /// - Returns: The times, in the years 1 to 9999. There are none if nothing matches, such as 31 February.
  public static func matching(
    _ fields: DateComponents..., skipped: SkippedTime = .moved, repeated: RepeatedTime = .first,
    calendar: Calendar = .autoupdatingCurrent
  ) -> WallTimes {
    earliest(of: fields, skipped: skipped, repeated: repeated, calendar: calendar)
  }

  /// Returns the times that match any of the fields, for which the given numbers were set.
  private static func earliest(
    of fields: [DateComponents], given: [Int] = [], daysBefore: Int64 = 0, skipped: SkippedTime,
    repeated: RepeatedTime, calendar: Calendar
  ) -> WallTimes {
    // To Foundation, the greatest number is a field that was not set, which would match anything.
    let parts =
      given.contains(.max) ? [] : fields.filter { (1...5).contains($0.weekdayOrdinal ?? 1) }
    let times = parts.map {
      LocalTimes(
        $0, daysBefore: daysBefore, skipped: skipped, repeated: repeated, calendar: calendar)
    }
    return WallTimes { instant in times.compactMap { $0.next(after: instant) }.min() }
  }
}

extension LocalTimes {
  fileprivate init(
    _ fields: DateComponents, daysBefore: Int64, skipped: SkippedTime, repeated: RepeatedTime,
    calendar: Calendar
  ) {
    var fields = fields
    fields.calendar = nil
    fields.timeZone = nil
    fields.nanosecond = nil
    let weekdayOrdinal = fields.weekday == nil ? nil : fields.weekdayOrdinal
    if weekdayOrdinal != nil { fields.weekdayOrdinal = nil }
    let isInterval = fields.isInterval
    self.init(
      fields: fields, weekdayOrdinal: weekdayOrdinal, daysBefore: daysBefore,
      skipped: isInterval ? .leftOut : skipped, repeated: isInterval ? .both : repeated,
      calendar: calendar)
  }
}

extension WallMoment {
  /// The date, to the second.
  fileprivate var date: Date {
    Date(timeIntervalSince1970: Double(secondsAndNanoseconds.seconds))
  }
}

extension DateComponents {
  /// Whether the fields leave the hour open, and match each hour or each minute. A day, a month or a year implies the first
  /// hour, but fields of weeks do not.
  fileprivate var isInterval: Bool {
    var others = self
    (others.minute, others.second) = (nil, nil)
    (others.weekday, others.weekdayOrdinal, others.weekOfMonth) = (nil, nil, nil)
    (others.weekOfYear, others.yearForWeekOfYear) = (nil, nil)
    return (minute != nil || second != nil) && others == DateComponents()
  }
}

extension Locale.Weekday {
  /// The day's number in a calendar's fields, from 1 for Sunday.
  fileprivate var number: Int {
    switch self {
    case .sunday: 1
    case .monday: 2
    case .tuesday: 3
    case .wednesday: 4
    case .thursday: 5
    case .friday: 6
    case .saturday: 7
    @unknown default: 0
    }
  }
}
