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
      ("24:00", #""24:00" has its hour outside 00 to 23 "24""#),
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
      ("noon", #""noon" has no hour at "noon""#),
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
