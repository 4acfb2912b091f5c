/// A date and time of day at an offset from UTC, in the years 0000 to 9999.
struct LocalTime {
  private let date: CivilDate
  private let secondOfDay: UInt64
  private let nanosecond: UInt64

  /// Creates the date and time of `moment` at the given offset, clamped to the years 0000 to 9999.
  init(_ moment: WallMoment, offsetMinutes: Int) {
    let utc = Self.divide(moment.nanosecondsSince1970, by: 1_000_000_000)
    let seconds = utc.quotient + Int128(offsetMinutes) * 60
    let clamped = min(max(seconds, Self.firstSecond), Self.lastSecond)
    let day = Self.divide(clamped, by: 86_400)
    date = CivilDate(daysSince1970: Int(day.quotient))
    secondOfDay = day.remainder
    if clamped == seconds {
      nanosecond = utc.remainder
    } else {
      nanosecond = seconds < clamped ? 0 : 999_999_999
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
  private static let firstSecond: Int128 = -62_167_219_200
  private static let lastSecond: Int128 = 253_402_300_799

  /// Divides with a remainder that is never negative.
  private static func divide(
    _ dividend: Int128, by divisor: Int128
  ) -> (quotient: Int128, remainder: UInt64) {
    let (quotient, remainder) = dividend.quotientAndRemainder(dividingBy: divisor)
    return remainder < 0
      ? (quotient - 1, UInt64(remainder + divisor)) : (quotient, UInt64(remainder))
  }
}
