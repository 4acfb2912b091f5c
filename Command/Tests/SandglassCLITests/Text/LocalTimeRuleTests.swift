import Sandglass
import SandglassCore
import Testing

@testable import sandglass_cli

@Suite("The next time that the clocks show a time of day")
struct LocalTimeRuleTests {
  /// New York in 2026: clocks go from 2:00 to 3:00 on 8 March, and back on 1 November.
  private let newYork = LocalTimeRule { seconds in
    (1_772_953_200..<1_793_512_800).contains(seconds) ? -4 * 3600 : -5 * 3600
  }

  @Test(
    "An instant is told as the clocks show it, with the date on another day",
    arguments: [
      ("2026-03-08T03:00:00-04:00", "03:00:00"), ("2026-03-08T23:59:59.9-04:00", "23:59:59"),
      ("2026-03-08T01:59:59-05:00", "01:59:59"),
      ("2026-03-09T00:00:00-04:00", "2026-03-09 00:00:00"),
      ("2026-03-07T23:30:00-05:00", "2026-03-07 23:30:00"),
    ])
  func text(_ instant: String, _ expected: String) throws {
    let now = try WallMoment(rfc3339: "2026-03-08T12:00:00-04:00")
    #expect(newYork.text(try WallMoment(rfc3339: instant), now: now) == expected)
  }

  @Test(
    "Summer time begins and ends",
    arguments: [
      ("2026-03-07T12:00:00-05:00", "18:00", "2026-03-07T18:00:00-05:00"),
      ("2026-03-07T20:00:00-05:00", "18:00", "2026-03-08T18:00:00-04:00"),
      ("2026-03-08T01:00:00-05:00", "03:00", "2026-03-08T03:00:00-04:00"),
      ("2026-03-08T01:00:00-05:00", "02:30", "2026-03-08T03:30:00-04:00"),
      ("2026-03-07T20:00:00-05:00", "02:30", "2026-03-08T03:30:00-04:00"),
      ("2026-10-31T20:00:00-04:00", "01:30", "2026-11-01T01:30:00-04:00"),
      ("2026-11-01T00:00:00-04:00", "01:30", "2026-11-01T01:30:00-04:00"),
      ("2026-11-01T01:45:00-04:00", "01:30", "2026-11-01T01:30:00-05:00"),
      ("2026-11-01T01:45:00-05:00", "01:30", "2026-11-02T01:30:00-05:00"),
      ("2026-11-01T00:30:00-04:00", "23:00", "2026-11-01T23:00:00-05:00"),
    ])
  func summerTime(_ now: String, _ time: String, _ expected: String) throws {
    let next = newYork.next(
      try ClockTime(parsing: time), after: try WallMoment(rfc3339: now))
    #expect(next.instant == (try WallMoment(rfc3339: expected)))
    #expect(next.isSkipped == (time == "02:30"))
    #expect(newYork.timeOfDay(next.instant) == (time == "02:30" ? "03:30" : time))
  }

  @Test("A part of a second after the time it is tomorrow's; before it, today's")
  func partsOfSeconds() throws {
    let noon = try ClockTime(parsing: "12:00")
    let moment = try WallMoment(rfc3339: "2026-06-01T12:00:00-04:00")
    let nanosecond = Duration.nanoseconds(1)
    #expect(newYork.next(noon, after: moment + (.zero - nanosecond)).isTomorrow == false)
    #expect(newYork.next(noon, after: moment).isTomorrow)
    #expect(newYork.next(noon, after: moment + nanosecond).isTomorrow)
  }

  @Test("The day is the local one, also before 1970")
  func localDay() throws {
    let rule = LocalTimeRule { _ in 14 * 3600 }
    let next = rule.next(
      try ClockTime(parsing: "00:30"), after: try WallMoment(rfc3339: "1969-12-30T10:15:00Z"))
    #expect(next.instant == (try WallMoment(rfc3339: "1969-12-31T00:30:00+14:00")))
    #expect(!next.isTomorrow)
  }
}
