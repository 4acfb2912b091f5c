import Sandglass
import Testing

@testable import sandglass_cli

@Suite("What a terminal shows")
struct FrameTests {
  private let plain = Style(hasColor: false, hasUnicode: true)
  private let utc = LocalTimeRule { _ in 0 }

  private func row(
    _ label: String?, _ seconds: Int, progress: Double = 0.5,
    _ event: Announcement.Event = .tick
  ) -> Row {
    var row = Row(label: label)
    var announcement = Announcement(
      event: .tick, label: label, remaining: .seconds(seconds), shown: seconds,
      progress: progress, missed: 0, at: WallMoment(secondsSince1970: 0))
    row.apply(announcement, localTime: utc)
    announcement.event = event
    row.apply(announcement, localTime: utc)
    return row
  }

  private func lines(
    _ rows: [Row], _ width: Int, height: Int = 24, style: Style? = nil, keys: Bool = false
  ) -> [String] {
    Frame(
      rows: rows, width: width, height: height, style: style ?? plain,
      keys: keys ? KeyHelp(step: .seconds(60)) : nil
    ).lines
  }

  @Test(
    "One countdown at several widths",
    arguments: [
      (80, "Tea  2:59  ━━━━━━━━━━━━━━━━━━━━━━━━━─────────────────────────  ends 00:02"),
      (43, "Tea  2:59  ━━━━━━━━━━──────────  ends 00:02"),
      (42, "Tea  2:59  ━━━━━━━━━━━━━━━╸───────────────"),
      (40, "Tea  2:59  ━━━━━━━━━━━━━━╸──────────────"),
      (23, "Tea 2:59 ━━━━━━━───────"), (19, "Tea 2:59 ━━━━━─────"), (18, "Tea 2:59"),
      (10, "Tea 2:59"), (8, "Tea 2:59"), (7, "T… 2:59"), (6, "2:59"), (4, "2:59"), (3, "2:…"),
      (1, "…"),
    ])
  func widths(_ width: Int, _ expected: String) {
    #expect(lines([row("Tea", 179)], width) == [expected])
  }

  @Test("The end is shown to the minute, with its day if that is another one, and once")
  func end() {
    #expect(row(nil, 60 * 60 + 30).ends == "ends 01:00")
    #expect(row(nil, 59).ends == "ends 00:00")
    #expect(row(nil, 86_400).ends == "ends 1970-01-02 00:00")
    #expect(row("until 9:00", 60).ends == nil)
    for event in [Announcement.Event.paused, .finished, .cancelled, .kept] {
      #expect(row(nil, 60, event).ends == nil)
    }
  }

  @Test("A countdown without a label")
  func unlabelled() {
    #expect(lines([row(nil, 179)], 20) == ["2:59 ━━━━━━━╸───────"])
    #expect(lines([row(nil, 179, .paused)], 20) == ["2:59 paused"])
    #expect(lines([row(nil, 179, .paused)], 9) == ["2:59 pau…"])
  }

