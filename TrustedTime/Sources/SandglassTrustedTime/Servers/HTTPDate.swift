/// The header `Date` of an HTTP answer.
package enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// Returns the seconds since 1970 of a date such as `Sun, 06 Nov 1994 08:49:37 GMT`, the only form that servers may
  /// still send (RFC 9110, section 5.6.7). Returns nil for any other text.
  package static func seconds(_ text: String) -> Int64? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let day = Int64(words[1]),
      let month = months.firstIndex(of: String(words[2])), let year = Int64(words[3])
    else { return nil }
    let time = words[4].split(separator: ":").compactMap { Int64($0) }
    guard time.count == 3, (1...31).contains(day), (1970...9999).contains(year),
      time.allSatisfy({ (0...60).contains($0) })
    else { return nil }
    let days = daysSince1970(year, Int64(month) + 1, day)
    return days * 86_400 + time[0] * 3600 + time[1] * 60 + time[2]
  }

  /// The days from 1970 to a date in the Gregorian calendar: Howard Hinnant, "chrono-Compatible Low-Level Date
  /// Algorithms". Years begin in March, so that the leap day comes last.
  private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
    let shifted = month <= 2 ? year - 1 : year
    let era = shifted / 400
    let yearOfEra = shifted - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }
}
