import Sandglass
import SandglassCore

/// A time on a day that was named: `tomorrow 9:00`, `fri 17:30`, `2026-12-24T09:00`.
struct DayAndTime: Equatable {
  /// The day, in days since 1970.
  let day: Int
  let time: ClockTime

  /// Whether the day was named as a day of the week.
  let isWeekday: Bool

  /// Parses a text. Returns nil if it does not begin with a day.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - today: Today, in days since 1970.
  /// - Throws: `TimeParsingError` if what follows the name of a day is no time of day.
  init?(_ text: String, today: Int) throws(TimeParsingError) {
    let words = text.split(separator: " ", maxSplits: 1).map(String.init)
    if let (date, time) = Self.local(text) {
      self.init(day: date, time: time, isWeekday: false)
    } else if words.count == 2, let (day, isWeekday) = Self.day(words[0].lowercased(), today) {
      self.init(day: day, time: try ClockTime(word: words[1]), isWeekday: isWeekday)
    } else {
      return nil
    }
  }

  private init(day: Int, time: ClockTime, isWeekday: Bool) {
    self.day = day
    self.time = time
    self.isWeekday = isWeekday
  }

  private static func day(_ word: String, _ today: Int) -> (Int, isWeekday: Bool)? {
    switch word {
    case "today": return (today, false)
    case "tomorrow": return (today + 1, false)
    default: break
    }
    let names = [
      "thursday", "friday", "saturday", "sunday", "monday", "tuesday", "wednesday",
    ]
    guard word.count >= 3, let place = names.firstIndex(where: { $0.hasPrefix(word) }) else {
      return nil
    }
    // The first of January 1970 was a Thursday.
    let weekday = ((today % 7) + 7) % 7
    return (today + (place - weekday + 7) % 7, true)
  }

  /// Parses a local date and time, with a T or a space in between.
  private static func local(_ text: String) -> (Int, ClockTime)? {
    let parts = text.split(maxSplits: 1) { "Tt ".contains($0) }
    guard parts.count == 2, let time = try? ClockTime(parsing: String(parts[1])) else {
      return nil
    }
    let fields = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard fields.map(\.count) == [4, 2, 2], fields.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
      let date = CivilDate(
        year: Int(fields[0]) ?? -1, month: Int(fields[1]) ?? 0, day: Int(fields[2]) ?? 0)
    else { return nil }
    return (date.daysSince1970, time)
  }
}

extension Character {
  fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension ClockTime {
  /// Parses a time of day as people say it: also `noon`, `midnight`, and `9` for 9:00.
  init(word: String) throws(TimeParsingError) {
    switch word.lowercased() {
    case "noon": try self.init(parsing: "12:00")
    case "midnight": try self.init(parsing: "0:00")
    case let hour where hour.count <= 2 && !hour.isEmpty && hour.allSatisfy(\.isASCIIDigit):
      try self.init(parsing: hour + ":00")
    default: try self.init(parsing: word)
    }
  }
}
