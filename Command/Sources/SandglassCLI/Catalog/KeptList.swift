import Sandglass
import SandglassCore
import SandglassLedger

/// The result of reading one record in the folder.
enum KeptEntry: Equatable {
  /// A countdown.
  case countdown(KeptCountdown)

  /// A stopwatch.
  case stopwatch(KeptStopwatch)

  /// A record that cannot be read, with its id and the reason.
  case unreadable(id: String, CountdownStoreError)

  /// The file of a damaged record that was set aside, with the id of the record.
  case setAside(id: String, file: String)

  /// The countdown; nil if it is something else.
  var countdown: KeptCountdown? {
    if case .countdown(let kept) = self { kept } else { nil }
  }

  /// The stopwatch; nil if it is something else.
  var stopwatch: KeptStopwatch? {
    if case .stopwatch(let kept) = self { kept } else { nil }
  }

  /// What is said of a damaged record that was set aside; nil if it is something else.
  var setAside: String? {
    guard case .setAside(let id, let file) = self else { return nil }
    return
      "\"\(file)\" is what was damaged of the record \"\(id)\", and was set aside; it can be removed"
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
  var lines: [String] { lines(width: .max) }

  /// Returns the lines for people. No line is wider than `width`, and the last columns are left out where
  /// ids and labels would otherwise be cut too short.
  func lines(width: Int, ellipsis: String = "…") -> [String] {
    let countdowns = Table(
      ["ID", "LABEL", "LEFT", "STATE", "CERTAINTY", "RUN BY"],
      entries.compactMap(\.countdown).map(Self.cells), names: [0, 1], right: 2)
    let stopwatches = Table(
      ["STOPWATCH", "TIME", "LAPS", "STATE", "CERTAINTY"],
      entries.compactMap(\.stopwatch).map(Self.cells), names: [0], right: 1)
    return countdowns.lines(width: width, ellipsis: ellipsis)
      + stopwatches.lines(width: width, ellipsis: ellipsis)
      + (entries.compactMap(\.error).map { "\($0)" } + entries.compactMap(\.setAside)).map {
        DisplayWidth.fit(VisibleText.of($0), in: width, ellipsis: ellipsis)
      }
  }

  /// One JSON object for each record.
  var jsonLines: [String] {
    entries.map { JSONLine.object(Self.members($0)) }
  }
}

// MARK: - For people

extension KeptList {
  private static func cells(_ kept: KeptStopwatch) -> [Table.Cell] {
    [
      Table.Cell(VisibleText.of(kept.id)), Table.Cell(kept.face),
      Table.Cell("\(kept.reading.laps.count)"), Table.Cell(kept.stateWord), cell(kept.certainty),
    ]
  }

  private static func cells(_ kept: KeptCountdown) -> [Table.Cell] {
    let phase = kept.ended == nil ? kept.phase.map { ", " + $0.text } ?? "" : ""
    return [
      Table.Cell(VisibleText.of(kept.id)), Table.Cell(kept.label.map(VisibleText.of) ?? "-"),
      Table.Cell(kept.face), Table.Cell(kept.stateWord + phase), cell(kept.certainty),
      // Nobody would announce the end of a countdown that runs without a process.
      Table.Cell(
        kept.process.map { "process \($0)" } ?? "-",
        isUsual: kept.process != nil || kept.stateWord != "running"),
    ]
  }

  private static func cell(_ certainty: Certainty) -> Table.Cell {
    Table.Cell(certainty.text, isUsual: certainty == .exact)
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
    case .setAside(let id, let file):
      [("id", JSONLine.quoted(id)), ("setAside", JSONLine.quoted(file))]
    }
  }

  /// The members of a countdown's object. The values are JSON.
  static func members(_ kept: KeptCountdown) -> [(String, String)] {
    members(kept, atTimesOf: kept)
  }

  /// The members of a countdown's object, with the times and the phase that it had in another state.
  static func members(
    _ kept: KeptCountdown, atTimesOf other: KeptCountdown
  ) -> [(String, String)] {
    [
      ("id", JSONLine.quoted(kept.id)),
      ("label", kept.label.map(JSONLine.quoted) ?? "null"),
      ("state", JSONLine.quoted(kept.stateWord)),
      ("remaining", JSONLine.seconds(other.remaining)),
      ("face", JSONLine.quoted(other.face)),
      ("known", JSONLine.quoted(kept.certainty.text)),
      ("process", kept.process.map { "\($0)" } ?? "null"),
      ("ended", other.ended.map(JSONLine.time) ?? "null"),
    ] + (other.phase?.members ?? [])
  }
}
