import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTestSupport
import SandglassTesting
import Testing

@testable import sandglass_cli

@Suite("The log")
struct LogTests {
  private let utc = LocalTimeRule { _ in 0 }

  private func moment(_ second: Int64) -> WallMoment { WallMoment(secondsSince1970: second) }

  private func announcement(
    _ event: Announcement.Event, at second: Int64, left: Int = 0, progress: Double = 0
  ) -> Announcement {
    Announcement(
      event: event, label: "Tea", remaining: .seconds(left), shown: left, progress: progress,
      missed: 0, at: moment(second), id: "tea")
  }

  /// Returns the entries that announcements lead to.
  private func entries(_ announcements: [Announcement]) -> [LogEntry] {
    var span = LogSpan()
    return announcements.compactMap { span.apply($0, name: "x") }
  }

  private func entry(
    _ outcome: LogEntry.Outcome = .finished, phase: String? = nil, from start: Int64? = nil,
    to end: Int64, ran: Int? = nil, paused: Int? = nil, id: String = "tea", label: String? = "Tea"
  ) -> LogEntry {
    LogEntry(
      id: id, label: label, phase: phase, started: start.map(moment), ended: moment(end),
      ran: ran.map { .seconds($0) }, paused: paused.map { .seconds($0) }, outcome: outcome)
  }

