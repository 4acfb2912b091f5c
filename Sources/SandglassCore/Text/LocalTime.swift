/// A date and time of day at an offset from UTC, in the years 0000 to 9999.
struct LocalTime {
  private let date: CivilDate
  private let secondOfDay: UInt64
  private let nanosecond: UInt64

  /// Creates the date and time of `moment` at the given offset, clamped to the years 0000 to 9999.
  init(_ moment: WallMoment, offsetMinutes: Int) {
    let offset = Int64(offsetMinutes) * 60
    let (utc, nanoseconds) = moment.secondsAndNanoseconds
    let clamped = min(max(utc, Self.firstSecond - offset), Self.lastSecond - offset)
    let second = UInt64(clamped + offset - Self.firstSecond)
    date = CivilDate(daysSince1970: Self.firstDay + Int(second / 86_400))
    secondOfDay = second % 86_400
    if clamped == utc {
      nanosecond = UInt64(nanoseconds)
    } else {
      nanosecond = utc < clamped ? 0 : 999_999_999
    }
  }

  /// Returns the date and time, with `fractionDigits` fractional digits of the second, from 0 to 9.
  func text(fractionDigits: Int) -> String {
    let day =
      UInt64(date.year).digits(4) + "-" + UInt64(date.month).digits(2) + "-"
      + UInt64(date.day).digits(2)
    let time =
      (secondOfDay / 3600).digits(2) + ":" + (secondOfDay / 60 % 60).digits(2) + ":"
      + (secondOfDay % 60).digits(2)
    let fraction = nanosecond.digits(9).utf8.prefix(fractionDigits)
    return day + "T" + time + (fraction.isEmpty ? "" : "." + String(Substring(fraction)))
  }

  /// The start of the year 0000 and the last second of 9999, in seconds since 1970.
  private static let firstSecond: Int64 = -62_167_219_200
  private static let lastSecond: Int64 = 253_402_300_799

  /// The first day of the year 0000, in days since 1970.
  private static let firstDay = -719_528
}
