import Foundation
import Sandglass
import SandglassCalendar
import SandglassTestSupport
import SandglassTesting
import Testing

/// The fixed sample was computed with Python's zoneinfo.
@Suite("SandglassCalendar: daily, weekly and monthly times")
struct CalendarTimesTests {
  private func calendar(_ zone: String) throws -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: zone))
    return calendar
  }

  /// The first times after an instant, in RFC 3339.
  private func next(_ count: Int, of times: WallTimes, after start: String) throws -> [String] {
    var instant = try WallMoment(rfc3339: start)
    var found: [String] = []
    while found.count < count, let next = times.next(after: instant) {
      instant = next
      found.append(next.rfc3339(fractionDigits: 0))
    }
    return found
  }

  @Test(
    "a skipped time is moved, comes at the change or is left out",
    arguments: [
      (
        "Europe/Berlin", 2, 30, "2026-03-28T12:00:00Z", "2026-03-29T01:30:00Z",
        "2026-03-29T01:00:00Z"
      ),
      (
        "Australia/Lord_Howe", 2, 15, "2026-10-03T12:00:00Z", "2026-10-03T15:45:00Z",
        "2026-10-03T15:30:00Z"
      ),
      (
        "Asia/Beirut", 0, 30, "2026-03-28T12:00:00Z", "2026-03-28T22:30:00Z", "2026-03-28T22:00:00Z"
      ),
    ])
  func skipped(
    zone: String, hour: Int, minute: Int, start: String, moved: String, change: String
  ) throws {
    let calendar = try calendar(zone)
    for (rule, first) in [(SkippedTime.moved, moved), (.atTheChange, change)] {
      let times = WallTimes.daily(hour: hour, minute: minute, skipped: rule, calendar: calendar)
      #expect(try next(1, of: times, after: start) == [first])
      // The clock is already past the change, and the moved time is still to come.
      let before = try WallMoment(rfc3339: first) - .nanoseconds(1)
      #expect(try times.next(after: before) == WallMoment(rfc3339: first))
    }
    let times = WallTimes.daily(hour: hour, minute: minute, skipped: .leftOut, calendar: calendar)
    let day = try next(1, of: times, after: start)[0].prefix(10)
    #expect(day > moved.prefix(10) || zone == "Asia/Beirut" && day == "2026-03-29")
  }

  @Test("a repeated time comes the first time, the second time or both times")
  func repeated() throws {
    let first = "2026-10-25T00:30:00Z"
    let second = "2026-10-25T01:30:00Z"
    for (rule, expected) in [
      (RepeatedTime.first, [first]), (.second, [second]), (.both, [first, second]),
    ] {
      let times = try WallTimes.daily(
        hour: 2, minute: 30, repeated: rule, calendar: calendar("Europe/Berlin"))
      #expect(
        try next(expected.count + 1, of: times, after: "2026-10-24T12:00:00Z")
          == expected + ["2026-10-26T01:30:00Z"])
    }
  }

  @Test("a day that a zone leaves out: its times are those of the next day, once")
  func skippedDay() throws {
    let times = try WallTimes.daily(hour: 9, calendar: calendar("Pacific/Apia"))
    #expect(
      try next(3, of: times, after: "2011-12-29T00:00:00Z") == [
        "2011-12-29T19:00:00Z", "2011-12-30T19:00:00Z", "2011-12-31T19:00:00Z",
      ])
  }

  @Test("on days of the week, on days of the month counted from either end, and every quarter")
  func kinds() throws {
    let calendar = try calendar("America/New_York")
    let start = "2026-01-29T00:00:00Z"
    #expect(
      try next(
        3, of: .weekly(on: [.monday, .thursday], hour: 18, calendar: calendar), after: start)
        == ["2026-01-29T23:00:00Z", "2026-02-02T23:00:00Z", "2026-02-05T23:00:00Z"])
    #expect(
      try next(2, of: .monthly(day: 31, hour: 9, calendar: calendar), after: start)
        == ["2026-01-31T14:00:00Z", "2026-03-31T13:00:00Z"])
    #expect(
      try next(3, of: .monthly(day: -1, hour: 9, calendar: calendar), after: start)
        == ["2026-01-31T14:00:00Z", "2026-02-28T14:00:00Z", "2026-03-31T13:00:00Z"])
    #expect(
      try next(4, of: .monthly(day: 30, orLast: true, hour: 9, calendar: calendar), after: start)
        == [
          "2026-01-30T14:00:00Z", "2026-02-28T14:00:00Z", "2026-03-30T13:00:00Z",
          "2026-04-30T13:00:00Z",
        ])
    // Every month of this calendar has a 29th.
    let persian = Calendar(identifier: .persian)
    #expect(
      try next(13, of: .monthly(day: 29, orLast: true, hour: 9, calendar: persian), after: start)
        == next(13, of: .monthly(day: 29, hour: 9, calendar: persian), after: start))
    // Foundation alone does not find the fourth Thursday of this February.
    let fourth = DateComponents(hour: 9, weekday: 5, weekdayOrdinal: 4)
    #expect(
      try next(2, of: .matching(fourth, calendar: calendar), after: "2022-02-01T00:00:00Z")
        == ["2022-02-24T14:00:00Z", "2022-03-24T13:00:00Z"])
    let quarters: [DateComponents] = [0, 15, 30, 45].map { DateComponents(minute: $0) }
    let chimes = WallTimes.matching(
      quarters[0], quarters[1], quarters[2], quarters[3], calendar: calendar)
    #expect(
      try next(5, of: chimes, after: "2026-11-01T05:20:00Z") == [
        "2026-11-01T05:30:00Z", "2026-11-01T05:45:00Z", "2026-11-01T06:00:00Z",
        "2026-11-01T06:15:00Z", "2026-11-01T06:30:00Z",
      ])
  }

  @Test("fields without an hour go on in an hour that comes twice, and those that imply one do not")
  func intervals() throws {
    let berlin = try calendar("Europe/Berlin")
    let minutes = WallTimes.matching(DateComponents(second: 0), calendar: berlin)
    #expect(
      try next(2, of: minutes, after: "2026-10-25T00:59:30Z") == [
        "2026-10-25T01:00:00Z", "2026-10-25T01:01:00Z",
      ])
    let sundays = WallTimes.matching(DateComponents(minute: 30, weekday: 1), calendar: berlin)
    #expect(
      try next(3, of: sundays, after: "2026-10-25T00:10:00Z") == [
        "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z", "2026-10-25T02:30:00Z",
      ])
    // A day implies the first hour, which these zones show twice in autumn, and an hour implies the first minute.
    let days = WallTimes.matching(DateComponents(day: 24), calendar: try calendar("Asia/Beirut"))
    #expect(try next(1, of: days, after: "2026-10-23T12:00:00Z") == ["2026-10-23T21:00:00Z"])
    let firsts = WallTimes.matching(
      DateComponents(day: 1, minute: 30), calendar: try calendar("America/Havana"))
    #expect(
      try next(2, of: firsts, after: "2026-10-31T12:00:00Z") == [
        "2026-11-01T04:30:00Z", "2026-12-01T05:30:00Z",
      ])
    let hours = WallTimes.matching(DateComponents(hour: 2, second: 30), calendar: berlin)
    #expect(
      try next(2, of: hours, after: "2026-10-24T12:00:00Z") == [
        "2026-10-25T00:00:30Z", "2026-10-26T01:00:30Z",
      ])
  }

  @Test("fields without an hour do not come where the clocks skip them, also by half an hour")
  func skippedIntervals() throws {
    let howe = try calendar("Australia/Lord_Howe")
    let times = WallTimes.matching(DateComponents(minute: 15), calendar: howe)
    #expect(
      try next(3, of: times, after: "2026-10-03T14:00:00Z") == [
        "2026-10-03T14:45:00Z", "2026-10-03T16:15:00Z", "2026-10-03T17:15:00Z",
      ])
    let late = WallTimes.matching(DateComponents(minute: 45), calendar: howe)
    #expect(
      try next(3, of: late, after: "2026-04-04T14:00:00Z") == [
        "2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z", "2026-04-04T16:15:00Z",
      ])
  }

  @Test("the previous time, also where the clocks change")
  func previous() throws {
    let berlin = try calendar("Europe/Berlin")
    func previous(_ times: WallTimes, _ end: String) throws -> String? {
      try times.previous(before: WallMoment(rfc3339: end))?.rfc3339(fractionDigits: 0)
    }
    let daily = WallTimes.daily(hour: 9, calendar: berlin)
    #expect(try previous(daily, "2026-10-25T08:00:00Z") == "2026-10-24T07:00:00Z")
    #expect(try previous(daily, "2026-10-25T08:00:01Z") == "2026-10-25T08:00:00Z")
    #expect(try previous(daily, "2026-03-29T07:00:00Z") == "2026-03-28T08:00:00Z")
    let minutes = WallTimes.matching(DateComponents(second: 0), calendar: berlin)
    #expect(try previous(minutes, "2026-10-25T01:00:00Z") == "2026-10-25T00:59:00Z")
    let leapDays = WallTimes.matching(DateComponents(month: 2, day: 29), calendar: berlin)
    #expect(try previous(leapDays, "2028-02-28T23:00:00Z") == "2024-02-28T23:00:00Z")
    let never = WallTimes.matching(DateComponents(month: 2, day: 31), calendar: berlin)
    #expect(try previous(never, "2028-02-28T23:00:00Z") == nil)
    let year = WallTimes.matching(
      DateComponents(year: 2027, month: 1, day: 1, hour: 9), calendar: berlin)
    #expect(try previous(year, "2027-01-01T08:00:00Z") == nil)
    #expect(try previous(year, "2030-01-01T08:00:00Z") == "2027-01-01T08:00:00Z")
  }

  @Test("times that do not exist never come, and no field traps")
  func never() throws {
    let calendar = try calendar("Europe/Berlin")
    let now = WallMoment(secondsSince1970: 1_893_456_000)
    let extremes = [Int.min, -1_000_000_000_000, -29, 0, 32, 1_000_000_000_000, .max]
    for value in extremes {
      #expect(WallTimes.monthly(day: value, hour: 9, calendar: calendar).next(after: now) == nil)
    }
    for value in extremes where value != 0 {
      #expect(WallTimes.daily(hour: value, calendar: calendar).next(after: now) == nil)
      #expect(
        WallTimes.daily(hour: 9, minute: value == 32 ? 60 : value, calendar: calendar)
          .next(after: now) == nil)
    }
    let none: [DateComponents] = [
      DateComponents(month: 2, day: 31, hour: 9), DateComponents(year: 2000, hour: 9),
      DateComponents(), DateComponents(nanosecond: 5), DateComponents(year: .max),
      DateComponents(hour: 9, weekday: 8),
      DateComponents(hour: 9, weekday: 5, weekdayOrdinal: 6),
    ]
    for fields in none {
      #expect(WallTimes.matching(fields, calendar: calendar).next(after: now) == nil, "\(fields)")
    }
    #expect(WallTimes.matching(calendar: calendar).next(after: now) == nil)
    #expect(WallTimes.weekly(on: [], hour: 9, calendar: calendar).next(after: now) == nil)
  }

  @Test("instants of any size have a next time in the years 1 to 9999, or none")
  func extremes() throws {
    let times = try WallTimes.daily(hour: 9, calendar: calendar("Europe/Berlin"))
    for instant: Int128 in [
      .min, -(1 << 100), -62_135_596_800_000_000_000, 253_402_300_800_000_000_000, 1 << 100, .max,
    ] {
      #expect(times.next(after: WallMoment(nanosecondsSince1970: instant)) == nil)
    }
    #expect(try next(1, of: times, after: "9999-12-20T00:00:00Z") == ["9999-12-20T08:00:00Z"])
    #expect(try next(1, of: times, after: "0001-01-05T00:00:00Z").count == 1)
  }

  #if os(macOS) || os(Linux)
    @Test("the user's calendar follows the zone of the system", .programs)
    func changedZone() async {
      await #expect(processExitsWith: .success) {
        let times = WallTimes.daily(hour: 9)
        let noon = WallMoment(secondsSince1970: 1_893_499_200)
        var found: [Int128] = []
        for zone in ["Europe/Berlin", "America/New_York", "Asia/Tokyo"] {
          guard let zone = TimeZone(identifier: zone) else { exit(2) }
          NSTimeZone.default = zone
          let next = times.next(after: noon) ?? noon
          found.append((next.nanosecondsSince1970 - noon.nanosecondsSince1970) / 3_600_000_000_000)
        }
        guard found == [20, 2, 12] else { exit(1) }
      }
    }
  #endif

  @MainActor
  @Test("Law 5: a timer ticks each day at nine, also on the days on which the clocks change")
  func daily() throws {
    let time = try VirtualTime(wall: WallMoment(rfc3339: "2026-03-27T12:00:00Z"))
    let notes = TimerNotes<String>()
    let timer = try WallTimer(
      at: .daily(hour: 9, calendar: calendar("Europe/Berlin")), on: time.timekeeper
    ) { tick in notes.note(tick.wallTime?.rfc3339(fractionDigits: 0) ?? "none") }
    time.advance(by: .seconds(3 * 86_400))
    #expect(
      notes.values == ["2026-03-28T08:00:00Z", "2026-03-29T07:00:00Z", "2026-03-30T07:00:00Z"])
    time.freeze(for: .seconds(10 * 86_400))
    #expect(notes.values.last == "2026-04-09T07:00:00Z")
    withExtendedLifetime(timer) {}
  }
}
