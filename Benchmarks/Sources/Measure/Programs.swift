/// Something that measures, in a process of its own.
typealias Program = @MainActor @Sendable (Request) async -> Figures

/// All measured programs, by what is done with the timers and whose they are.
enum Programs {
  private static let all: [String: [String: Program]] = [
    "outstanding": OutstandingPrograms.all
  ]

  /// The program of that name.
  static func named(_ workload: String, _ engine: String) -> Program? {
    all[workload]?[engine]
  }
}
