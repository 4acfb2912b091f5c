/// A day in the Gregorian calendar, in the years 0000 to 9999. As in ISO 8601, the calendar extends back before its
/// introduction in 1582, and the year 0000 precedes 0001.
package struct CivilDate: Sendable, Equatable {
  /// The year, 0 to 9999.
  package let year: Int

  /// The month, 1 to 12.
  package let month: Int

  /// The day of the month, from 1.
  package let day: Int

  /// Creates a day, or `nil` if the calendar has no such day.
  package init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month) else { return nil }
    guard (1...Self.dayCount(year: year, month: month)).contains(day) else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// Creates the day that is `days` after 1 January 1970, clamped to the years 0000 to 9999.
  package init(daysSince1970 days: Int) {
    let clamped = min(max(days, Self.daysOfFirst), Self.daysOfLast)
    let daysSinceYearZero = clamped - Self.daysOfFirst
    let year = Self.year(daysSinceYearZero)
    var day = daysSinceYearZero - Self.daysBefore(year: year) + 1
    var month = 1
    while day > Self.dayCount(year: year, month: month) {
      day -= Self.dayCount(year: year, month: month)
      month += 1
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The number of days from 1 January 1970 to this day; negative if this day is earlier.
  package var daysSince1970: Int {
    let daysBeforeMonth = (1..<month).reduce(0) { $0 + Self.dayCount(year: year, month: $1) }
    return Self.daysOfFirst + Self.daysBefore(year: year) + daysBeforeMonth + day - 1
  }

  /// Returns the number of days of a month from 1 to 12.
  package static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns whether a year has a 29 February: every fourth year does, except for centuries that are not divisible by
  /// 400 (the Gregorian rule, from the bull Inter gravissimas of 1582).
  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static let daysOfFirst = -719_528
  private static let daysOfLast = 2_932_896

  /// Returns the days from the start of the year 0000 to the start of `year`: 365 for each year, and one more for
  /// each leap year among them, of which 0000 is the first.
  private static func daysBefore(year: Int) -> Int {
    365 * year + (year + 3) / 4 - (year + 99) / 100 + (year + 399) / 400
  }

  /// Returns the year of the day that is `days` after the start of the year 0000.
  private static func year(_ days: Int) -> Int {
    // 400 years have 146 097 days. An estimate from the mean year is off by at most one.
    let estimate = days * 400 / 146_097
    if daysBefore(year: estimate) > days { return estimate - 1 }
    return daysBefore(year: estimate + 1) <= days ? estimate + 1 : estimate
  }
}
