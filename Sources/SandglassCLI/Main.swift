import Dispatch
import Sandglass

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Where the program begins.
@main
@MainActor
enum Main {
  /// Kept for as long as the process lives: the countdowns hold what they tell weakly.
  private static var run: Run?

  static func main() {
    let words = Array(CommandLine.arguments.dropFirst())
    switch Invocation(words, now: WallClock.now, localTime: .system) {
    case .run(let request):
      start(request)
      dispatchMain()
    case .print(let text):
      Output.standard.write(line: text)
      exit(0)
    case .refuse(let message):
      Output.error.write(line: message)
      exit(Invocation.refusalStatus)
    }
  }

  private static func start(_ request: RunRequest) {
    for note in request.countdowns.compactMap(\.note) {
      Output.error.write(line: "sandglass: " + VisibleText.of(note))
    }
    let run = Run(request, on: .standard)
    Self.run = run
    run.start()
  }
}
