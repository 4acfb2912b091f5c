/// A measured program with a number of timers.
struct Subject: Hashable {
  let workload: Workload
  let engine: String
  let count: Int

  init(_ workload: Workload, _ engine: String, _ count: Int) {
    self.workload = workload
    self.engine = engine
    self.count = count
  }
}

extension Subject: CustomStringConvertible {
  var description: String { "\(workload.rawValue) \(engine) \(count.grouped)" }
}

extension Int {
  /// The number with thousands separators: `1,000,000`.
  var grouped: String {
    var text = ""
    for (place, digit) in String(self).reversed().enumerated() {
      if place > 0, place % 3 == 0, digit != "-" { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }
}
