/// A row of goals.
enum Row: String, CaseIterable, Codable {
  case p1 = "P1"
  case p2 = "P2"
  case p3 = "P3"
  case p4 = "P4"
  case p5 = "P5"
  case p6 = "P6"
  case p7 = "P7"
  case p8 = "P8"
  case p9 = "P9"
  case p10 = "P10"
  case p11 = "P11"

  /// The subject of the row.
  var title: String {
    switch self {
    case .p1: "the timing wheel"
    case .p2: "the timekeeper, with a number or a closure for each timer"
    case .p3: "the timekeeper, from two threads at once"
    case .p4: "firing: all due within one second"
    case .p5: "live countdowns, ticking once a second"
    case .p6: "the life of a countdown"
    case .p7: "a board on the main actor"
    case .p8: "lateness of a repeating timer, every 10 ms"
    case .p9: "growth"
    case .p10: "sandglass --help as a process"
    case .p11: "sleeping: what it adds to a task that merely waits"
    }
  }
}
