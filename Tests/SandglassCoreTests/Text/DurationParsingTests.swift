import SandglassCore
import Testing

@Suite("Duration: parsing")
struct DurationParsingTests {
  @Test(
    "valid texts are accepted",
    arguments: [
      // Seconds.
      ("90", .seconds(90)), ("0", .zero), ("1.5", .milliseconds(1500)), ("007", .seconds(7)),
      ("  90 \n", .seconds(90)), ("0.000000001", .nanoseconds(1)),
      // Clocks.
      ("1:30", .seconds(90)), ("0:00", .zero), ("90:00", .seconds(5400)),
      ("1:00:05", .seconds(3605)), ("100:00:00", .seconds(360_000)),
      ("2d 03:04:05", .seconds(183_845)), ("2d03:04:05", .seconds(183_845)),
      ("2D 3:04:05", .seconds(183_845)), ("2 days  03:04:05", .seconds(183_845)),
      ("1:30.5", .milliseconds(90_500)), ("1:30.1000", .milliseconds(90_100)),
      // Units.
      ("25m", .seconds(1500)), ("1h30m", .seconds(5400)), ("1h 30m", .seconds(5400)),
      ("1 h 30 m", .seconds(5400)), ("1.5h", .seconds(5400)), ("1.5h30m", .seconds(7200)),
      ("500ms", .milliseconds(500)), ("90s", .seconds(90)), ("2d", .seconds(172_800)),
      ("1w", .seconds(604_800)), ("0.5w", .seconds(302_400)), ("10us", .microseconds(10)),
      ("10µs", .microseconds(10)), ("10\u{3BC}s", .microseconds(10)), ("5ns", .nanoseconds(5)),
      ("1w2d3h4m5s6ms7us8ns", .seconds(788_645) + .nanoseconds(6_007_008)),
      ("25min", .seconds(1500)), ("25 minutes", .seconds(1500)), ("2 hours", .seconds(7200)),
      ("1 day", .seconds(86_400)), ("30sec", .seconds(30)), ("1 hour 1 minute", .seconds(3660)),
      ("1H30M", .seconds(5400)), ("500MS", .milliseconds(500)), ("2 Weeks", .seconds(1_209_600)),
      ("3 hrs\t4 secs", .seconds(10_804)), ("90m", .seconds(5400)), ("1h90m", .seconds(9000)),
      // As people write them.
      ("1 hour and 30 minutes", .seconds(5400)), ("1 hour, 30 minutes", .seconds(5400)),
      ("1 day, 2 hours, and 5 minutes", .seconds(93_900)), ("1h and 30m", .seconds(5400)),
      ("19w, 3d", .seconds(11_750_400)), ("19w,3d", .seconds(11_750_400)),
      ("1 HOUR AND 30 MINUTES", .seconds(5400)), ("1h30", .seconds(5400)),
      ("1h 30", .seconds(5400)), ("1h5", .seconds(3900)), ("2m30", .seconds(150)),
      ("1d 2h 3", .seconds(93_780)), ("1 hour 30", .seconds(5400)),
      ("2 days, 3:04:05", .seconds(183_845)), ("2 days and 3:04:05", .seconds(183_845)),
      // Decimal commas.
      ("1,5h", .seconds(5400)), ("1,5", .milliseconds(1500)), ("PT1,5H", .seconds(5400)),
      ("PT1,500S", .milliseconds(1500)), ("1:30,5", .milliseconds(90_500)),
      ("0:05,400", .milliseconds(5400)), ("0,500s", .milliseconds(500)),
      ("1,5 hours, 3 min", .seconds(5580)), ("1,25h", .seconds(4500)),
      ("1.500s", .milliseconds(1500)), ("0.125 days", .seconds(10_800)),
      ("1.2345 days", .milliseconds(106_660_800)), ("1.75", .milliseconds(1750)),
      ("1,50h", .seconds(5400)),
      // Points in place of colons.
      ("1.00.05", .seconds(3605)), ("0.00.43,89", .milliseconds(43_890)),
      ("0.27,0", .seconds(27)), ("2d 03.04.05", .seconds(183_845)),
      // White space and marks of any kind, and digits of other scripts.
      ("1\u{A0}h\u{202F}30\u{2009}m", .seconds(5400)), ("\u{3000}90\u{2003}", .seconds(90)),
      ("\u{200F}1:05", .seconds(65)), ("\u{2068}1:05\u{2069}", .seconds(65)),
      ("\u{FEFF}25m", .seconds(1500)), ("1d\u{A0}01:01:01", .seconds(90_061)),
      ("٩٠", .seconds(90)), ("١:٠٥", .seconds(65)), ("٢٥:٠١:٠١٫٤", .milliseconds(90_061_400)),
      ("۲۵m", .seconds(1500)), ("९०", .seconds(90)), ("１：３０", .seconds(90)),
      ("２５ｍｉｎ", .seconds(1500)), ("１．５ｈ", .seconds(5400)), ("1 h،30 m", .seconds(5400)),
      // Exact decimals.
      ("0.1s", .milliseconds(100)), ("0.7h", .seconds(2520)), ("1.1ms", .microseconds(1100)),
      ("0.000000000000000001s", Duration(attoseconds: 1)),
      ("0.0000000000000000010000s", Duration(attoseconds: 1)),
      ("0.00000000000000000001h", Duration(attoseconds: 36)),
      ("18446744073.709551615", Duration(attoseconds: 18_446_744_073_709_551_615_000_000_000)),
      ("18446744073709551615ns", Duration(attoseconds: 18_446_744_073_709_551_615_000_000_000)),
      // ISO 8601.
      ("PT1H30M", .seconds(5400)), ("P1DT2H", .seconds(93_600)), ("PT0.5S", .milliseconds(500)),
      ("P2W", .seconds(1_209_600)), ("pt1h", .seconds(3600)), (" PT0S ", .zero),
      ("PT36H", .seconds(129_600)), ("P1W1DT1H1M1S", .seconds(694_861)),
      ("PT1.5H", .seconds(5400)),
    ] as [(String, Duration)]
  )
  func accepts(text: String, duration: Duration) throws {
    #expect(try Duration(parsing: text) == duration)
  }