  @Test("A countdown is in it once it has ended, with what it ran and how long it was paused")
  func spans() {
    let start = announcement(.started, at: 100)
    let pauses = [
      start, announcement(.paused, at: 110), announcement(.resumed, at: 140),
      announcement(.tick, at: 150), announcement(.paused, at: 160),
    ]
    #expect(
      entries([start, announcement(.finished, at: 160)])
        == [entry(from: 100, to: 160, ran: 60, paused: 0)])
    #expect(
      entries(pauses + [announcement(.cancelled, at: 165)])
        == [entry(.cancelled, from: 100, to: 165, ran: 30, paused: 35)])
    #expect(
      entries([start, announcement(.restarted, at: 130), announcement(.finished, at: 190)])
        == [entry(from: 130, to: 190, ran: 60, paused: 0)])
    // What a process past zero stops has finished before.
    let over = [announcement(.finished, at: 160), announcement(.stopped, at: 200)]
    #expect(entries([start] + over).count == 1)
    #expect(entries([start, over[0], announcement(.cancelled, at: 200)]).count == 1)
    // It goes on in its record, and another process sees its end.
    #expect(entries([start, announcement(.kept, at: 150)]).isEmpty)
    // The clock was set back.
    #expect(entries([start, announcement(.finished, at: 50)])[0].ran == .zero)
  }

  @Test("Of a countdown that another process has begun, what had run by then is counted")
  func attached() {
    let attached = announcement(.attached, at: 100, left: 30, progress: 0.5)
    #expect(
      entries([attached, announcement(.finished, at: 130)]) == [entry(to: 130, ran: 60, paused: 0)])
    for progress in [0, 1, 2, Double.nan, -Double.infinity] {
      let odd = announcement(.attached, at: 100, left: 30, progress: progress)
      #expect(entries([odd, announcement(.finished, at: 130)])[0].ran == .seconds(30))
    }
    #expect(entries([announcement(.finished, at: 130)]) == [entry(to: 130)])
  }

  @Test("What the computer sleeps has run, or is a pause if the countdown pauses meanwhile")
  @MainActor
  func asleep() {
    for (pausesAsleep, ran, paused) in [(true, 60, 3630), (false, 3660, 30)] {
      let time = VirtualTime()
      let start = time.wallNow
      let countdown = Countdown(
        .seconds(pausesAsleep ? 60 : 3660), options: CountdownOptions(pausesAsleep: pausesAsleep),
        on: time.timekeeper)
      var span = LogSpan()
      var entries: [LogEntry] = []
      var asleep = { Duration.zero }
      let running = RunningCountdown(
        ReadyCountdown(label: "Tea", countdown: countdown, target: .duration(.seconds(60))),
        ticks: false
      ) { announcement in
        if let entry = span.apply(announcement, name: "tea", asleep: asleep()) {
          entries.append(entry)
        }
      }
      asleep = { running.asleep }
      running.start()
      running.announceStart()
      time.advance(by: .seconds(20))
      time.sleepDevice(for: .seconds(3600))
      time.advance(by: .seconds(10))
      countdown.pause()
      // A sleep in a pause is a pause, and is counted once.
      time.sleepDevice(for: .seconds(30))
      countdown.resume()
      time.advance(by: .seconds(30))
      #expect(
        entries == [
          LogEntry(
            id: "tea", label: "Tea", phase: nil, started: start, ended: time.wallNow,
            ran: .seconds(ran), paused: .seconds(paused), outcome: .finished)
        ])
    }
  }

  @Test("A clock that is set while the computer sleeps makes no time negative")
  func oddSleep() {
    for (slept, ran, paused) in [(90, 0, 60), (-5, 60, 0), (60, 0, 60)] {
      var span = LogSpan()
      #expect(
        span.apply(announcement(.started, at: 100), name: "x", asleep: .seconds(1000)) == nil)
      #expect(
        span.apply(
          announcement(.finished, at: 160), name: "x", asleep: .seconds(1000 + slept))
          == entry(from: 100, to: 160, ran: ran, paused: paused))
    }
  }

  @Test("Each phase is in it, and the countdown of phases is not; what was skipped is told apart")
  func phases() {
    var span = LogSpan()
    func end(_ name: String, _ next: String?, at second: Int64) -> Announcement {
      var end = announcement(.phase, at: second)
      end.step = PhaseStep(ended: name, next: next)
      return end
    }
    #expect(span.apply(announcement(.started, at: 0), name: "x") == nil)
    #expect(
      span.apply(end("Work", "Break", at: 60), name: "x")
        == entry(phase: "Work", from: 0, to: 60, ran: 60, paused: 0))
    #expect(
      span.apply(end("Break", nil, at: 70), name: "x", ended: moment(65), isSkipped: true)
        == entry(.skipped, phase: "Break", from: 60, to: 65, ran: 5, paused: 0))
    #expect(span.apply(announcement(.finished, at: 70), name: "x") == nil)
  }

  @Test("A line is read as it was written, whatever the names are; a name is cut short")
  func lines() {
    let names = ["Tea", "a\n\"b\" \\ \u{1B}]2;x\u{7}", "", "早餐"]
    for name in names {
      for entry in [
        entry(phase: name, from: 5, to: 9, ran: 4, paused: 0, id: name, label: name),
        entry(.skipped, to: 9, label: nil),
      ] {
        #expect(LogEntry(line: entry.line) == entry)
        #expect(entry.line == VisibleText.of(entry.line))
      }
    }
    let long = entry(to: 9, id: String(repeating: "x", count: 100_000))
    #expect(LogEntry(line: long.line)?.id.count == 200)
  }

  @Test(
    "What is no entry is not read",
    arguments: [
      "", "{", "[]", "null", "{}", #"{"id":"a","outcome":"finished"}"#,
      #"{"id":"a","outcome":"done","ended":"2026-11-28T10:00:00Z"}"#,
      #"{"id":7,"outcome":"finished","ended":"2026-11-28T10:00:00Z"}"#,
      #"{"id":"a","outcome":"finished","ended":"yesterday"}"#,
    ])
  func damaged(_ line: String) {
    #expect(LogEntry(line: line) == nil)
  }

  @Test("A time that nothing can have is unknown", arguments: ["-1", "1e30", "1e100", "\"5\""])
  func oddTimes(_ ran: String) {
    let line = #"{"id":"a","outcome":"finished","ended":"2026-11-28T10:00:00Z","ran":\#(ran)}"#
    #expect(LogEntry(line: line).map { $0.ran } == .some(nil))
  }

  @Test("It is kept small: the older half is left out, at the beginning of a line")
  func bounded() {
    let line = entry(to: 9, ran: 4).line + "\n"
    let count = LogFile.sizeLimit / line.utf8.count
    let text = String(repeating: line, count: count)
    #expect(LogFile.bounded(text) == text)
    let halved = LogFile.bounded(text + line)
    #expect(halved.utf8.count <= LogFile.sizeLimit / 2 && halved.hasPrefix("{"))
    #expect(halved.utf8.count > LogFile.sizeLimit / 2 - line.utf8.count * 2)
    #expect(LogFile.bounded(String(repeating: "x", count: LogFile.sizeLimit + 1)) == "")
  }

  @Test("People see how often and how long, by day, label and phase; names cannot control it")
  func summary() {
    let day: Int64 = 86_400
    let found = [
      entry(to: 100, ran: 60), entry(.cancelled, to: 200, ran: 5, paused: 90),
      entry(to: day, ran: 60), entry(phase: "Wo\u{1B}rk", to: day + 1, ran: 1500, label: nil),
      entry(phase: "Wo\u{1B}rk", to: day + 9, ran: 1500, label: nil),
    ]
    #expect(
      LogSummary(entries: found, localTime: utc).lines() == [
        "DAY         LABEL  DONE   TIME  PHASE  PAUSED  CANCELLED",
        "1970-01-01  Tea    1      1:05  -      1:30    1",
        "1970-01-02  Tea    1      1:00  -      0:00    0",
        "1970-01-02  tea    2     50:00  Wo?rk  0:00    0",
      ])
    let few = LogSummary(entries: [found[0]], localTime: utc)
    #expect(few.lines() == ["DAY         LABEL  DONE  TIME", "1970-01-01  Tea    1     1:00"])
    let all = LogSummary(entries: found, localTime: utc)
    #expect(all.today("Wo\u{1B}rk", of: "tea", now: moment(day + 50)) == 2)
    #expect(all.today("Wo\u{1B}rk", of: "tea", now: moment(50)) == 0)
  }

  @Test("status says how often the first phase was done today")
  func today() throws {
    let format = try StatusFormat(parsing: "{today}/{rounds}")
    #expect(format.needsLog && !StatusFormat.standard.needsLog)
    let work = entry(phase: "Work", to: 100)
    let others = [
      entry(.skipped, phase: "Work", to: 200), entry(phase: "Break", to: 300),
      entry(phase: "Work", to: -1), entry(phase: "Work", to: 400, id: "other"),
    ]
    let phase = PhasePosition(name: "Break", round: 1, rounds: nil, later: .zero, first: "Work")
    let kept = KeptCountdown(
      id: "tea", label: "Tea", state: .paused(remaining: .zero), certainty: .exact, phase: phase)
    #expect(
      format.line(.countdown(kept), now: moment(500), localTime: utc, log: [work, work] + others)
        == "2/forever")
  }

  @Test(
    "The environment names the file",
    arguments: [
      ([:], nil), (["HOME": "/h"], "/h/.local/state/sandglass.log"),
      (["SANDGLASS_STATE_DIR": "/s/x//"], "/s/x.log"),
      (["SANDGLASS_LOG": "mine", "HOME": "/h"], "mine"),
      (["SANDGLASS_LOG": "/dev/null", "HOME": "/h"], nil),
    ] as [([String: String], String?)])
  func path(_ variables: [String: String], _ expected: String?) throws {
    #expect(try LogFile.inEnvironment { variables[$0] }?.path == expected)
  }

  @Test("It is written and shown, each end once; --no-log and --no-keep keep out of it", .programs)
  func program() throws {
    let folder = TemporaryFolder.ofRecords
    let place = try TemporaryFolder.made()
    defer { withExtendedLifetime(place) {} }
    let log = place.path + "/log"
    func run(_ words: String..., status: Int32 = 0, log: String = log) throws -> Program {
      let program = try Program(words, environment: ["SANDGLASS_LOG": log], keptIn: folder)
      #expect(try program.finish() == status)
      return program
    }
    #expect(try run("log").output == "nothing has ended yet\n")
    for option in ["--no-log", "--no-keep"] { _ = try run("0s", option) }
    #expect(try run("log", "--json").output == "")
    _ = try run("0s", "--label", "Tea")
    _ = try run("phases", "Work=1ms", "Break=1ms", "-l", "Pom")
    let json = try run("log", "--json").output
    #expect(json.split(separator: "\n").count == 3, "\(json)")
    #expect(json.contains(#","label":"Pom","phase":"Break","started":"2"#), "\(json)")
    #expect(try run("log").output.contains("Tea    1"))
    // A countdown that several processes show and a third one cancels.
    let shown = try (0..<2).map { index in
      let words = index == 0 ? ["1h", "--label", "Eggs"] : ["attach", "Eggs"]
      let program = try Program(words, environment: ["SANDGLASS_LOG": log], keptIn: folder)
      try program.expect(":")
      #expect(poll { folder.names.contains("eggs.json") })
      return program
    }
    _ = try run("cancel", "Eggs")
    for program in shown { #expect(try program.finish() == 130) }
    #expect(try run("log", "--json").output.ranges(of: #""outcome":"cancelled""#).count == 1)
    // Damaged lines are said, and the others are shown.
    try TextFile.change(log) { ($0 ?? "") + "{\u{1B}\n" }
    let damaged = try run("log")
    #expect(damaged.errors.hasSuffix("has 1 lines that are no entries of a log\n"))
    #expect(damaged.output.contains("Tea    1"))
  }

  @Test("A log that cannot be written or read is said, and stops nothing", .programs)
  func failures() throws {
    let folder = TemporaryFolder.ofRecords
    let place = try TemporaryFolder.made()
    defer { withExtendedLifetime(place) {} }
    let path = place.path
    for (log, reason) in [
      (path, "is not a file; accepted: a text file"),
      ("/dev/null/x", "has no folder: Not a directory"),
    ] {
      let program = try Program(["0s"], environment: ["SANDGLASS_LOG": log], keptIn: folder)
      #expect(try program.finish() == 0)
      #expect(program.output == "done\n")
      #expect(program.errors == "sandglass: not logged: the file \"\(log)\" \(reason)\n")
    }
    let shown = try Program(["log"], environment: ["SANDGLASS_LOG": path], keptIn: folder)
    #expect(try shown.finish() == 74)
    #expect(shown.errors.contains("is not a file"))
    #expect(folder.names.isEmpty)
  }
}
