/// A duration in milliseconds, to a hundredth or to the given number of decimals.
func milliseconds(_ duration: Duration, decimals: Int = 2) -> String {
  let scale = (0..<decimals).reduce(1) { power, _ in power * 10 }
  let parts = Int((duration / .milliseconds(1) * Double(scale)).rounded())
  let fraction = String(abs(parts) % scale)
  let zeros = String(repeating: "0", count: decimals - fraction.count)
  return "\(parts < 0 ? "−" : "")\(abs(parts) / scale).\(zeros)\(fraction)"
}

/// A share in percent, which is never rounded up to 100 %.
func percent(_ part: Int, of whole: Int) -> String {
  guard whole > 0 else { return "–" }
  if part == whole { return "100 %" }
  let hundredths = min(9999, part * 10_000 / whole)
  let fraction = hundredths % 100
  return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) %"
}

/// A number with thousands separators.
func grouped(_ number: Int) -> String {
  var digits = String(number)
  var groups: [String] = []
  while digits.count > 3 {
    groups.insert(String(digits.suffix(3)), at: 0)
    digits.removeLast(3)
  }
  return ([digits] + groups).joined(separator: ",")
}
