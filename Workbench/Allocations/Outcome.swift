import Foundation

/// The number of allocations in one round of an operation, and the number that is allowed.
struct Outcome {
  let name: String
  let counted: Double
  let allowed: Double

  /// Prints a line and returns whether the number is within the limit.
  func report() -> Bool {
    let hasPassed = counted <= allowed
    let figures = String(format: "%.5f, %.5f allowed", counted, allowed)
    print("\(hasPassed ? "passed" : "FAILED")  \(figures)  \(name)")
    return hasPassed
  }
}
