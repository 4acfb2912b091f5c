import Foundation

extension Report {
  /// Returns all measurements, by line and by program, as JSON.
  func json() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(form), as: UTF8.self)
  }

  private var form: ReportForm {
    ReportForm(
      machine: machine, isQuick: plan.isQuick, repetitions: plan.repetitions,
      lines: outcomes.map(LineForm.init),
      programs: plan.subjects.map { ProgramForm($0, samples) })
  }
}

/// The JSON form of a report.
private struct ReportForm: Encodable {
  let machine: Machine
  let isQuick: Bool
  let repetitions: Int
  let lines: [LineForm]
  let programs: [ProgramForm]
}

/// The JSON form of a line of the table.
private struct LineForm: Encodable {
  let row: Row
  let what: String
  let engine: String
  let count: Int
  let figure: Spread?
  let unit: String
  let references: [String]
  let reference: Spread?
  let ratio: Spread?
  let goal: String?
  let limit: Double?
  let isMet: Bool?

  init(_ outcome: Outcome) {
    let line = outcome.line
    row = line.row
    what = line.what
    engine = line.subject.engine
    count = line.subject.count
    figure = outcome.figure
    unit = line.unit
    references = line.references.map { "\($0.engine) \($0.count)" }
    reference = outcome.reference
    ratio = outcome.ratio
    isMet = outcome.isMet
    switch line.goal {
    case .ratio(let limit): (goal, self.limit) = ("ratio at most", limit)
    case .atMost(let limit): (goal, self.limit) = ("figure at most", limit)
    case .atLeast(let limit): (goal, self.limit) = ("figure at least", limit)
    case nil: (goal, self.limit) = (nil, nil)
    }
  }
}

/// The JSON form of a measured program, with one value per repetition for each figure.
private struct ProgramForm: Encodable {
  let workload: Workload
  let engine: String
  let count: Int
  let figures: [String: [Double?]]

  init(_ subject: Subject, _ samples: Samples) {
    workload = subject.workload
    engine = subject.engine
    count = subject.count
    let names = Set((samples.figures[subject] ?? []).flatMap { ($0 ?? [:]).keys })
    figures = Dictionary(
      uniqueKeysWithValues: names.map { ($0, samples.values($0, of: subject)) })
  }
}
