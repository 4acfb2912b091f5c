/// The results of a benchmark.
struct Report {
  let machine: Machine
  let plan: Plan
  let samples: Samples
  let outcomes: [Outcome]

  init(_ options: Options, _ plan: Plan, _ samples: Samples) {
    machine = Machine()
    self.plan = plan
    self.samples = samples
    outcomes = plan.lines.map { Outcome($0, samples) }
  }

  /// The goals in one table, followed by the comparisons of all engines.
  var text: String {
    let kind = plan.isQuick ? ", a quick try: no figures to quote" : ""
    let parts = [
      machine.text + "\nMedians of \(plan.repetitions)\(kind).",
      goals, verdicts,
    ]
    return (parts + plan.matrices.map(matrix)).joined(separator: "\n\n") + "\n"
  }

  private var goals: String {
    var table = Table([
      "row", "what", "N", "goal", "figure", "compared with", "ratio", "min..max", "verdict",
    ])
    for outcome in outcomes { table.add(cells(outcome)) }
    return table.text
  }

  private func cells(_ outcome: Outcome) -> [String] {
    let line = outcome.line
    let spread = outcome.ratio ?? outcome.figure
    return [
      line.row.rawValue, line.what, count(line), goal(line),
      outcome.figure.map { "\($0.median.short) \(line.unit)" } ?? "none",
      reference(outcome), outcome.ratio?.median.short ?? "",
      spread.map { "\($0.least.short)..\($0.most.short)" } ?? "",
      outcome.isMet.map { $0 ? "met" : "missed" } ?? "",
    ]
  }

  private func count(_ line: Line) -> String {
    line.subject.workload.countsTimers ? line.subject.count.grouped : ""
  }

  private func goal(_ line: Line) -> String {
    switch line.goal {
    case .ratio(let limit): "≤ \(limit.plain) ×"
    case .atMost(let limit): "≤ \(limit.plain) \(line.unit)"
    case .atLeast(let limit): "≥ \(limit.plain) \(line.unit)"
    case nil: ""
    }
  }

  private func reference(_ outcome: Outcome) -> String {
    guard let reference = outcome.reference else { return "" }
    let line = outcome.line
    let names = line.references.map { reference in
      reference.engine == line.subject.engine
        ? "\(reference.engine) at \(reference.count.grouped)" : reference.engine
    }
    return "\(names.joined(separator: ", ")): \(reference.median.short) \(line.unit)"
  }

  private var verdicts: String {
    let verdicts = outcomes.compactMap(\.isMet)
    let met = verdicts.count { $0 }
    return "\(met) met, \(verdicts.count - met) missed."
  }

  private func matrix(_ matrix: Matrix) -> String {
    let columns = matrix.counts.map { count in
      matrix.workload.countsTimers ? "N = \(count.grouped)" : ""
    }
    var table = Table(["\(matrix.row.rawValue): \(matrix.title)"] + columns)
    for engine in matrix.engines {
      let cells = matrix.counts.map { cell(matrix, engine, $0) }
      if cells.contains(where: { !$0.isEmpty }) { table.add([engine] + cells) }
    }
    return table.text
  }

  private func cell(_ matrix: Matrix, _ engine: String, _ count: Int) -> String {
    let subject = Peers.subject(matrix.workload, engine, count)
    let values = samples.values(matrix.figure, of: subject)
    guard let spread = Spread(values) else { return "" }
    let figure = "\(spread.median.short) (\(spread.least.short)..\(spread.most.short))"
    return subject.count == count ? figure : "at \(subject.count.grouped): \(figure)"
  }
}
