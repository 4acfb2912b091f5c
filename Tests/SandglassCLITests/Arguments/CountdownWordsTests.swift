import Sandglass
import Testing

@testable import SandglassCLI

@Suite("The words that say what to count down")
struct CountdownWordsTests {
  /// 2026-03-01T12:00:00Z, a Sunday noon in UTC.
  private let words = CountdownWords(
    now: WallMoment(secondsSince1970: 1_772_366_400), localTime: LocalTimeRule { _ in 0 })

  @Test(
    "A duration may be written in several words",
    arguments: [
      (["25m"], 1500), (["1:30"], 90), (["90"], 90), (["1h", "30m"], 5400),
      (["2", "hours", "5", "min"], 7500), (["0"], 0),
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
        "no time after \"until\"; accepted: 18:00, 6pm, 2026-12-31T23:59:59+08:00"
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
