import Foundation

/// Runs one measured program in its own process and prints its figures, one per line. `Benchmarks/run` starts it.
///
/// Usage: `Measure WORKLOAD ENGINE COUNT SECONDS [ROUNDS]`.
@main
struct Measure {
  @MainActor
  static func main() async {
    guard let request = Request(CommandLine.arguments.dropFirst()) else {
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
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(EXIT_FAILURE)
  }
}
