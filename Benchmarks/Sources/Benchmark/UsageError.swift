/// A command line that asks for nothing there is.
struct UsageError: Error, CustomStringConvertible {
  let description: String

  init(_ fault: String) {
    description = """
      \(fault)
      Usage: Benchmarks/run [--json] [--quick] [--only P1,P2] [--repetitions 7]
      """
  }
}
