import Sandglass
import Testing

@testable import sandglass_cli

@Suite("The words that say what to count down")
struct CountdownWordsTests {
  /// 2026-03-01T12:00:00Z, a Sunday noon in UTC.
  private let words = CountdownWords(
    now: WallMoment(secondsSince1970: 1_772_366_400), localTime: LocalTimeRule { _ in 0 })

  @Test(
    "A duration may be written in several words",
    arguments: [
      (["25m"], 1500), (["1:30"], 90), (["90"], 90), (["1h", "30m"], 5400),
      (["2", "hours", "5", "min"], 7500), (["0"], 0), (["1h30"], 5400), (["2m30"], 150),
      (["1h", "30"], 5400), (["1", "hour,", "30", "minutes"], 5400),
      (["1", "hour", "and", "30", "minutes"], 5400), (["1,5h"], 5400),
    ] as [([String], Int)])
  func duration(_ words: [String], _ seconds: Int) throws {
    let expected = CountdownRequest(label: nil, target: .duration(.seconds(seconds)))
    #expect(try self.words.requests(words) == [expected])
  }

  @Test("Labels tell several apart, and may contain an equals sign")
  func labels() throws {
    let requests = try words.requests(["Tea=3m", "30s", "Eggs & x=y=7m"])
    #expect(
      requests == [
        CountdownRequest(label: "Tea", target: .duration(.seconds(210))),
        CountdownRequest(label: "Eggs & x=y", target: .duration(.seconds(420))),
      ])
  }

  @Test("An option names the only countdown")
  func labelOption() throws {
    #expect(try words.requests(["3m"], label: "Tea").map(\.label) == ["Tea"])
  }

  @Test("What follows until are times")
  func times() throws {
    let requests = try words.requests(["Tea=3m", "until", "Lunch=12:30", "Walk=6", "pm"])
    #expect(
      requests == [
        CountdownRequest(label: "Tea", target: .duration(.seconds(180))),
        CountdownRequest(
          label: "Lunch", target: instant(1_772_368_200), caption: "until 12:30"),
        CountdownRequest(label: "Walk", target: instant(1_772_388_000), caption: "until 18:00"),
      ])
  }

  @Test("A time that has passed is tomorrow's, and that is said", arguments: ["11:00", "12:00"])
  func tomorrow(_ time: String) throws {
    let request = try #require(try words.requests(["until", time]).first)
    #expect(request.note == "\(time) has passed today; counting down to \(time) tomorrow")
    #expect(request.caption == "until \(time) tomorrow")
    let expected: Int64 = time == "11:00" ? 1_772_449_200 : 1_772_452_800
    #expect(request.target == instant(expected))
  }

  @Test(
    "Times are read as people write them",
    arguments: [
      // 1_772_366_400 is Sunday noon.
      (["9"], 1_772_442_000, "until 09:00 tomorrow"), (["13"], 1_772_370_000, "until 13:00"),
      (["midnight"], 1_772_409_600, "until midnight"),
      (["Noon"], 1_772_452_800, "until 12:00 tomorrow"),
      (["tomorrow", "9:00"], 1_772_442_000, "until 2026-03-02 09:00"),
      (["today", "18"], 1_772_388_000, "until 18:00"),
      (["fri", "17:30"], 1_772_818_200, "until 2026-03-06 17:30"),
      (["Sunday", "6", "pm"], 1_772_388_000, "until 18:00"),
      (["sun", "noon"], 1_772_971_200, "until 2026-03-08 12:00"),
      (["2026-12-24T09:00"], 1_798_102_800, "until 2026-12-24 09:00"),
      (["2026-12-24", "09:00:30"], 1_798_102_830, "until 2026-12-24 09:00:30"),
    ] as [([String], Int64, String)])
  func asPeopleWrite(_ text: [String], _ seconds: Int64, _ caption: String) throws {
    let request = try #require(try words.requests(["until"] + text).first)
    #expect(request.target == instant(seconds))
    #expect(request.caption == caption)
  }

  @Test("Midnight is the next one, which is no news")
  func midnight() throws {
    #expect(try words.requests(["until", "midnight"]).first?.note == nil)
  }

  @Test("Minutes that are also a time of the afternoon are counted, and the other reading is told")
  func minutesOrTime() throws {
    let request = try #require(try words.requests(["18:00"]).first)
    #expect(request.target == .duration(.seconds(1080)))
    #expect(request.note == "18:00 is 18m; for the time of day: until 18:00")
    for text in ["12:59", "18:00:00", "18m"] {
      #expect(try words.requests([text]).first?.note == nil, "\(text)")
    }
  }

  @Test("A word that is almost a subcommand or a preset is asked about")
  func almost() {
    var words = words
    for (word, meant) in [("paus", "pause"), ("lsit", "list")] {
      let error = #expect(throws: UsageError.self) { try words.requests([word]) }
      #expect(error?.message.contains("did you mean \"sandglass \(meant)\"? ") == true)
    }
    words.presets = { ["tea"] }
    let error = #expect(throws: UsageError.self) { try words.requests(["Tea"]) }
    #expect(error?.message.contains("did you mean \"sandglass tea\"? ") == true)
  }

  @Test(
    "What is wrong with a time after a day is told",
    arguments: [
      (["tomorrow", "25:00"], "\"25:00\" has its hour outside 00 to 23 \"25\""),
      (
        ["fri", "24:00"],
        "\"24:00\" has the end of a day in \"24:00\": write 0:00 and the next day"
      ),
      (["today", "18.30"], "\"18.30\" has two readings of \"18.30\": 18:30 or 18.30 hours"),
    ])
  func wrongTime(_ text: [String], _ message: String) {
    let error = #expect(throws: UsageError.self) { try words.requests(["until"] + text) }
    #expect(error?.message.hasPrefix(message + "; accepted: 18:00") == true)
  }

  @Test(
    "A time on a day that has passed is said to have passed",
    arguments: [
      (["today", "9"], "09:00 has passed"),
      (["2025-12-24", "09:00"], "2025-12-24 09:00 has passed"),
    ])
  func passed(_ text: [String], _ note: String) throws {
    #expect(try words.requests(["until"] + text).first?.note == note)
  }

  @Test("A time on a day that the clocks show twice, or skip, is told")
  func changes() throws {
    // The clocks go forward by an hour at 2026-03-02T02:00, and back at 2026-03-03T03:00.
    let (forward, back) = (Int64(1_772_416_800), Int64(1_772_503_200))
    let words = CountdownWords(
      now: self.words.now, localTime: LocalTimeRule { $0 >= forward && $0 < back ? 3600 : 0 })
    let skipped = try #require(try words.requests(["until", "tomorrow", "2:30"]).first)
    #expect(
      skipped.note == "the clocks skip 02:30 on that day; counting down to 2026-03-02 03:30")
    let twice = try #require(try words.requests(["until", "tue", "2:30"]).first)
    #expect(
      twice.note == "the clocks show 02:30 twice on that day; counting down to the first")
    #expect(twice.target == instant(back - 1800))
  }

  @Test("A time that the clocks skip is the one that they show instead, and that is said")
  func skipped() throws {
    // Then the clocks go from 2:00 to 3:00.
    let change: Int64 = 1_772_953_200
    let place = LocalTimeRule { $0 < change ? -5 * 3600 : -4 * 3600 }
    func request(hoursBefore hours: Int64) throws -> CountdownRequest? {
      let now = WallMoment(secondsSince1970: change - hours * 3600)
      return try CountdownWords(now: now, localTime: place).requests(["until", "2:30"]).first
    }
    let today = try #require(try request(hoursBefore: 1))
    #expect(today.note == "the clocks skip 02:30 today; counting down to 03:30")
    #expect(today.caption == "until 03:30")
    #expect(today.target == instant(change + 1800))
    let tomorrow = try #require(try request(hoursBefore: 6))
    #expect(
      tomorrow.note == "02:30 has passed today, and the clocks skip it tomorrow; counting down to "
        + "03:30 tomorrow")
    #expect(tomorrow.caption == "until 03:30 tomorrow")
    #expect(tomorrow.target == instant(change + 1800))
  }

  @Test("A date and time is an instant, also one that has passed")
  func dates() throws {
    let coming = try words.requests(["until", "2026-03-01T21:00:00+08:00"])
    #expect(coming == [CountdownRequest(label: nil, target: instant(1_772_370_000))])
    let gone = try words.requests(["until", "Gone=2020-01-01T00:00:00Z"])
    #expect(gone.first?.note == "2020-01-01T00:00:00Z has passed")
    #expect(gone.first?.target == instant(1_577_836_800))
  }

  @Test(
    "What is not understood is refused in words",
    arguments: [
      ([], nil, "nothing to count down; accepted: 25m, 1:30, Tea=3m, until 18:00"),
      (["=3m"], nil, "there is no label before \"=\"; accepted: Tea=3m"),
      (
        ["until"], nil,
        "no time after \"until\"; accepted: 18:00, 6pm, noon, tomorrow 9:00, fri 17:30, "
          + "2026-12-24T09:00, 2026-12-31T23:59:59+08:00"
      ),
      (
        ["until", "9999-12-31T00:00"], nil,
        "\"9999-12-31T00:00\" is too far away, because the longest duration is 584 years; accepted: "
          + "18:00, 2026-12-24T09:00"
      ),
      (
        ["1m", "until", "18:00"], nil,
        "one of the countdowns has no label; accepted: Tea=3m Eggs=7m"
      ),
      (
        ["Tea=1m", "Tea=2m"], nil,
        "two countdowns have the label \"Tea\"; accepted: a different label for each"
      ),
      (["3m"], "", "the label is empty; accepted: --label Tea"),
      (
        ["Tea=3m"], "Eggs",
        "the countdown has two labels; accepted: Tea=3m, or 3m --label Tea"
      ),
      (
        ["a=3m", "b=3m"], "Eggs",
        "--label names only one countdown; accepted for several: Tea=3m Eggs=7m"
      ),
    ] as [([String], String?, String)])
  func refusals(_ words: [String], _ label: String?, _ message: String) {
    #expect(throws: UsageError(message)) { try self.words.requests(words, label: label) }
  }

  private func instant(_ seconds: Int64) -> CountdownRequest.Target {
    .instant(WallMoment(secondsSince1970: seconds))
  }
}
