/// The programs to run, and the lines of the table that show their results.
struct Plan {
  let isQuick: Bool
  let repetitions: Int
  let lines: [Line]
  let matrices: [Matrix]

  /// The programs to run, without duplicates. Programs that are compared are next to each other.
  let subjects: [Subject]

  init(_ options: Options) {
    isQuick = options.isQuick
    repetitions = options.repetitions
    let rows = options.rows
    let goals = Goals(counts: options.counts, isQuick: options.isQuick)
    lines = goals.lines.filter { rows.contains($0.row) }
    matrices =
      options.hasGoalsAlone
      ? [] : Matrix.all(counts: options.counts).filter { rows.contains($0.row) }
    let all = Set(lines.flatMap { [$0.subject] + $0.references } + matrices.flatMap(\.subjects))
    subjects = Self.sorted(all)
  }

  private static func sorted(_ subjects: Set<Subject>) -> [Subject] {
    Workload.allCases.flatMap { workload in
      let ofWorkload = subjects.filter { $0.workload == workload }
      let engines = Peers.engines(workload)
      return ofWorkload.sorted { left, right in
        if left.count != right.count { return left.count < right.count }
        let leftPlace = engines.firstIndex(of: left.engine) ?? engines.count
        let rightPlace = engines.firstIndex(of: right.engine) ?? engines.count
        if leftPlace != rightPlace { return leftPlace < rightPlace }
        return left.engine < right.engine
      }
    }
  }
}
