import ArgumentParser
import Foundation
import Sandglass
import SandglassCore
import Testing

@testable import sandglass_cli

@Suite("What a command line asks for")
struct InvocationTests {
  private func invocation(_ words: [String]) -> Invocation {
    Invocation(
      words, now: WallMoment(secondsSince1970: 0), localTime: LocalTimeRule { _ in 0 })
  }

  private func change(_ words: [String], _ operation: CountdownOperation) -> Invocation {
    .change(.named(words), operation, isJSON: false)
  }

  @Test("Options may stand anywhere")
  func options() {
    let expected = RunRequest(
      countdowns: [CountdownRequest(label: "Tea", target: .duration(.seconds(60)))],
      milestones: [.remaining(.seconds(10)), .remaining(.milliseconds(500))],
      output: OutputOptions(isJSON: true, isQuiet: true))
    let words = ["--json", "1m", "-m", "10s", "--label", "Tea", "--milestone", "500ms", "-q"]
    #expect(invocation(words) == .run(expected))
  }

  @Test("The first word may be a command; with an equals sign it is a label")
  func commands() {
    #expect(invocation(["list"]) == .list(isJSON: false, isWatched: false))
    #expect(invocation(["list", "--json", "-w"]) == .list(isJSON: true, isWatched: true))
    #expect(invocation(["status"]) == .status(StatusRequest()))
    #expect(
      invocation(["status", "Tea", "--follow", "--json"])
        == .status(StatusRequest(word: "Tea", isJSON: true, follows: true)))
    #expect(
      invocation(["attach", "Tea", "Eggs"]) == .attach(.named(["Tea", "Eggs"]), OutputOptions()))
    #expect(
      invocation(["attach", "--all", "--step", "5m"])
        == .attach(.all, OutputOptions(step: .seconds(300))))
    #expect(
      invocation(["attach", "--json", "my tea", "-q"])
        == .attach(.named(["my tea"]), OutputOptions(isJSON: true, isQuiet: true)))
    #expect(invocation(["cancel", "--", "-x"]) == change(["-x"], .cancel))
    #expect(invocation(["pause", "--all", "--json"]) == .change(.all, .pause, isJSON: true))
    #expect(invocation(["resume", "a", "b"]) == change(["a", "b"], .resume()))
    #expect(invocation(["toggle", "a"]) == change(["a"], .toggle))
    #expect(
      invocation(["extend", "a", "b", "5m"]) == change(["a", "b"], .extend(by: .seconds(300))))
    #expect(
      invocation(["shorten", "--all", "5m"])
        == .change(.all, .shorten(by: .seconds(300)), isJSON: false))
    #expect(invocation(["restart", "a"]) == change(["a"], .startAgain))
    #expect(invocation(["skip", "a"]) == change(["a"], .skip))
    #expect(invocation(["back", "a"]) == change(["a"], .back))
    #expect(invocation(["rename", "a", "b"]) == change(["a"], .setLabel("b")))
    for label in Invocation.commandNames {
      let request = CountdownRequest(label: label, target: .duration(.seconds(180)))
      #expect(invocation(["\(label)=3m"]) == .run(RunRequest(countdowns: [request])))
      #expect(invocation(["3m", "--label", label]) == .run(RunRequest(countdowns: [request])))
    }
  }

  @Test("Phases have names, rounds, and a caption")
  func phases() {
    let plan = PhasePlan([Phase("Work", .seconds(1500)), Phase("Break", .seconds(300))], rounds: 4)
    let words = ["phases", "Work=25m", "Break=5m", "--rounds", "4"]
    func request(_ label: String? = nil, waits: Bool = false) -> CountdownRequest {
      CountdownRequest(
        label: label, target: .phases(plan), caption: "Work/Break", waits: waits)
    }
    #expect(invocation(words) == .run(RunRequest(countdowns: [request()])))
    #expect(
      invocation(words + ["--wait", "-l", "Pomodoro", "--overtime"])
        == .run(RunRequest(countdowns: [request("Pomodoro", waits: true)], countsPastZero: true)))
    #expect(request().name == "Work/Break")
  }

  /// Returns the texts of the first phases, and how many there are.
  private func day(_ words: String...) throws -> (texts: [String], count: Int, later: Duration?) {
    guard
      case .run(let request) = invocation(["phases", "Work=25m", "Break=5m"] + words),
      case .phases(let plan) = request.countdowns[0].target
    else {
      Issue.record("\(words)")
      return ([], 0, nil)
    }
    let texts = (0..<min(10, plan.count)).compactMap { PhasePosition(plan, index: $0)?.text }
    return (texts, plan.count, PhasePosition(plan, index: 0)?.later)
  }

  @Test("Every fourth break is long, or as asked for, also if the last rounds are fewer")
  func longBreaks() throws {
    let eight = try day("--rounds", "8", "--long-break", "15m")
    #expect(
      eight.texts == [
        "Work 1/8", "Break 1/8", "Work 2/8", "Break 2/8", "Work 3/8", "Break 3/8", "Work 4/8",
        "Long break 4/8", "Work 5/8", "Break 5/8",
      ])
    #expect(eight.count == 16 && eight.later == .seconds(60 * (7 * 25 + 6 * 5 + 2 * 15)))
    let three = try day("--rounds", "3", "--long-break", "15m", "--every", "2")
    #expect(
      three.texts == [
        "Work 1/3", "Break 1/3", "Work 2/3", "Long break 2/3", "Work 3/3", "Break 3/3",
      ])
  }

  @Test("Rounds for ever are as many as a plan has, and say neither how many nor when they end")
  func forever() throws {
    let plain = try day("--rounds", "forever")
    #expect(plain.texts.prefix(3) == ["Work 1", "Break 1", "Work 2"])
    #expect(plain.count == 10_000 && plain.later == .zero)
    let long = try day("--rounds", "forever", "--long-break", "15m", "--every", "3")
    #expect(long.texts.suffix(5) == ["Long break 3", "Work 4", "Break 4", "Work 5", "Break 5"])
    #expect(long.count == 9_996)
  }

  @Test("Countdowns pause while the computer sleeps if that is asked for")
  func pauseAsleep() {
    for (words, pauses) in [(["3s", "--pause-asleep"], true), (["3s"], false)] {
      guard case .run(let request) = invocation(words) else {
        Issue.record("\(words)")
        continue
      }
      let ready = ReadyCountdown.all(request)
      #expect(request.pausesAsleep == pauses && ready[0].countdown.options.pausesAsleep == pauses)
    }
  }

  @Test("A stopwatch has a name, or is called so, and an id that is easy to type")
  func stopwatches() {
    #expect(invocation(["stopwatch"]) == .stopwatch("stopwatch", isJSON: false))
    #expect(
      invocation(["stopwatch", "Morning Run", "--json"])
        == .stopwatch("morning-run", isJSON: true))
    for operation in [StopwatchOperation.start, .stop, .lap, .reset] {
      #expect(
        invocation([operation.name, "Run"])
          == .changeStopwatch("run", operation, isJSON: false))
    }
  }

  @Test("Presets are saved and run with the words that follow")
  func presets() {
    #expect(
      invocation(["save", "a", "--", "3s", "--json"]) == .save("a", words: ["3s", "--json"]))
    #expect(invocation(["save", "a", "--remove"]) == .save("a", words: nil))
    #expect(
      invocation(["save", "bad", "phases", "My Work=3"])
        == .refuse(
          "sandglass: two dashes are missing after the name; accepted: sandglass save bad -- phases "
            + "'My Work=3'"))
    #expect(invocation(["run"]) == .runPreset(nil, more: []))
    #expect(invocation(["run", "a", "--json"]) == .runPreset("a", more: ["--json"]))
  }

  @Test("A preset's name starts it; subcommands, durations and labels come first")
  func presetByName() {
    let names = ["tea", "two words", "list", "until", "25m", "a=1s", "-q"]
    func invocation(_ words: String...) -> Invocation {
      Invocation(
        words, now: WallMoment(secondsSince1970: 0), localTime: LocalTimeRule { _ in 0 },
        presets: { names })
    }
    #expect(invocation("tea") == .runPreset("tea", more: []))
    #expect(invocation("two words", "--json") == .runPreset("two words", more: ["--json"]))
    #expect(invocation("list") == .list(isJSON: false, isWatched: false))
    for word in ["25m", "a=1s", "until", "-q"] {
      #expect(invocation(word) == self.invocation([word]), "\(word)")
    }
  }

  @Test("All words after --exec are the program's")
  func exec() {
    let request = CountdownRequest(target: .duration(.seconds(3)))
    func output(_ events: [Reactions.Event]) -> OutputOptions {
      let words = ["say", "--json", "-q"]
      return OutputOptions(
        reactions: Reactions(program: words, events: events, notifies: true))
    }
    #expect(
      invocation(["3s", "--notify", "--exec", "say", "--json", "-q"])
        == .run(RunRequest(countdowns: [request], output: output([.end]))))
    #expect(
      invocation(["3s", "-n", "--exec-on", "phase,milestone", "-e", "say", "--json", "-q"])
        == .run(RunRequest(countdowns: [request], output: output([.phase, .milestone]))))
  }

  @Test("Nothing is kept if that is asked for")
  func noKeep() {
    let request = CountdownRequest(target: .duration(.seconds(3)))
    #expect(
      invocation(["--no-keep", "3s"]) == .run(RunRequest(countdowns: [request], isKept: false)))
  }

  @Test("What is not understood is refused in one line", arguments: Refusals.all)
  func refusals(_ words: [String], _ message: String) {
    #expect(invocation(words) == .refuse("sandglass: " + message))
  }

  @Test("A refusal cannot command the terminal")
  func refusalIsVisible() throws {
    for words in [
      ["\u{1B}[2J\n"], ["--\u{1B}]2;x\u{7}"], ["-\u{9B}"], ["3s", "--label=\u{1B}", "a=1"],
    ] {
      guard case .refuse(let message) = invocation(words) else {
        Issue.record("\(words) was accepted")
        continue
      }
      #expect(message == VisibleText.of(message))
    }
  }

  @Test("The short help names every subcommand and option, and fits on a screen")
  func shortHelp() {
    for words in [[], ["--help"], ["-h"], ["25m", "--help"]] {
      #expect(invocation(words) == .print(SandglassCommand.shortHelp))
    }
    let text = SandglassCommand.shortHelp
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 23)
    #expect(lines.allSatisfy { $0.count <= 80 })
    let words = Set(text.split { !$0.isLetter && $0 != "-" })
    for name in Invocation.commandNames { #expect(words.contains(name[...]), "\(name)") }
    for option in RunArguments.options.components(separatedBy: ", ") {
      #expect(words.contains(option[...]), "\(option)")
    }
  }

  @Test("The whole help has examples, keys and the exit status, fits 80 columns, and is short")
  func help() throws {
    guard case .print(let text) = invocation(["help"]) else {
      Issue.record("no help")
      return
    }
    for words in [
      "OVERVIEW: Count down", "USAGE: sandglass <duration>", "sandglass until 18:00",
      "sandglass Tea=3m Eggs=7m", "  space         pause, or resume", "EXIT STATUS: 0 finished",
      "-l, --label <label>", "--json", "-m, --milestone <duration>", "-q, --quiet", "--version",
      "--no-keep", "KEEPING:", "sandglass list", "sandglass attach Tea", "sandglass cancel Tea",
      "SANDGLASS_STATE_DIR", "XDG_STATE_HOME", "Ctrl-\\,", "-h, --help", "--detach",
    ] {
      #expect(text.contains(words), "\(words)")
    }
    expectWhole(text, SandglassCommand.configuration.discussion)
    #expect(text.count <= 4000)
  }

  /// Expects that no line is too long for a terminal, so that none is torn.
  private func expectWhole(_ help: String, _ discussion: String) {
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= 80 })
    for line in discussion.split(separator: "\n") {
      let isThere = lines.contains(line)
      #expect(isThere, "\(line)")
    }
  }

  @Test("Each command has a help of its own", arguments: Invocation.commandNames)
  func helpOfCommands(_ name: String) {
    guard case .print(let text) = invocation([name, "--help"]) else {
      Issue.record("no help")
      return
    }
    #expect(invocation(["help", name]) == .print(text))
    #expect(text.contains("USAGE: sandglass \(name)"))
    #expect(text.contains("EXIT STATUS: "))
    let command = Invocation.subcommands.first { $0.name == name }
    expectWhole(text, command?.configuration.discussion ?? "none")
  }

  @Test("A milestone is a remaining time, an elapsed time or a percentage")
  func kindsOfMilestones() {
    let expected: [(String, Milestone, String)] = [
      ("90s", .remaining(.seconds(90)), "1m30s"), ("+90s", .elapsed(.seconds(90)), "+1m30s"),
      ("50%", .progress(0.5), "50%"), ("12.5%", .progress(0.125), "12.5%"),
    ]
    for (word, milestone, text) in expected {
      guard case .run(let request) = invocation(["3m", "-m", word]) else {
        Issue.record("\(word)")
        continue
      }
      #expect(request.milestones == [milestone])
      #expect(MilestoneWords.text(milestone) == text)
    }
  }

  @Test("A milestone that is no shorter than every countdown is told to be never reached")
  func untoldMilestones() {
    for (words, untold) in [
      (["3m", "-m", "5m", "-m", "1m"], ["5m"]), (["3m", "-m", "3m"], ["3m"]),
      (["Tea=3m", "Eggs=7m", "-m", "5m"], []), (["until", "0:01", "-m", "1h"], ["1h"]),
      (["phases", "A=5m", "B=1m", "-m", "2m"], []), (["3m", "-m", "+3m", "-m", "99%"], ["+3m"]),
    ] {
      guard case .run(let request) = invocation(words) else {
        Issue.record("\(words)")
        continue
      }
      #expect(
        request.notes(at: WallMoment(secondsSince1970: 0))
          == untold.map {
            "the milestone \($0) is not told unless a countdown is extended, because none is longer"
          })
    }
  }

  @Test("The version and completions are printed")
  func versionAndCompletions() {
    #expect(invocation(["--version"]) == .print("0.1.0"))
    for shell in CompletionScript.allCases {
      #expect(
        invocation(["--generate-completion-script", shell.rawValue]) == .print(shell.text))
    }
  }
}
