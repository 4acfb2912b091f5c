/// A goal and its result.
struct Goal {
  let number: String
  let what: String
  let goal: String
  let measured: String
  let isMet: Bool

  var row: String {
    "| \(number) | \(what) | \(goal) | \(measured) | \(isMet ? "met" : "**missed**") |"
  }
}