  @Test("Several countdowns in columns, paused, done and cancelled")
  func several() {
    let rows = [
      row("Tea", 0, progress: 1, .finished), row("早餐", 65, progress: 0.25, .paused),
      row("Eggs", 3665, progress: 0, .cancelled),
    ]
    #expect(
      lines(rows, 48) == [
        "Tea      done  ━━━━━━━━━━━━━━━━━━━━━━",
        "早餐     1:05  ━━━━━╸────────────────  paused",
        "Eggs  1:01:05  ──────────────────────  cancelled",
      ])
  }

  @Test("No line is wider than the terminal, and none is lost, at any size")
  func neverWider() {
    let rows = [
      row("A label that is rather long for a countdown", 200_000), row("早餐时间", 59, .paused),
      row("👨‍👩‍👧", 0, .finished), row("x", 3600, .cancelled),
    ]
    for width in 1...80 {
      for count in [1, rows.count] {
        for height in [1, 2, 3, 6] {
          let lines = lines(Array(rows[..<count]), width, height: height, keys: true)
          #expect(lines.allSatisfy { DisplayWidth.of($0) <= width }, "\(width): \(lines)")
          #expect(!lines.isEmpty && lines.count <= height)
        }
      }
    }
  }

  @Test("Those that have ended give way where there are too few lines")
  func height() {
    let rows = [
      row("a", 1), row("b", 0, progress: 1, .finished), row("c", 2),
      row("d", 0, progress: 1, .finished), row("e", 3),
    ]
    #expect(lines(rows, 12, height: 5).count == 5)
    #expect(lines(rows, 12, height: 4) == ["a 0:01", "c 0:02", "e 0:03", "and 2 more"])
    #expect(lines(rows, 12, height: 3) == ["a 0:01", "c 0:02", "and 3 more"])
    #expect(lines(rows, 12, height: 1) == ["a 0:01"])
  }

  @Test("The keys are explained where there is room")
  func keys() {
    let running = "space pauses · +/- a minute · ? keys · q cancels"
    #expect(lines([row(nil, 5)], 48, keys: true).last == running)
    #expect(lines([row(nil, 5)], 47, keys: true).last == "? keys · q cancels")
    #expect(lines([row(nil, 5)], 17, keys: true).count == 1)
    #expect(lines([row(nil, 5)], 80, height: 1, keys: true).count == 1)
    let paused = "space resumes · +/- a minute · ? keys · q cancels"
    #expect(lines([row(nil, 5, .paused)], 80, keys: true).last == paused)
    #expect(lines([row(nil, 5, .paused), row(nil, 5)], 80, keys: true).last == running)
  }

  @Test("A phase is shown with its round and the time of all phases; overtime counts on")
  func phases() {
    var announcement = Announcement(
      event: .tick, label: "Tea", remaining: .seconds(60), shown: 60, progress: 0.5, missed: 0,
      at: WallMoment(secondsSince1970: 0),
      phase: PhasePosition(name: "Work", round: 1, rounds: 2, later: .seconds(300)))
    func row(_ event: Announcement.Event) -> Row {
      var row = Row(label: "Tea")
      announcement.event = event
      row.apply(announcement, localTime: utc)
      return row
    }
    #expect(lines([row(.tick)], 60)[0].hasSuffix("  Work 1/2, 6:00 in all"))
    #expect(lines([row(.tick)], 80)[0].hasSuffix("──  ends 00:06  Work 1/2, 6:00 in all"))
    #expect(lines([row(.paused)], 100)[0].hasSuffix("──  paused, Work 1/2, 6:00 in all"))
    #expect(
      lines([row(.tick), row(.paused)], 100)[1]
        .hasSuffix("──              paused, Work 1/2, 6:00 in all"))
    #expect(lines([row(.paused)], 60)[0].hasSuffix("  paused, Work 1/2, 6:00 in all"))
    // A narrow terminal shows the parts that fit, with the most important one first.
    #expect(lines([row(.paused)], 30) == ["Tea  1:00  paused, Work 1/2"])
    #expect(lines([row(.paused)], 22) == ["Tea 1:00 paused"])
    #expect(lines([row(.tick)], 22) == ["Tea 1:00 Work 1/2"])
    announcement.phase = PhasePosition(name: "Work", round: 3, rounds: nil, later: .zero)
    #expect(lines([row(.tick)], 80)[0].hasSuffix("──  Work 3"))
    announcement.phase = nil
    announcement.overtime = .seconds(65)
    #expect(lines([row(.finished)], 30) == ["Tea  +1:05  overtime"])
    #expect(row(.finished).lasts)
    #expect(!row(.stopped).lasts)
    #expect(lines([row(.stopped)], 30) == ["Tea  done  stopped at +1:05"])
    #expect(lines([row(.finished)], 80, keys: true).last == "+ a minute · ? keys · q cancels")
    let over = row(.finished)
    announcement.overtime = nil
    let both = [over, row(.tick)]
    #expect(lines(both, 80, keys: true).last?.hasPrefix("space pauses") == true)
  }

  @Test("All keys are explained on request, as far as there is room")
  func allKeys() {
    func help(_ count: Int, width: Int = 80, height: Int = 24) -> [String] {
      let rows = (1...count).map { row("\($0)", 5) }
      let keys = KeyHelp(step: .seconds(300), isWhole: true)
      let frame = Frame(rows: rows, width: width, height: height, style: plain, keys: keys)
      return Array(frame.lines.dropFirst(count))
    }
    #expect(help(1).count == 6)
    #expect(help(1)[2] == "+ -       add or take 5m")
    #expect(help(2)[3] == "↑ ↓ 1-9   select a row")
    #expect(help(2, width: 12)[3] == "↑ ↓ 1-9   s…")
    #expect(help(2, height: 5).count == 3)
    #expect(help(2, height: 3) == ["?         show all keys, or hide them"])
  }

  @Test("The selected row has a mark, and is seen however many rows there are")
  func selected() {
    var rows = (1...30).map { row("\($0)", 60 + $0) }
    for (index, expected) in [
      (0, ["▸ 1  1:01", "  2  1:02", "  3  1:03", "and 27 more"]),
      (2, ["  1  1:01", "  2  1:02", "▸ 3  1:03", "and 27 more"]),
      (29, ["  28 1:28", "  29 1:29", "▸ 30 1:30", "and 27 more"]),
    ] {
      rows[index].isSelected = true
      #expect(lines(rows, 16, height: 4).map { $0.filter { $0 != "━" && $0 != "─" } } == expected)
      rows[index].isSelected = false
    }
    rows[0].isSelected = true
    #expect(lines([rows[0]], 12) == ["1 1:01"])
  }

  @Test("Colours, and their absence")
  func colours() {
    let style = Style(hasColor: true, hasUnicode: true)
    #expect(
      lines([row("Tea", 11)], 21, style: style) == [
        "Tea \u{1B}[1m0:11\u{1B}[0m \u{1B}[33m━━━━━━\u{1B}[0m\u{1B}[2m──────\u{1B}[0m"
      ])
    for (seconds, paint) in [(11, "1"), (10, "1;31"), (1, "1;31")] {
      let line = lines([row(nil, seconds)], 9, style: style)[0]
      #expect(line.hasPrefix("\u{1B}[\(paint)m0:"), "\(seconds)")
    }
    #expect(lines([row(nil, 5, .paused)], 4, style: style) == ["\u{1B}[1m0:05\u{1B}[0m"])
    #expect(!lines([row("Tea", 5)], 80, keys: true).joined().contains("\u{1B}"))
  }

  @Test("Without Unicode the bar is of ASCII")
  func ascii() {
    let style = Style(hasColor: false, hasUnicode: false)
    #expect(
      lines([row("Breakfast", 5)], 40, style: style) == [
        "Breakfast  0:05  ===========------------"
      ])
    #expect(lines([row("Breakfast", 5)], 12, style: style) == ["Brea... 0:05"])
  }

  @Test(
    "A bar is full at the end alone",
    arguments: [(0, "──────────"), (0.05, "╸─────────"), (0.1, "━─────────"), (1, "━━━━━━━━━╸")])
  func bar(_ progress: Double, _ expected: String) {
    let bar = Bar(progress: progress, width: 10, status: .running, style: plain)
    #expect(bar.text == expected)
    let done = Bar(progress: 1, width: 10, status: .done, style: plain)
    #expect(done.text == "━━━━━━━━━━")
  }

  @Test("A shorter face moves nothing")
  func faceWidth() {
    var row = row(nil, 600)
    row.apply(
      Announcement(
        event: .tick, label: nil, remaining: .seconds(599), shown: 599, progress: 0.5, missed: 0,
        at: WallMoment(secondsSince1970: 0)), localTime: utc)
    #expect(lines([row], 18) == [" 9:59 ━━━━━━──────"])
  }

  @Test("The title is of the countdown that ends first")
  func title() {
    func title(_ rows: [Row]) -> String {
      Frame(rows: rows, width: 80, height: 24, style: plain).title
    }
    #expect(title([row("Tea", 179), row("Eggs", 65)]) == "1:05 Eggs")
    #expect(title([row(nil, 179), row("Eggs", 65, .finished)]) == "2:59")
    #expect(title([row("Te\u{7}a", 179, .paused)]) == "paused 2:59 Te?a")
    #expect(title([row("Tea", 0, .finished)]) == "done")
  }

  @Test("A long label is cut short in the title, however many marks it has")
  func longTitle() {
    func title(_ label: String) -> String {
      Frame(rows: [row(label, 5)], width: 80, height: 24, style: plain).title
    }
    let long = String(repeating: "早", count: 5000)
    #expect(title(long) == "0:05 " + String(repeating: "早", count: 29) + "…")
    #expect(
      title(String(repeating: "a", count: 60)).hasSuffix(" " + String(repeating: "a", count: 60)))
    #expect(title("e" + String(repeating: "\u{301}", count: 5000)).unicodeScalars.count == 245)
  }

  @Test("A frame is drawn from where the cursor rests, and leaves it there")
  func drawing() {
    #expect(
      Escape.draw(["a", "b", "c"])
        == "\u{1B}[?7l\r\u{1B}[Ka\n\r\u{1B}[Kb\n\r\u{1B}[Jc\u{1B}[?7h\r\u{1B}[2A")
    #expect(Escape.draw(["a"]) == "\u{1B}[?7l\r\u{1B}[Ja\u{1B}[?7h\r")
  }

  @Test("Large digits stand above the rows if all have room")
  func big() {
    let rows = [row("Tea", 125), row("Eggs", 61)]
    func lines(_ width: Int = 40, _ height: Int = 24, _ rows: [Row]? = nil) -> [String] {
      Frame(
        rows: rows ?? [row("Tea", 125), row("Eggs", 61)], width: width, height: height,
        style: plain, keys: KeyHelp(step: .seconds(60)), isBig: true
      ).lines
    }
    // The countdown that ends first, and the selected one.
    #expect(
      lines().prefix(6) == [
        "    ██      ██████      ██", "    ██  ██  ██  ██      ██", "    ██      ██  ██      ██",
        "    ██  ██  ██  ██      ██", "    ██      ██████      ██", "",
      ])
    var selected = rows
    selected[0].isSelected = true
    #expect(lines(40, 24, selected)[0] == "██████      ██████  ██████")
    #expect(lines().count == 9)
    #expect(lines(40, 9).count == 9)
    #expect(lines(40, 8).count == 3)
    #expect(lines(26).count == 9)
    #expect(lines(25).count == 3)
    #expect(lines(40, 24, [row("Tea", 0, progress: 1, .finished)]).count == 2)
  }

  @Test("Every character of a face has a large form, without Unicode too")
  func bigCharacters() {
    let ascii = Style(hasColor: false, hasUnicode: false)
    #expect(BigFace("+1d 23:45:67.89 0", style: plain)?.lines.count == BigFace.height)
    #expect(BigFace("1", style: ascii)?.lines == Array(repeating: "    ##", count: 5))
    #expect(BigFace("done", style: plain) == nil)
    for character in "0123456789:.+d " {
      let face = BigFace(String(character), style: ascii)
      #expect(face?.lines.allSatisfy { $0.count == face?.width } == true)
    }
  }
}
