/// An error for a command line that is not valid.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ fault: String) {
    description = """
      \(fault)
      Usage: Benchmarks/run [--json] [--quick] [--only P1,P2] [--repetitions 7]
      """
  }
}
