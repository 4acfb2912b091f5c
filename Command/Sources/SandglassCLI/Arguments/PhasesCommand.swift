import ArgumentParser
import Sandglass
import SandglassCore

/// The arguments after `phases`.
struct PhasesCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "sandglass phases",
    abstract: "Count down phases, such as work and breaks, one after the other.",
    usage: "sandglass phases <name>=<duration> ... [--rounds <number>] [<options>]",
    discussion: """
      EXAMPLES:
        sandglass phases Work=25m Break=5m --rounds 4 --label Pomodoro
        sandglass phases Warm=5m Run=20m Cool=5m --wait

      The end of each phase is told, with a bell on a terminal. The keys s and b skip
      a phase and go back, as "sandglass skip" and "sandglass back" do elsewhere.
      With --wait, each phase after the first begins paused, unless the one before it
      was skipped. This works while the program runs.

      In JSON, each object also has phase, round and rounds, and the event phase
      tells the end of a phase: its members ended and next are names, or null.

      EXIT STATUS: as for other countdowns.
      """)
  static let options = "--rounds, --wait, " + RunArguments.options + ", --help"

  @Argument(help: ArgumentHelp("The phases of one round, in order.", valueName: "phase"))
  var words: [String] = []

  @Option(name: .shortAndLong, help: ArgumentHelp("How many rounds.", valueName: "number"))
  var rounds: String?

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
    let number = try roundCount()
    guard phases.count * number <= PhasePlan.limit else {
      throw UsageError(
        "\(phases.count) phases in \(number) rounds are too many; accepted: \(PhasePlan.limit) in "
          + "all"
      )
    }
    return PhasePlan(phases, rounds: number)
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

  private func roundCount() throws(UsageError) -> Int {
    guard let rounds else { return 1 }
    guard let number = Int(rounds), (1...PhasePlan.limit).contains(number) else {
      throw UsageError(
        "--rounds \"\(rounds)\" is no number of rounds; accepted: 1 to \(PhasePlan.limit)")
    }
    return number
  }
}
