/// The result for a line of the table.
struct Outcome {
  let line: Line

  /// Our figure; nil if it could not be measured.
  let figure: Spread?

  /// The figure of the reference.
  let reference: Spread?

  /// Our figure divided by the best of the others, for each repetition.
  let ratio: Spread?

  init(_ line: Line, _ samples: Samples) {
    self.line = line
    let ours = samples.values(line.figure, of: line.subject)
    let others = line.references.map { samples.values(line.figure, of: $0) }
    let best = ours.indices.map { repetition in
      others.compactMap { $0.indices.contains(repetition) ? $0[repetition] : nil }.min()
    }
    figure = Spread(ours)
    reference = Spread(best)
    ratio = Spread(
      zip(ours, best).map { mine, other in
        guard let mine, let other, other > 0 else { return nil }
        return mine / other
      })
  }

  /// Whether the goal is met; nil if there is none.
  var isMet: Bool? {
    switch line.goal {
    case .ratio(let limit): ratio.map { $0.median <= limit } ?? false
    case .atMost(let limit): figure.map { $0.median <= limit } ?? false
    case .atLeast(let limit): figure.map { $0.median >= limit } ?? false
    case nil: nil
    }
  }
}
