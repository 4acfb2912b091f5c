import Sandglass

/// The result of reading one record in the folder.
enum KeptEntry: Equatable {
  /// A countdown.
  case countdown(KeptCountdown)

  /// A stopwatch.
  case stopwatch(KeptStopwatch)

  /// A record that cannot be read, with its id and the reason.
  case unreadable(id: String, CountdownStoreError)

  /// The countdown; nil if it is something else.
  var countdown: KeptCountdown? {
    if case .countdown(let kept) = self { kept } else { nil }
  }

  /// The stopwatch; nil if it is something else.
  var stopwatch: KeptStopwatch? {
    if case .stopwatch(let kept) = self { kept } else { nil }
  }

  /// The reason why the record cannot be read; nil if it can be read.
  var error: CountdownStoreError? {
    if case .unreadable(_, let error) = self { error } else { nil }
  }
}

/// The output of `list` for the records in the folder.
struct KeptList {
  let entries: [KeptEntry]

  /// What is said to people if there are no entries.
  static let nothing = "no countdowns are kept"

  /// The lines for people: tables of the countdowns and of the stopwatches, then the records that
  /// cannot be read.
  var lines: [String] {
    Self.table(Self.titles, entries.compactMap(\.countdown).map(Self.cells), right: 2)
      + Self.table(
        Self.stopwatchTitles, entries.compactMap(\.stopwatch).map(Self.cells), right: 1)
      + entries.compactMap(\.error).map { VisibleText.of("\($0)") }
  }

  /// One JSON object for each record.
  var jsonLines: [String] {
    entries.map { JSONLine.object(Self.members($0)) }
  }
}

// MARK: - For people

extension KeptList {
  private static let titles = ["ID", "LABEL", "LEFT", "STATE", "CERTAINTY", "RUN BY"]
  private static let stopwatchTitles = ["STOPWATCH", "TIME", "LAPS", "STATE", "CERTAINTY"]

  /// Returns the lines of a table, with its titles first, or no lines if there are no rows.
  ///
  /// - Parameters:
  ///   - titles: The titles of the columns.
  ///   - rows: The cells of each row.
  ///   - right: The column that is aligned to the right.
  /// - Returns: The lines.
  private static func table(_ titles: [String], _ rows: [[String]], right: Int) -> [String] {
    guard !rows.isEmpty else { return [] }
    let rows = [titles] + rows
    let widths = titles.indices.map { column in
      rows.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    return rows.map { line($0, widths, right: right) }
  }

  private static func cells(_ kept: KeptStopwatch) -> [String] {
    [
      VisibleText.of(kept.id), kept.face, "\(kept.reading.laps.count)", kept.stateWord,
      kept.certainty.rawValue,
    ]
  }

  private static func cells(_ kept: KeptCountdown) -> [String] {
    [
      VisibleText.of(kept.id), kept.label.map(VisibleText.of) ?? "-", kept.face, kept.stateWord,
      kept.certainty.rawValue, kept.process.map { "process \($0)" } ?? "-",
    ]
  }

  private static func line(_ cells: [String], _ widths: [Int], right: Int) -> String {
    var parts: [String] = []
    for (column, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: widths[column] - DisplayWidth.of(cell))
      let isLast = column == cells.count - 1
      parts.append(column == right ? padding + cell : isLast ? cell : cell + padding)
    }
    return parts.joined(separator: "  ")
  }
}

// MARK: - For programs

extension KeptList {
  /// The members of an entry's object. The values are JSON.
  static func members(_ entry: KeptEntry) -> [(String, String)] {
    switch entry {
    case .countdown(let kept): members(kept)
    case .stopwatch(let kept): kept.members
    case .unreadable(let id, let error):
      [("id", JSONLine.quoted(id)), ("error", JSONLine.quoted("\(error)"))]
    }
  }

  /// The members of a countdown's object. The values are JSON.
  static func members(_ kept: KeptCountdown) -> [(String, String)] {
    [
      ("id", JSONLine.quoted(kept.id)),
      ("label", kept.label.map(JSONLine.quoted) ?? "null"),
      ("state", JSONLine.quoted(kept.stateWord)),
      ("remaining", JSONLine.seconds(kept.remaining)),
      ("face", JSONLine.quoted(kept.face)),
      ("known", JSONLine.quoted(kept.certainty.rawValue)),
      ("process", kept.process.map { "\($0)" } ?? "null"),
      ("ended", kept.ended.map(JSONLine.time) ?? "null"),
    ] + (kept.phase?.members ?? [])
  }
}
