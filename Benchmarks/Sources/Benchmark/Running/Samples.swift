/// What the measured programs have told, by program and repetition.
struct Samples {
  private(set) var figures: [Subject: [[String: Double]?]] = [:]

  /// Whether any program has failed.
  var hasFailures: Bool {
    figures.values.contains { $0.contains { $0 == nil } }
  }

  /// Adds what one run has told; nil if it has failed.
  mutating func add(_ run: [String: Double]?, of subject: Subject) {
    figures[subject, default: []].append(run)
  }

  /// The values of one figure, one for each repetition; nil where a run has failed or does not
  /// have that figure.
  func values(_ figure: String, of subject: Subject) -> [Double?] {
    (figures[subject] ?? []).map { $0?[figure] }
  }
}
