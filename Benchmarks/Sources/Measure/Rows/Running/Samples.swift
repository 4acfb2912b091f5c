/// The results of the measured programs, by program and repetition.
struct Samples {
  private(set) var figures: [Subject: [[String: Double]?]] = [:]

  /// Whether any program has failed.
  var hasFailures: Bool {
    figures.values.contains { $0.contains { $0 == nil } }
  }

  /// Adds the results of one run; nil if the run has failed.
  mutating func add(_ run: [String: Double]?, of subject: Subject) {
    figures[subject, default: []].append(run)
  }

  /// Returns the values of one figure, one per repetition, or nil for a run that failed or does not
  /// have that figure.
  func values(_ figure: String, of subject: Subject) -> [Double?] {
    (figures[subject] ?? []).map { $0?[figure] }
  }
}
