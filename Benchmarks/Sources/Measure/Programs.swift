/// A measurement that runs in its own process.
typealias Program = @MainActor @Sendable (Request) async -> Figures

/// All measured programs, by workload and engine.
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

  /// Returns the program with the given name.
  static func named(_ workload: String, _ engine: String) -> Program? {
    all[workload]?[engine]
  }
}