  @Test(
    "invalid texts are rejected, with the whole error",
    arguments: [
      ("", #""" is empty"#),
      (" \t\n", #"" \t\n" is empty"#),
      ("5x", #""5x" has an unknown unit "x""#),
      ("1e5", #""1e5" has an unknown unit "e""#),
      ("banana", #""banana" has no number before "banana""#),
      ("NaN", #""NaN" has no number before "NaN""#),
      ("infinity", #""infinity" has no number before "infinity""#),
      ("1h m", #""1h m" has no number before "m""#),
      ("-5m", #""-5m" has a minus sign "-": a duration cannot be negative"#),
      ("--5s", #""--5s" has a minus sign "-": a duration cannot be negative"#),
      ("-0:05", #""-0:05" has a minus sign "-": a duration cannot be negative"#),
      ("-PT5M", #""-PT5M" has a minus sign "-": a duration cannot be negative"#),
      ("1h -5m", #""1h -5m" has an unexpected "-""#),
      ("+0:05", #""+0:05" has an unexpected "+""#),
      ("1.2.3", #""1.2.3" does not have exactly two digits in the field "2""#),
      ("1.30.", #""1.30." has no digits on one side of its ".""#),
      ("1.02.03.04", #""1.02.03.04" has neither two nor three fields in "1.02.03.04""#),
      ("1.234,5", #""1.234,5" does not have exactly two digits in the field "234""#),
      ("5 %", #""5 %" has an unexpected "%""#),
      ("1h90", #""1h90" has no unit after "90""#),
      ("1h 030", #""1h 030" has no unit after "030""#),
      ("1h30.5", #""1h30.5" has no unit after "30.5""#),
      ("1h30 5s", #""1h30 5s" has no unit after "30""#),
      ("1h and 30", #""1h and 30" has no unit after "30""#),
      ("1d 12", #""1d 12" has no unit after "12""#),
      ("30s 5", #""30s 5" has no unit after "5""#),
      ("1h,", #""1h," ends before its number"#),
      ("1h and", #""1h and" ends before its number"#),
      ("and 1h", #""and 1h" has no number before "and""#),
      (
        "1h,,30m",
        #""1h,,30m" lacks digits on one side of the decimal point in ",30""#
      ),
      ("1h and and 30m", #""1h and and 30m" has no number before "and""#),
      ("1h & 30m", #""1h & 30m" has an unexpected "&""#),
      ("1h andy", #""1h andy" has no number before "andy""#),
      // Two readings.
      ("1.30", #""1.30" has two readings of "1.30": 1.30s or 1:30"#),
      ("18.30", #""18.30" has two readings of "18.30": 18.30s or 18:30"#),
      ("1,30", #""1,30" has two readings of "1,30": 1.30s or 1:30"#),
      ("0.05", #""0.05" has two readings of "0.05": 0.05s or 0:05"#),
      ("1,500 ms", #""1,500 ms" has two readings of "1,500": 1.500 or 1500"#),
      ("1,234 days", #""1,234 days" has two readings of "1,234": 1.234 or 1234"#),
      ("1.234 days", #""1.234 days" has two readings of "1.234": 1.234 or 1234"#),
      ("1.234w", #""1.234w" has two readings of "1.234": 1.234 or 1234"#),
      ("1,234,567s", #""1,234,567s" has an unexpected ",""#),
      ("1.234,5s", #""1.234,5s" has an unexpected ",""#),
      ("1,", #""1," has an unexpected ",""#),
      (",5", #"",5" lacks digits on one side of the decimal point in ",5""#),
      // Digits of two scripts in one number.
      ("1٢m", #""1٢m" has an unknown unit "٢m""#),
      ("٢1", #""٢1" has no number before "٢""#),
      ("৪0", #""৪0" has no number before "৪""#),
      ("1 2", #""1 2" has no unit after "1""#),
      ("5.", #""5." lacks digits on one side of the decimal point in "5.""#),
      (".5h", #"".5h" lacks digits on one side of the decimal point in ".5""#),
      ("1h1h", #""1h1h" has a repeated unit "1h""#),
      ("3m2h", #""3m2h" has a unit out of order "2h": the longer unit comes first"#),
      ("1h 2m 3h", #""1h 2m 3h" has a unit out of order "3h": the longer unit comes first"#),
      ("1y", #""1y" has a calendar unit "y": years and months have no fixed length"#),
      (
        "2 months",
        #""2 months" has a calendar unit "months": years and months have no fixed length"#
      ),
      ("600000w", #""600000w" is too long at "600000w": the longest duration is 584 years"#),
      (
        "18446744073709551616ns",
        #""18446744073709551616ns" is too long at "18446744073709551616ns": "#
          + "the longest duration is 584 years"
      ),
      (
        "18446744073s 1000ms",
        #""18446744073s 1000ms" is too long at "1000ms": the longest duration is 584 years"#
      ),
      (
        "999999999999999999999999999999999999999999w",
        #""999999999999999999999999999999999999999999w" is too long at "#
          + #""999999999999999999999999999999999999999999w": the longest duration is 584 years"#
      ),
      (
        "0.0000000000000000001s",
        #""0.0000000000000000001s" has a fraction finer than an attosecond in "#
          + #""0.0000000000000000001s""#
      ),
      // Clocks.
      ("1:75", #""1:75" has a field outside 00 to 59 "75""#),
      ("1:60:00", #""1:60:00" has a field outside 00 to 59 "60""#),
      ("1d 24:00:00", #""1d 24:00:00" has a field outside 00 to 23 "24""#),
      ("1::2", #""1::2" has no digits on one side of its ":""#),
      (":30", #"":30" has no digits on one side of its ":""#),
      ("1:", #""1:" has no digits on one side of its ":""#),
      ("1:5", #""1:5" does not have exactly two digits in the field "5""#),
      ("1:005", #""1:005" does not have exactly two digits in the field "005""#),
      ("1d 003:04:05", #""1d 003:04:05" does not have exactly two digits in the field "003""#),
      ("1:02:03:04", #""1:02:03:04" has neither two nor three fields in "1:02:03:04""#),
      (
        "2d 3:04",
        #""2d 3:04" has days, and so needs hours, minutes and seconds in "3:04""#
      ),
      ("2h 03:04", #""2h 03:04" may have only days before its h:mm:ss part, not "h""#),
      ("1w 2d 03:04:05", #""1w 2d 03:04:05" may have only days before its h:mm:ss part, not "w""#),
      ("1.5:30", #""1.5:30" has an unexpected ".""#),
      ("1:30.", #""1:30." lacks digits on one side of the decimal point in "30.""#),
      ("1:-5", #""1:-5" has an unexpected "-""#),
      ("1:3O", #""1:3O" has an unexpected "O""#),
      ("x:30", #""x:30" has an unexpected "x""#),
      ("1:30 pm", #""1:30 pm" has an unexpected " ""#),
      // ISO 8601.
      ("P", #""P" has nothing after "P""#),
      ("PT", #""PT" has nothing after "T""#),
      ("P1DT", #""P1DT" has nothing after "T""#),
      ("P1Y", #""P1Y" has a calendar unit "Y": years and months have no fixed length"#),
      ("P1M", #""P1M" has a calendar unit "M": years and months have no fixed length"#),
      ("P1H", #""P1H" has a unit on the wrong side of the T "H""#),
      ("PT1D", #""PT1D" has a unit on the wrong side of the T "D""#),
      ("PT1", #""PT1" has no unit after "1""#),
      ("PT1X", #""PT1X" has an unknown unit "X""#),
      ("PT1H ago", #""PT1H ago" has an unexpected " ""#),
      ("PT1M1H", #""PT1M1H" has a unit out of order "1H": the longer unit comes first"#),
      ("PT-1H", #""PT-1H" has an unexpected "-""#),
      ("past", #""past" has an unexpected "ast""#),
      // Control characters for a terminal are shown as escapes.
      ("5\u{1B}[2J", #""5\u{1b}[2J" has an unexpected "\u{1b}""#),
      (
        "5\u{202E}x",
        #""5\N{RIGHT-TO-LEFT OVERRIDE}x" has an unknown unit "\N{RIGHT-TO-LEFT OVERRIDE}x""#
      ),
      ("5\u{AD}m", #""5\N{SOFT HYPHEN}m" has an unknown unit "\N{SOFT HYPHEN}m""#),
      ("1:30\u{202F}pm", #""1:30\N{NARROW NO-BREAK SPACE}pm" has an unexpected " ""#),
      ("−5m", #""−5m" has a minus sign "-": a duration cannot be negative"#),
    ] as [(String, String)]
  )
  func refuses(text: String, message: String) {
    let error = #expect(throws: TimeParsingError.self) { try Duration(parsing: text) }
    #expect(
      error?.description
        == message + "; accepted: 90, 1:30, 25m, 1h30m, 1.5h, 500ms, PT1H30M")
  }

  @Test("an error exposes its parts and is equatable")
  func error() throws {
    let error = try #require(throws: TimeParsingError.self) { try Duration(parsing: "5x") }
    #expect(error.text == "5x")
    #expect(error.part == "x")
    #expect(error.reason == .unknownUnit)
    #expect(error.reason != .unexpected)
    #expect(error.reason.description == "has an unknown unit")
    let same = #expect(throws: TimeParsingError.self) { try Duration(parsing: "5x") }
    let other = #expect(throws: TimeParsingError.self) { try Duration(parsing: "6x") }
    #expect(error == same)
    #expect(error != other)
  }

  @Test("a long text is truncated in its error")
  func longText() {
    let text = String(repeating: "x", count: 100_000)
    let error = #expect(throws: TimeParsingError.self) { try Duration(parsing: text) }
    let shown = "\"" + String(repeating: "x", count: 60) + "…\""
    #expect(error?.description.hasPrefix("\(shown) has no number before \(shown);") == true)
  }
}
