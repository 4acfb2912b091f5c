/// The options of the command line.
struct Options {
  private(set) var printsJSON = false
  private(set) var isQuick = false
  private(set) var hasGoalsAlone = false
  private(set) var rows = Set(Row.allCases)
  private var wantedRepetitions: Int?

  /// The number of times that each program is run.
  var repetitions: Int { wantedRepetitions ?? (isQuick ? 3 : 7) }

  /// The numbers of timers, in ascending order.
  var counts: [Int] { isQuick ? [1000, 10_000] : [1000, 100_000, 1_000_000] }

  /// Parses the arguments of a command line.
  init(_ words: ArraySlice<String>) throws(UsageError) {
    var words = words
    while let word = words.popFirst() {
      switch word {
      case "--json": printsJSON = true
      case "--quick": isQuick = true
      case "--goals": hasGoalsAlone = true
      case "--only": rows = try Self.rows(words.popFirst())
      case "--repetitions": wantedRepetitions = try Self.repetitions(words.popFirst())
      default: throw UsageError("\(word) is not known.")
      }
    }
  }

  private static func rows(_ word: String?) throws(UsageError) -> Set<Row> {
    var rows: Set<Row> = []
    for name in (word ?? "").split(separator: ",") {
      guard let row = Row(rawValue: String(name)) else {
        throw UsageError("There is no row \(name); there are P1 to P11.")
      }
      rows.insert(row)
    }
    guard !rows.isEmpty else { throw UsageError("--only needs rows, such as P1,P2.") }
    return rows
  }

  private static func repetitions(_ word: String?) throws(UsageError) -> Int {
    guard let number = word.flatMap({ Int($0) }), number > 0 else {
      throw UsageError("--repetitions needs a positive number.")
    }
    return number
  }
}
