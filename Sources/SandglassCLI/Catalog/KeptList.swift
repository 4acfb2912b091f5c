import Sandglass

/// What `list` tells of the records in the folder.
struct KeptList {
  let entries: [KeptEntry]

  /// The lines for people: the countdowns, and the records that cannot be read.
  var lines: [String] {
    KeptTable.lines(entries.compactMap(\.countdown))
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

  private static func object(_ kept: KeptCountdown) -> String {
    JSONLine.object([
      ("id", JSONLine.quoted(kept.id)),
      ("label", kept.label.map(JSONLine.quoted) ?? "null"),
      ("state", JSONLine.quoted(kept.stateWord)),
      ("remaining", JSONLine.seconds(kept.remaining)),
      ("face", JSONLine.quoted(kept.face)),
      ("known", JSONLine.quoted(kept.certainty.rawValue)),
      ("process", kept.process.map { "\($0)" } ?? "null"),
      ("ended", kept.ended.map(JSONLine.time) ?? "null"),
    ])
  }

  private static func object(_ id: String, _ error: CountdownStoreError) -> String {
    JSONLine.object([("id", JSONLine.quoted(id)), ("error", JSONLine.quoted("\(error)"))])
  }
}
