import Foundation

/// Runs one measured program in its own process and prints its figures, one per line. Without the name of a workload, runs
/// the rows.
///
/// Usage: `Measure WORKLOAD ENGINE COUNT SECONDS [ROUNDS]`, or `Measure [OPTIONS]`.
@main
struct Measure {
  @MainActor
  static func main() async {
    let words = CommandLine.arguments.dropFirst()
    guard let first = words.first, !first.hasPrefix("--") else { return Rows.run(words) }
    guard let request = Request(words) else {
      stop("Usage: Measure WORKLOAD ENGINE COUNT SECONDS [ROUNDS]")
    }
    guard let program = Programs.named(request.workload, request.engine) else {
      stop("There is no program \(request.workload) \(request.engine).")
    }
    let figures = await program(request)
    print(figures.text)
    // Exit without returning, because freeing a million timers one by one takes a while.
    exit(EXIT_SUCCESS)
  }

  static func stop(_ message: String) -> Never {
    log(message)
    exit(EXIT_FAILURE)
  }
}
