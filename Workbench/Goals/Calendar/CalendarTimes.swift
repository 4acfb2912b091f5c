import Foundation
import SandglassCalendar
import SandglassCore

/// Prints the times that SandglassCalendar and the command's local-time rule find, for `Scripts/calendar-times`.
///
/// Each line of the input is a zone, a rule with its numbers, what happens to skipped and repeated times, and the first
/// and the last second since 1970. Each line of the output has the times after the first second, up to the last one. It
/// ends with "astray" if the time before one of them, and before the second after it, is not what it must be.
enum CalendarTimes {
  static func run() {
    // The script waits for each answer, so none may remain in the buffer.
    while let line = readLine() {
      defer { fflush(nil) }
      let words = line.split(separator: " ").map(String.init)
      guard words.count == 7, let zone = TimeZone(identifier: words[0]),
        let first = Int64(words[5]), let last = Int64(words[6])
      else {
        print(words.count == 7 ? "unknown" : "invalid")
        continue
      }
      let numbers = words[2].split(separator: ",").compactMap { Int($0) }
      let times = times(words[1], numbers, skipped: words[3], repeated: words[4], in: zone)
      let next = words[1] == "until" ? until(numbers, zone: words[0]) : times?.next(after:)
      guard let next else {
        print("invalid")
        continue
      }
      var found: [Int64] = []
      var instant = WallMoment(secondsSince1970: first)
      while let time = next(instant) {
        instant = time
        let seconds = time.timeSince1970.components.seconds
        if seconds > last { break }
        found.append(seconds)
      }
      let isAstray = times.map { hasWrongPrevious($0, found) } ?? false
      print(found.map { "\($0)" }.joined(separator: " ") + (isAstray ? " astray" : ""))
    }
  }

  /// Whether the time before one of the times, or before the second after it, is not the one that precedes it.
  private static func hasWrongPrevious(_ times: WallTimes, _ found: [Int64]) -> Bool {
    func isBefore(_ earlier: Int64, _ second: Int64) -> Bool {
      times.previous(before: WallMoment(secondsSince1970: second))
        == WallMoment(secondsSince1970: earlier)
    }
    // Each question asks a rule several times, so a few of the times in each list have to do.
    let places = stride(from: 1, to: found.count, by: max(1, found.count / 20))
    return !places.allSatisfy { place in
      isBefore(found[place - 1], found[place]) && isBefore(found[place], found[place] + 1)
    }
  }

  private static func times(
    _ rule: String, _ numbers: [Int], skipped: String, repeated: String, in zone: TimeZone
  ) -> WallTimes? {
    let skipped = SkippedTime.allCases.first { "\($0)" == skipped }
    let repeated = RepeatedTime.allCases.first { "\($0)" == repeated }
    guard let skipped, let repeated else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    switch (rule, numbers.count) {
    case ("daily", 2):
      return .daily(
        hour: numbers[0], minute: numbers[1], skipped: skipped, repeated: repeated,
        calendar: calendar)
    case ("hourly", 1):
      return .matching(
        DateComponents(minute: numbers[0]), skipped: skipped, repeated: repeated,
        calendar: calendar)
    case ("quarters", 2):
      return .matching(
        DateComponents(minute: numbers[0]), DateComponents(minute: numbers[1]), skipped: skipped,
        repeated: repeated, calendar: calendar)
    case ("minutely", 1):
      return .matching(
        DateComponents(second: numbers[0]), skipped: skipped, repeated: repeated,
        calendar: calendar)
    case ("hourSecond", 2):
      return .matching(
        DateComponents(hour: numbers[0], second: numbers[1]), skipped: skipped,
        repeated: repeated, calendar: calendar)
    case ("weekdayHourly", 2):
      return .matching(
        DateComponents(minute: numbers[0], weekday: numbers[1] == 6 ? 1 : numbers[1] + 2),
        skipped: skipped, repeated: repeated, calendar: calendar)
    case ("dayMinute", 2):
      return .matching(
        DateComponents(day: numbers[1], minute: numbers[0]), skipped: skipped,
        repeated: repeated, calendar: calendar)
    case ("weekly", 4):
      let days: [Locale.Weekday] = [
        .monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday,
      ]
      return .weekly(
        on: [days[numbers[2]], days[numbers[3]]], hour: numbers[0], minute: numbers[1],
        skipped: skipped, repeated: repeated, calendar: calendar)
    case ("monthly", 3):
      return .monthly(
        day: numbers[2], hour: numbers[0], minute: numbers[1], skipped: skipped,
        repeated: repeated, calendar: calendar)
    case ("ordinal", 4):
      return .matching(
        DateComponents(
          hour: numbers[0], minute: numbers[1], weekday: numbers[2] == 6 ? 1 : numbers[2] + 2,
          weekdayOrdinal: numbers[3]), skipped: skipped, repeated: repeated, calendar: calendar)
    default: return nil
    }
  }

  /// The rule of `sandglass until`, which takes its zone from the environment.
  private static func until(
    _ numbers: [Int], zone: String
  ) -> ((WallMoment) -> WallMoment?)? {
    guard numbers.count == 2, let time = ClockTime(hour: numbers[0], minute: numbers[1])
    else { return nil }
    setenv("TZ", zone, 1)
    let rule = LocalTimeRule.system
    return { rule.next(time, after: $0).instant }
  }
}
