import Sandglass
import SandglassServer

/// The tables that the example prints.
struct Report {
  let visits: [Visit]

  func write() {
    writeScreens()
    writeOrders()
    writeTravel()
  }

  private func writeScreens() {
    print("When the screens closed, in ms before the end, by the server's clock:\n")
    row("path", "phones", "last", "median", "first", "widest bound", "by the phone's own clock")
    for path in Path.all {
      let group = visits.filter { $0.plan.path.name == path.name }
      let early = group.map(\.closedEarly).sorted()
      guard let last = early.first, let first = early.last else { continue }
      let own = group.map(\.screen.ownRemaining).map { $0 / .seconds(1) }
      row(
        path.name, "\(group.count)", milliseconds(last), milliseconds(early[early.count / 2]),
        milliseconds(first), milliseconds(group.map(\.screen.bound).max() ?? .zero),
        "\(Int(-(own.min() ?? 0))) s early to \(Int(own.max() ?? 0)) s late")
    }
    let delivered = visits.map(\.screen.delivered).max() ?? .zero
    print("\nThe slowest callback ran \(milliseconds(delivered)) ms after its deadline (load).\n")
  }

  private func writeOrders() {
    print("The requests to buy, by the instant at which the server received them:\n")
    row("answer", "requests", "ms after the end", "", "", "", "reason")
    for judgement in [Judgement.inTime, .unknown, .late] {
      let group = visits.filter { $0.order.answer?.judgement == judgement }
      row(
        title(of: judgement), "\(group.count)", span(group.compactMap(\.receivedAfterEnd)), "", "",
        "", reason(for: judgement))
    }
    for (reason, group) in Dictionary(grouping: visits, by: { $0.order.refusal ?? "" })
    where reason != "" {
      row("refused, 400", "\(group.count)", "", "", "", "", reason)
    }
  }

  private func writeTravel() {
    print("\nThe same requests, by the time that they took:\n")
    row("took", "requests", "accepted", "unknown", "late", "refused, 400", "")
    let groups = Dictionary(grouping: visits) { $0.plan.requestTakes <= Plan.grace }
    for (title, group) in [("up to the grace", groups[true]), ("more", groups[false])] {
      let group = group ?? []
      func count(_ judgement: Judgement) -> String {
        "\(group.count { $0.order.answer?.judgement == judgement })"
      }
      row(
        title, "\(group.count)", count(.inTime), count(.unknown), count(.late),
        "\(group.count { $0.order.refusal != nil })", "")
    }
    print("")
  }

  private func title(of judgement: Judgement) -> String {
    switch judgement {
    case .inTime: "accepted"
    case .late: "refused, late"
    case .unknown: "unknown"
    case .early: "refused, early"
    }
  }

  private func reason(for judgement: Judgement) -> String {
    let grace = milliseconds(Plan.grace)
    let uncertainty = milliseconds(visits.map(\.order.uncertainty).max() ?? .zero)
    return switch judgement {
    case .inTime: "certainly before the end + \(grace) ms"
    case .late: "certainly at or after the end + \(grace) ms"
    case .unknown, .early: "within \(uncertainty) ms of the end + \(grace) ms"
    }
  }

  private func span(_ durations: [Duration]) -> String {
    guard let least = durations.min(), let most = durations.max() else { return "-" }
    return "\(milliseconds(least)) to \(milliseconds(most))"
  }

  private func milliseconds(_ duration: Duration) -> String {
    let tenths = Int((duration / .microseconds(100)).rounded())
    let sign = tenths < 0 ? "-" : ""
    return "\(sign)\(tenths.magnitude / 10).\(tenths.magnitude % 10)"
  }

  private func row(_ cells: String...) {
    let widths = [24, 9, 17, 9, 8, 13, 0]
    let line = zip(cells, widths).map { cell, width in
      cell + String(repeating: " ", count: max(1, width - cell.count))
    }
    print(line.joined())
  }
}
