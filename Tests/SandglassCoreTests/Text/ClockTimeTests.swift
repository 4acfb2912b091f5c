import SandglassCore
import Testing

@Suite("ClockTime: a time of day")
struct ClockTimeTests {
  @Test(
    "valid texts are accepted",
    arguments: [
      ("18:00", 18, 0, 0), ("18:00:30", 18, 0, 30), ("6pm", 18, 0, 0), ("6:30 pm", 18, 30, 0),
      ("6 PM", 18, 0, 0), ("6:30:15Am", 6, 30, 15), ("12am", 0, 0, 0), ("12pm", 12, 0, 0),
      ("12:59am", 0, 59, 0), ("0:00", 0, 0, 0), ("7:05", 7, 5, 0), ("07:05", 7, 5, 0),
      (" 23:59:59 ", 23, 59, 59), ("01pm", 13, 0, 0),
      // As people and other programs write them.
      ("12p", 12, 0, 0), ("6 P", 18, 0, 0), ("12a", 0, 0, 0), ("9:30 a.m.", 9, 30, 0),
      ("9:30a.m", 9, 30, 0), ("9:30\u{A0}p.\u{A0}m.", 21, 30, 0), ("1830", 18, 30, 0),
      ("0000", 0, 0, 0), ("630pm", 18, 30, 0), ("1230 am", 0, 30, 0), ("6.30pm", 18, 30, 0),
      ("6.30.15 pm", 18, 30, 15), ("18.30.15", 18, 30, 15), ("noon", 12, 0, 0),
      ("12 noon", 12, 0, 0), ("12:00 Noon", 12, 0, 0), ("9:00\u{202F}PM", 21, 0, 0),
      ("\u{200E}9:00\u{2009}PM\u{3000}", 21, 0, 0), ("١٨:٣٠", 18, 30, 0), ("１８：３０", 18, 30, 0),
      ("６：３０ｐｍ", 18, 30, 0),
    ]
  )
  func accepts(text: String, hour: Int, minute: Int, second: Int) throws {
    let time = try ClockTime(parsing: text)
    #expect(time == ClockTime(hour: hour, minute: minute, second: second))
  }

  @Test(
    "invalid texts are rejected, with the whole error",
    arguments: [
      ("", #""" is empty"#),
      ("25:00", #""25:00" has its hour outside 00 to 23 "25""#),
      ("24:00", #""24:00" has the end of a day in "24:00": write 0:00 and the next day"#),
      ("24:00:00", #""24:00:00" has the end of a day in "24:00:00": write 0:00 and the next day"#),
      ("2400", #""2400" has the end of a day in "2400": write 0:00 and the next day"#),
      ("24:01", #""24:01" has its hour outside 00 to 23 "24""#),
      ("18.30", #""18.30" has two readings of "18.30": 18:30 or 18.30 hours"#),
      ("1.30", #""1.30" has two readings of "1.30": 1:30 or 1.30 hours"#),
      ("18.3", #""18.3" does not have exactly two digits in the field "3""#),
      ("18:30.15", #""18:30.15" has an unexpected ".""#),
      ("930", #""930" ends before its minutes"#),
      ("1860", #""1860" has its minute outside 00 to 59 "60""#),
      ("18300", #""18300" ends before its minutes"#),
      ("1300pm", #""1300pm" has its hour outside 01 to 12 "13""#),
      ("11 noon", #""11 noon" has its hour outside 12 to 12 "11""#),
      ("12:30 noon", #""12:30 noon" has neither am nor pm but "noon""#),
      ("noon 12", #""noon 12" has no hour at "noon 12""#),
      ("9 a.x", #""9 a.x" has neither am nor pm but "a.""#),
      ("9 a.", #""9 a." has neither am nor pm but "a.""#),
      ("9 am.", #""9 am." has an unexpected ".""#),
      ("9 amx", #""9 amx" has neither am nor pm but "amx""#),
      ("9:00\u{AD}PM", #""9:00\N{SOFT HYPHEN}PM" has neither am nor pm but "\N{SOFT HYPHEN}PM""#),
      (
        "99999999999999999999:00",
        #""99999999999999999999:00" has its hour outside 00 to 23 "99999999999999999999""#
      ),
      ("18:60", #""18:60" has its minute outside 00 to 59 "60""#),
      ("18:00:60", #""18:00:60" has its second outside 00 to 59 "60""#),
      ("13pm", #""13pm" has its hour outside 01 to 12 "13""#),
      ("0am", #""0am" has its hour outside 01 to 12 "0""#),
      ("18", #""18" ends before its minutes"#),
      ("18:", #""18:" ends before its minute"#),
      ("18:x", #""18:x" has no minute at "x""#),
      ("18:5", #""18:5" does not have exactly two digits in the field "5""#),
      ("18:00:5", #""18:00:5" does not have exactly two digits in the field "5""#),
      ("18:00:00:00", #""18:00:00:00" has an unexpected ":""#),
      ("6xm", #""6xm" has neither am nor pm but "xm""#),
      ("6 o'clock", #""6 o'clock" has neither am nor pm but "o""#),
      ("6pm!", #""6pm!" has an unexpected "!""#),
      ("midday", #""midday" has no hour at "midday""#),
      ("-6pm", #""-6pm" has no hour at "-6pm""#),
    ]
  )
  func refuses(text: String, message: String) {
    let error = #expect(throws: TimeParsingError.self) { try ClockTime(parsing: text) }
    #expect(error?.description == message + "; accepted: 18:00, 18:00:30, 6pm, 6:30 pm")
  }

  @Test("every second of the day is parsed back unchanged, in order")
  func roundTrip() throws {
    var previous: ClockTime?
    for second in 0..<86_400 {
      let time = try #require(
        ClockTime(hour: second / 3600, minute: second / 60 % 60, second: second % 60))
      guard try ClockTime(parsing: time.description) == time,
        time.secondsSinceMidnight == second, previous.map({ $0 < time }) ?? true
      else {
        Issue.record("\(time)")
        return
      }
      previous = time
    }
  }

  @Test("a time that no clock shows cannot be created")
  func invalid() {
    #expect(ClockTime(hour: 24, minute: 0) == nil)
    #expect(ClockTime(hour: -1, minute: 0) == nil)
    #expect(ClockTime(hour: 0, minute: 60) == nil)
    #expect(ClockTime(hour: 0, minute: 0, second: 60) == nil)
  }
}
