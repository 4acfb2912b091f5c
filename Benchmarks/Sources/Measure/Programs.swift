/// Something that measures, in a process of its own.
typealias Program = @MainActor @Sendable (Request) async -> Figures

/// All measured programs, by what is done with the timers and whose they are.
@MainActor
enum Programs {
  private static let all: [String: [String: Program]] = [
    "outstanding": OutstandingPrograms.all,
    "contention": OutstandingPrograms.contention,
    "endurance": OutstandingPrograms.endurance,
    "firing": FiringPrograms.all,
    "live": LivePrograms.all,
    "life": LifePrograms.all,
    "board": BoardProgram.all,
    "lateness": LatenessPrograms.all,
    "process": ProcessProgram.all,
    "sleep": SleepPrograms.all,
  ]

  /// The program of that name.
  static func named(_ workload: String, _ engine: String) -> Program? {
    all[workload]?[engine]
  }
}
