#if canImport(FoundationInternationalization)
  import FoundationEssentials
  import FoundationInternationalization
#else
  import Foundation
#endif
import SandglassCore

/// The times that match the fields of a calendar, and when they come in its time zone.
///
/// The calendar finds the dates in UTC, where no time is skipped or repeated. The time zone then determines when its
/// clocks show them. Here, a *local time* is what the clocks show, in seconds since 1970 as if it were UTC.
struct LocalTimes: Sendable {
  let fields: DateComponents

  /// Which of the month's days with the weekday of the fields matches; nil for all of them. The fields do not contain
  /// this, because Foundation does not find the fourth one of some Februaries.
  let weekdayOrdinal: Int?

  /// How many days before the date that the fields match the time comes.
  let daysBefore: Int64

  let skipped: SkippedTime
  let repeated: RepeatedTime
  let calendar: Calendar

  /// Returns the first time after an instant; nil if there is none in the years 1 to 9999.
  func next(after instant: WallMoment) -> WallMoment? {
    let seconds = instant.secondsAndNanoseconds.seconds
    guard Self.seconds.contains(seconds) else { return nil }
    let zone = calendar.timeZone
    var dates = calendar
    dates.timeZone = .gmt
    return next(after: seconds, of: dates, in: zone).map { WallMoment(secondsSince1970: $0) }
  }

  private func next(after seconds: Int64, of dates: Calendar, in zone: TimeZone) -> Int64? {
    let offsets = [-Self.day, 0, Self.day].map { zone.offset(at: seconds + $0) }
    let (least, most) = (offsets.min() ?? 0, offsets.max() ?? 0)
    // While the clocks change, local times do not come in order, so look at all that may be next.
    let change = most - least
    var local = seconds + least - change
    var found: Int64?
    while let date = date(after: local, of: dates) {
      local = date
      if let next = instants(of: local, in: zone).first(where: { $0 > seconds }) {
        found = min(next, found ?? next)
      }
      if found != nil, local > seconds + most + change || change == 0 { break }
    }
    return found
  }

  /// Returns the first local time after another that matches the fields.
  private func date(after local: Int64, of dates: Calendar) -> Int64? {
    var latest = local
    while let date = anyDate(after: latest, of: dates) {
      guard let weekdayOrdinal else { return date }
      let day = Date(timeIntervalSince1970: Double(date))
      if dates.component(.weekdayOrdinal, from: day) == weekdayOrdinal { return date }
      latest = date
    }
    return nil
  }

  /// Returns the first local time after another that matches the fields, on whichever weekday of the month.
  private func anyDate(after local: Int64, of dates: Calendar) -> Int64? {
    let shift = daysBefore * Self.day
    guard Self.seconds.contains(local + shift) else { return nil }
    let date = dates.nextDate(
      after: Date(timeIntervalSince1970: Double(local + shift)), matching: fields,
      matchingPolicy: .strict)
    guard let date, date.timeIntervalSince1970 <= Double(Self.seconds.upperBound)
    else { return nil }
    let next = Int64(date.timeIntervalSince1970.rounded()) - shift
    return next > local ? next : nil
  }

  /// Returns the instants at which a local time comes, in order.
  private func instants(of local: Int64, in zone: TimeZone) -> [Int64] {
    let before = zone.offset(at: local - Self.day)
    let after = zone.offset(at: local + Self.day)
    let possible = before == after ? [before] : [before, after]
    let shown = possible.map { local - $0 }.filter { $0 + zone.offset(at: $0) == local }.sorted()
    guard let first = shown.first, let last = shown.last else {
      return switch skipped {
      case .moved: [local - before]
      case .atTheChange: [change(after: local - after, to: local - before, in: zone)]
      case .leftOut: []
      }
    }
    return switch repeated {
    case .first: [first]
    case .second: [last]
    case .both: shown
    }
  }

  /// Returns the instant at which the offset changes, which is after `start` and at or before `end`.
  private func change(after start: Int64, to end: Int64, in zone: TimeZone) -> Int64 {
    let latest = zone.offset(at: end)
    var (start, end) = (start, end)
    while end - start > 1 {
      let middle = start + (end - start) / 2
      if zone.offset(at: middle) == latest { end = middle } else { start = middle }
    }
    return end
  }

  private static let day: Int64 = 86_400

  /// The years 1 to 9999, less two days at each end for the offsets.
  private static let seconds = Int64(-62_135_424_000)...253_402_128_000
}

extension TimeZone {
  /// Returns the offset of local time from UTC in seconds, at an instant in seconds since 1970.
  fileprivate func offset(at seconds: Int64) -> Int64 {
    Int64(secondsFromGMT(for: Date(timeIntervalSince1970: Double(seconds))))
  }
}
