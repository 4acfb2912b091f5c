import ArgumentParser
import Sandglass
import SandglassCore

/// The arguments after `phases`.
struct PhasesCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass phases",
    abstract: "Count down phases, such as work and breaks, one after the other.",
    usage: """
      sandglass phases <name>=<duration> ... [--rounds <number>|forever]
                       [--long-break <duration> [--every <number>]] [<options>]
      """,
    discussion: """
      EXAMPLES:
        sandglass phases Work=25m Break=5m --rounds 4 --label Pomodoro
        sandglass phases Work=25m Break=5m --rounds forever --long-break 15m
        sandglass phases Warm=5m Run=20m Cool=5m --wait

      The end of each phase is told, with a bell on a terminal. The keys s and b skip
      a phase and go back, as "sandglass skip" and "sandglass back" do elsewhere.
      With --wait, each phase after the first begins paused, unless the one before it
      was skipped. This works while the program runs.

      With --long-break, the last phase of every fourth round, or of as many as
      --every says, is the long one. For ever is until 10,000 phases have passed.

      In JSON, each object also has phase, round and rounds, and the event phase
      tells the end of a phase: its members ended and next are names, or null.

      EXIT STATUS: as for other countdowns.
      """)
  static let options =
    "--rounds, --long-break, --every, --wait, " + RunArguments.options + ", --help"

  @Argument(help: ArgumentHelp("The phases of one round, in order.", valueName: "phase"))
  var words: [String] = []

  @Option(
    name: .shortAndLong, help: ArgumentHelp("How many rounds, or forever.", valueName: "number"))
  var rounds: String?

  @Option(help: ArgumentHelp("How long some breaks are.", valueName: "duration"))
  var longBreak: String?

  @Option(
    help: ArgumentHelp("After how many rounds the break is long: 4.", valueName: "number"))
  var every: String?

  @Flag(name: .shortAndLong, help: "Pause at the beginning of each further phase.")
  var wait = false

  @OptionGroup var run: RunArguments

  func invocation() throws(UsageError) -> Invocation {
    let plan = try plan()
    let names = plan.phases.map(\.name).joined(separator: "/")
    let request = CountdownRequest(
      label: try run.checkedLabel(), target: .phases(plan), caption: names, waits: wait)
    return .run(try run.request([request]))
  }

  private func plan() throws(UsageError) -> PhasePlan {
    var phases: [Phase] = []
    for word in words { phases.append(try phase(word)) }
    guard !phases.isEmpty else {
      throw UsageError("there are no phases; accepted: sandglass phases Work=25m Break=5m")
    }
    let repeated = try repeated(phases)
    let every = repeated.count / phases.count
    // For ever ends where a plan ends, after whole repetitions.
    let number =
      rounds == "forever"
      ? max(1, PhasePlan.limit / repeated.count) * every : try count(rounds, "--rounds") ?? 1
    guard phases.count * max(number, every) <= PhasePlan.limit else {
      throw UsageError(
        "\(phases.count) phases in \(max(number, every)) rounds are too many; accepted: "
          + "\(PhasePlan.limit) in all"
      )
    }
    if number.isMultiple(of: every) { return PhasePlan(repeated, rounds: number / every) }
    let all = (0..<phases.count * number).map { repeated[$0 % repeated.count] }
    return PhasePlan(all)
  }

  /// Returns the phases of the rounds of which the last one ends with a long break; those of one round without it.
  private func repeated(_ phases: [Phase]) throws(UsageError) -> [Phase] {
    let every = try count(self.every, "--every")
    guard let longBreak else {
      if every == nil { return phases }
      throw UsageError("--every needs a break; accepted: --long-break 15m --every 4")
    }
    guard phases.count > 1 else {
      throw UsageError(
        "--long-break needs a break that it replaces; accepted: sandglass phases Work=25m Break=5m")
    }
    let duration = try CountdownWords.duration(longBreak)
    guard duration > .zero else {
      throw UsageError("the long break \"\(longBreak)\" has no duration; accepted: more than 0")
    }
    let rounds = Array(repeatElement(phases, count: every ?? 4).joined())
    return rounds.dropLast() + [Phase("Long break", duration)]
  }

  private func phase(_ word: String) throws(UsageError) -> Phase {
    guard let equals = word.lastIndex(of: "="), equals > word.startIndex else {
      throw UsageError("the phase \"\(word)\" has no name; accepted: Work=25m")
    }
    let text = String(word[word.index(after: equals)...])
    let duration = try CountdownWords.duration(text)
    guard duration > .zero else {
      throw UsageError("the phase \"\(word)\" has no duration; accepted: more than 0")
    }
    return Phase(String(word[..<equals]), duration)
  }

  /// Returns the number that an option has; nil if it was not given.
  private func count(_ text: String?, _ option: String) throws(UsageError) -> Int? {
    guard let text else { return nil }
    guard let number = Int(text), (1...PhasePlan.limit).contains(number) else {
      let forever = option == "--rounds" ? ", or forever" : ""
      throw UsageError(
        "\(option) \"\(text)\" is no number of rounds; accepted: 1 to \(PhasePlan.limit)" + forever)
    }
    return number
  }
}
