import Testing

@testable import SandglassCore
import SandglassTestSupport

@Suite("WallMoment: RFC 3339")
struct WallMomentTextTests {
  @Test(
    "valid texts are accepted",
    arguments: [
      ("1970-01-01T00:00:00Z", 0), ("1970-01-01t00:00:00z", 0), ("1970-01-01 00:00:01Z", 1),
      ("1969-12-31T23:59:59Z", -1), ("2026-12-31T23:59:59+08:00", 1_798_732_799),
      ("2026-12-31T15:59:59Z", 1_798_732_799), ("2026-12-31T15:59:59-00:00", 1_798_732_799),
      ("2000-02-29T12:00:00Z", 951_825_600), ("2024-02-29T00:00:00Z", 1_709_164_800),
      ("0000-01-01T00:00:00Z", -62_167_219_200), ("9999-12-31T23:59:59Z", 253_402_300_799),
      ("0000-01-01T00:00:00+23:59", -62_167_305_540),
      // Without seconds, as HTML may write it.
      ("2026-12-31T15:59Z", 1_798_732_740), ("2026-12-31 23:59+08:00", 1_798_732_740),
      // Leap seconds: the latest one so far, in UTC and west of it; and the last possible one.
      ("2016-12-31T23:59:60Z", 1_483_228_800), ("2016-12-31T15:59:60-08:00", 1_483_228_800),
      ("2016-12-31T23:59:60.999Z", 1_483_228_800), ("2017-01-01T05:29:60+05:30", 1_483_228_800),
      ("9999-12-31T23:59:60Z", 253_402_300_800),
    ] as [(String, Int64)]
  )
  func accepts(text: String, seconds: Int64) throws {
    #expect(try WallMoment(rfc3339: text) == WallMoment(secondsSince1970: seconds))
  }

  @Test(
    "fractions are read to the nanosecond, and never rounded up",
    arguments: [
      ("1970-01-01T00:00:00.5Z", 500_000_000), ("1970-01-01T00:00:00.000000001Z", 1),
      ("1970-01-01T00:00:00.0000000019999999999999999999999Z", 1),
      ("1969-12-31T23:59:59.999999999Z", -1), ("1970-01-01T00:00:00.120+00:00", 120_000_000),
    ] as [(String, Int128)]
  )
  func fractions(text: String, nanoseconds: Int128) throws {
    #expect(try WallMoment(rfc3339: text).nanosecondsSince1970 == nanoseconds)
  }

