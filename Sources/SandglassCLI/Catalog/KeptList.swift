import Sandglass

/// The result of reading one record in the folder.
enum KeptEntry: Equatable {
  /// A countdown.
  case countdown(KeptCountdown)

  /// A record that cannot be read, with its id and the reason.
  case unreadable(id: String, CountdownStoreError)

  /// The countdown; nil if the record cannot be read.
  var countdown: KeptCountdown? {
    if case .countdown(let kept) = self { kept } else { nil }
  }

  /// The reason why the record cannot be read; nil if it can be read.
  var error: CountdownStoreError? {
    if case .unreadable(_, let error) = self { error } else { nil }
  }
}

/// The output of `list` for the records in the folder.
struct KeptList {
  let entries: [KeptEntry]

  /// The lines for people: a table of the countdowns, then the records that cannot be read.
  var lines: [String] {
    Self.table(entries.compactMap(\.countdown))
      + entries.compactMap(\.error).map { VisibleText.of("\($0)") }
  }

  /// One JSON object for each record.
  var jsonLines: [String] {
    entries.map { entry in
      switch entry {
      case .countdown(let kept): Self.object(kept)
      case .unreadable(let id, let error): Self.object(id, error)
      }
    }
  }
}

// MARK: - For people

extension KeptList {
  private static let titles = ["ID", "LABEL", "LEFT", "STATE", "CERTAINTY", "RUN BY"]

  /// The column that is aligned to the right.
  private static let faceColumn = 2

  /// Returns the lines of the table, with its titles first, or no lines if there are no countdowns.
  private static func table(_ countdowns: [KeptCountdown]) -> [String] {
    guard !countdowns.isEmpty else { return [] }
    let rows = [titles] + countdowns.map(cells)
    let widths = titles.indices.map { column in
      rows.map { DisplayWidth.of($0[column]) }.max() ?? 0
    }
    return rows.map { line($0, widths) }
  }

  private static func cells(_ kept: KeptCountdown) -> [String] {
    [
      VisibleText.of(kept.id), kept.label.map(VisibleText.of) ?? "-", kept.face, kept.stateWord,
      kept.certainty.rawValue, kept.process.map { "process \($0)" } ?? "-",
    ]
  }

  private static func line(_ cells: [String], _ widths: [Int]) -> String {
    var parts: [String] = []
    for (column, cell) in cells.enumerated() {
      let padding = String(repeating: " ", count: widths[column] - DisplayWidth.of(cell))
      let isLast = column == cells.count - 1
      parts.append(column == faceColumn ? padding + cell : isLast ? cell : cell + padding)
    }
    return parts.joined(separator: "  ")
  }
}

// MARK: - For programs

extension KeptList {
  static func object(_ kept: KeptCountdown) -> String {
    JSONLine.object(members(kept))
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

  private static func object(_ id: String, _ error: CountdownStoreError) -> String {
    JSONLine.object([("id", JSONLine.quoted(id)), ("error", JSONLine.quoted("\(error)"))])
  }
}
