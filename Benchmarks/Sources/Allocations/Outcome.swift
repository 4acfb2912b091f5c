import Foundation

/// How many allocations were counted for one round of an operation, and how many are allowed.
struct Outcome {
  let name: String
  let counted: Double
  let allowed: Double

  /// Prints a line and answers whether no more were counted than are allowed.
  func report() -> Bool {
    let hasPassed = counted <= allowed
    let figures = String(format: "%.5f, %.5f allowed", counted, allowed)
    print("\(hasPassed ? "passed" : "FAILED")  \(figures)  \(name)")
    return hasPassed
  }
}