  @Test(
    "invalid texts are rejected, with the whole error",
    arguments: [
      ("", #""" is empty"#),
      ("today", #""today" has no 4-digit year at "today""#),
      ("26-12-31T00:00:00Z", #""26-12-31T00:00:00Z" has no 4-digit year at "26-12-31T00:00:00Z""#),
      (
        "-001-12-31T00:00:00Z",
        #""-001-12-31T00:00:00Z" has no 4-digit year at "-001-12-31T00:00:00Z""#
      ),
      ("2026", #""2026" ends before its "-""#),
      ("2026/12/31", #""2026/12/31" has no "-" at "/12/31""#),
      ("2026-1-1T00:00:00Z", #""2026-1-1T00:00:00Z" has no 2-digit month at "1-1T00:00:00Z""#),
      ("2026-13-01T00:00:00Z", #""2026-13-01T00:00:00Z" has its month outside 01 to 12 "13""#),
      ("2026-00-01T00:00:00Z", #""2026-00-01T00:00:00Z" has its month outside 01 to 12 "00""#),
      ("2026-01-00T00:00:00Z", #""2026-01-00T00:00:00Z" has its day outside 01 to 31 "00""#),
      ("2026-04-31T00:00:00Z", #""2026-04-31T00:00:00Z" has its day outside 01 to 30 "31""#),
      ("2026-02-29T00:00:00Z", #""2026-02-29T00:00:00Z" has its day outside 01 to 28 "29""#),
      ("1900-02-29T00:00:00Z", #""1900-02-29T00:00:00Z" has its day outside 01 to 28 "29""#),
      ("2024-02-30T00:00:00Z", #""2024-02-30T00:00:00Z" has its day outside 01 to 29 "30""#),
      ("2026-12-31", #""2026-12-31" ends before its T"#),
      ("2026-12-31_00:00:00Z", #""2026-12-31_00:00:00Z" has no T at "_00:00:00Z""#),
      ("2026-12-31T24:00:00Z", #""2026-12-31T24:00:00Z" has its hour outside 00 to 23 "24""#),
      ("2026-12-31T00:60:00Z", #""2026-12-31T00:60:00Z" has its minute outside 00 to 59 "60""#),
      ("2026-12-31T00:00:61Z", #""2026-12-31T00:00:61Z" has its second outside 00 to 60 "61""#),
      ("2026-12-31T00:00.5Z", #""2026-12-31T00:00.5Z" has no Z or offset at ".5Z""#),
      (
        "2026-12-31T12:00:60Z",
        #""2026-12-31T12:00:60Z" has a second outside 00 to 59 "60": "#
          + "a second of 60 occurs only at the end of a month in UTC"
      ),
      (
        "2026-12-30T23:59:60Z",
        #""2026-12-30T23:59:60Z" has a second outside 00 to 59 "60": "#
          + "a second of 60 occurs only at the end of a month in UTC"
      ),
      ("2026-12-31T00:00:00.Z", #""2026-12-31T00:00:00.Z" has no digit at "Z""#),
      ("2026-12-31T00:00:00", #""2026-12-31T00:00:00" ends before its Z or offset"#),
      ("2026-12-31T00:00:00 Z", #""2026-12-31T00:00:00 Z" has no Z or offset at " Z""#),
      (
        "2026-12-31T00:00:00+24:00",
        #""2026-12-31T00:00:00+24:00" has its offset hour outside 00 to 23 "24""#
      ),
      (
        "2026-12-31T00:00:00+08:60",
        #""2026-12-31T00:00:00+08:60" has its offset minute outside 00 to 59 "60""#
      ),
      ("2026-12-31T00:00:00+0800", #""2026-12-31T00:00:00+0800" has no ":" at "00""#),
      ("2026-12-31T00:00:00Z\n", #""2026-12-31T00:00:00Z\n" has an unexpected "\n""#),
    ] as [(String, String)]
  )
  func refuses(text: String, message: String) {
    let error = #expect(throws: TimeParsingError.self) { try WallMoment(rfc3339: text) }
    #expect(
      error?.description
        == message + "; accepted: 2026-12-31T23:59:59Z, 2026-12-31T23:59:59.5+08:00")
  }

  @Test(
    "written texts have their digits rounded down",
    arguments: [
      (1_795_256_130_123_999_999, 3, 0, "2026-11-21T10:15:30.123Z"),
      (1_795_256_130_123_999_999, 9, 0, "2026-11-21T10:15:30.123999999Z"),
      (1_795_256_130_123_999_999, 0, 0, "2026-11-21T10:15:30Z"),
      (1_795_256_130_123_999_999, -1, 0, "2026-11-21T10:15:30Z"),
      (1_795_256_130_123_999_999, 99, 0, "2026-11-21T10:15:30.123999999Z"),
      (1_795_256_130_123_999_999, 3, 28_800, "2026-11-21T18:15:30.123+08:00"),
      (1_795_256_130_123_999_999, 3, -12_600, "2026-11-21T06:45:30.123-03:30"),
      (1_795_256_130_123_999_999, 3, 28_859, "2026-11-21T18:15:30.123+08:00"),
      (1_795_256_130_123_999_999, 3, .max, "2026-11-22T10:14:30.123+23:59"),
      (1_795_256_130_123_999_999, 3, .min, "2026-11-20T10:16:30.123-23:59"),
      (-1, 3, 0, "1969-12-31T23:59:59.999Z"), (0, 3, -59, "1970-01-01T00:00:00.000Z"),
      (.max, 3, 0, "9999-12-31T23:59:59.999Z"), (.min, 3, 0, "0000-01-01T00:00:00.000Z"),
      (.max, 9, .max, "9999-12-31T23:59:59.999999999+23:59"),
      (.min, 9, .min, "0000-01-01T00:00:00.000000000-23:59"),
      (253_402_300_799_999_999_999, 9, 60, "9999-12-31T23:59:59.999999999+00:01"),
    ] as [(Int128, Int, Int, String)]
  )
  func writes(nanoseconds: Int128, digits: Int, offset: Int, text: String) {
    let moment = WallMoment(nanosecondsSince1970: nanoseconds)
    #expect(moment.rfc3339(fractionDigits: digits, offsetSeconds: offset) == text)
  }

  @Test("random moments are parsed back unchanged at any offset", .random, arguments: [5, 2028])
  func roundTrip(stream: UInt64) {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun &+ stream)
    for index in 0..<repetitions(25_000) {
      let seconds = Int64.random(in: -62_167_000_000...253_402_000_000, using: &random)
      let nanosecond = Int128(random.nextOfAnySize() % 1_000_000_000)
      let moment = WallMoment(nanosecondsSince1970: Int128(seconds) * 1_000_000_000 + nanosecond)
      let offset = Int.random(in: -86_399...86_399, using: &random)
      let text = moment.rfc3339(fractionDigits: 9, offsetSeconds: offset)
      if (try? WallMoment(rfc3339: text)) != moment {
        Issue.record(
          "SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), stream \(stream), index \(index): \(moment) reads \(text)"
        )
        return
      }
      let rounded = moment.rfc3339(fractionDigits: index % 10, offsetSeconds: offset)
      if let parsed = try? WallMoment(rfc3339: rounded), parsed <= moment { continue }
      Issue.record(
        "SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), stream \(stream), index \(index): \(moment) is written ahead, \(rounded)"
      )
      return
    }
  }

  @Test("every day of 400 years follows the day before")
  func daysMarch() {
    let start = CivilDate(year: 1800, month: 1, day: 1)?.daysSince1970 ?? 0
    #expect(start == -62_091)
    var (year, month, day) = (1800, 1, 1)
    for index in 0..<146_097 {
      let date = CivilDate(daysSince1970: start + index)
      let made = CivilDate(year: year, month: month, day: day)
      guard date == made, date.daysSince1970 == start + index else {
        Issue.record("day \(start + index) is \(date), not \(year)-\(month)-\(day)")
        return
      }
      day += 1
      if CivilDate(year: year, month: month, day: day) == nil { (month, day) = (month + 1, 1) }
      if month == 13 { (year, month) = (year + 1, 1) }
    }
    #expect((year, month, day) == (2200, 1, 1))
  }

  @Test("the first and last day of each of the 10,000 years are a day apart")
  func yearsMarch() throws {
    for year in 0..<9999 {
      let last = try #require(CivilDate(year: year, month: 12, day: 31))
      let first = try #require(CivilDate(year: year + 1, month: 1, day: 1))
      guard first.daysSince1970 - last.daysSince1970 == 1,
        CivilDate(daysSince1970: last.daysSince1970) == last,
        CivilDate(daysSince1970: first.daysSince1970) == first
      else {
        Issue.record("\(last) and \(first)")
        return
      }
    }
  }

  @Test("days outside the years 0000 to 9999 are clamped")
  func clamped() {
    #expect(CivilDate(daysSince1970: .min) == CivilDate(year: 0, month: 1, day: 1))
    #expect(CivilDate(daysSince1970: .max) == CivilDate(year: 9999, month: 12, day: 31))
    #expect(CivilDate(year: 10_000, month: 1, day: 1) == nil)
    #expect(CivilDate(year: -1, month: 1, day: 1) == nil)
    #expect(CivilDate(year: 1, month: 13, day: 1) == nil)
    #expect(CivilDate(year: 1, month: 1, day: 0) == nil)
  }
}
