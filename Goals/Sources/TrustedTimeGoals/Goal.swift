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

/// Formats a duration in milliseconds, with two decimal places.
func milliseconds(_ duration: Duration) -> String {
  let hundredths = Int((duration / .milliseconds(1) * 100).rounded())
  let fraction = String(abs(hundredths) % 100)
  let sign = hundredths < 0 ? "−" : ""
  return "\(sign)\(abs(hundredths) / 100).\(fraction.count < 2 ? "0" : "")\(fraction)"
}

/// Formats a share in percent. A share of less than 100 % is never rounded up to 100 %.
func percent(_ part: Int, of whole: Int) -> String {
  guard whole > 0 else { return "–" }
  if part == whole { return "100 %" }
  let hundredths = min(9999, part * 10_000 / whole)
  let fraction = hundredths % 100
  return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) %"
}

/// Formats a number with thousands separators.
func grouped(_ number: Int) -> String {
  var digits = String(number)
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return ([digits] + groups).joined(separator: ",")
}
