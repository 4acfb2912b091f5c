import Sandglass
import SandglassCore
import SandglassLedger

/// The format of the line that `status` prints, such as `{name} {left}`.
struct StatusFormat: Equatable {
  /// A part of the line that depends on the countdown.
  enum Field: String, CaseIterable {
    case name, label, id, left, seconds, total, percent, state, phase, round, rounds, today, ends,
      laps
  }

  private enum Part: Equatable {
    case text(String)
    case field(Field)
  }

  private var parts: [Part]

  /// Without a format, the line has the name, the remaining time, and what is unusual.
  static let standard = StatusFormat(parts: [])

  private init(parts: [Part]) { self.parts = parts }

  /// Parses a format. Two braces stand for one.
  ///
  /// - Throws: ``FormatError`` if a field is unknown or has no end.
  init(parsing text: String) throws(FormatError) {
    parts = []
    var literal = ""
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == "{" || character == "}", rest.first == character {
        literal.append(rest.removeFirst())
      } else if character == "{" {
        parts += [.text(literal), .field(try Self.field(&rest))]
        literal = ""
      } else {
        literal.append(character)
      }
    }
    parts.append(.text(literal))
  }

  private static func field(_ rest: inout Substring) throws(FormatError) -> Field {
    let name = rest.prefix { $0 != "}" }
    guard name.endIndex < rest.endIndex else { throw FormatError.open(String(name)) }
    guard let field = Field(rawValue: String(name)) else { throw FormatError.unknown(String(name)) }
    rest = rest[name.endIndex...].dropFirst()
    return field
  }

  /// The error for an invalid format.
  enum FormatError: Error, Equatable {
    case open(String)
    case unknown(String)

    var message: String {
      let fields = Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
      let accepted = "; accepted: \(fields), and {{ for a brace"
      return switch self {
      case .open(let name): "\"{\(name)\" has no closing brace" + accepted
      case .unknown(let name): "\"{\(name)}\" is not known" + accepted
      }
    }
  }
}

// MARK: - The line

extension StatusFormat {
  /// Returns the line for an entry that can be read. Its label cannot control the terminal.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - now: The current wall-clock time.
  ///   - localTime: The rule for local time.
  ///   - log: What is in the log, if ``needsLog``.
  /// - Returns: The line.
  func line(
    _ entry: KeptEntry, now: WallMoment, localTime: LocalTimeRule, log: [LogEntry] = []
  ) -> String {
    switch entry {
    case .countdown(let kept):
      let summary = LogSummary(entries: log, localTime: localTime)
      return line(Self.standardLine(kept)) { Self.value($0, kept, now, summary) }
    case .stopwatch(let kept): return line(Self.standardLine(kept)) { Self.value($0, kept) }
    case .unreadable, .setAside: return ""
    }
  }

  /// Whether the line says something that is in the log.
  var needsLog: Bool { parts.contains(.field(.today)) }

  private func line(_ standard: String, _ value: (Field) -> String) -> String {
    guard !parts.isEmpty else { return standard }
    return parts.map { part in
      switch part {
      case .text(let text): VisibleText.of(text)
      case .field(let field): VisibleText.of(value(field))
      }
    }.joined()
  }

  private static func standardLine(_ kept: KeptStopwatch) -> String {
    VisibleText.of(kept.id) + " " + kept.face + (kept.stateWord == "running" ? "" : " stopped")
  }

  private static func value(_ field: Field, _ kept: KeptStopwatch) -> String {
    switch field {
    case .name, .id: kept.id
    case .left: kept.face
    case .seconds: "\(kept.reading.elapsed.components.seconds)"
    case .state: kept.stateWord
    case .laps: "\(kept.reading.laps.count)"
    case .label, .total, .percent, .phase, .round, .rounds, .today, .ends: ""
    }
  }

  private static func standardLine(_ kept: KeptCountdown) -> String {
    var words = [VisibleText.of(kept.name)]
    if let phase = kept.phase, kept.ended == nil { words.append(phase.text) }
    words.append(kept.stateWord == "finished" ? "done" : kept.face)
    if kept.stateWord == "paused" { words.append("paused") }
    return words.joined(separator: " ")
  }

  private static func value(
    _ field: Field, _ kept: KeptCountdown, _ now: WallMoment, _ log: LogSummary
  ) -> String {
    switch field {
    case .name: kept.name
    case .label: kept.label ?? ""
    case .id: kept.id
    case .left: kept.face
    case .seconds: "\(ClockFace(kept.remaining).seconds)"
    case .total: kept.total.clockFace
    case .percent: "\(Int(kept.progress * 100))"
    case .state: kept.stateWord
    case .phase: kept.phase?.name ?? ""
    case .round: kept.phase.map { "\($0.round)" } ?? ""
    case .rounds: kept.phase.map { $0.rounds.map { "\($0)" } ?? "forever" } ?? ""
    case .today:
      kept.phase?.first.map { "\(log.today($0, of: kept.id, now: now))" } ?? ""
    case .ends: ends(kept, now, log.localTime)
    case .laps: ""
    }
  }

  /// The time at which the last phase ends; empty unless the countdown is running.
  private static func ends(
    _ kept: KeptCountdown, _ now: WallMoment, _ localTime: LocalTimeRule
  ) -> String {
    guard case .running(let remaining) = kept.state else { return "" }
    return localTime.timeOfDay(now + remaining + (kept.phase?.later ?? .zero))
  }
}

// MARK: - Which countdown

extension KeptCountdown {
  /// Returns the countdown that is of most interest: the one that ends first, or else the one that is
  /// paused with the least time left, or else the one that ended last.
  static func foremost(_ countdowns: [KeptCountdown]) -> KeptCountdown? {
    func first(_ state: String, _ isBefore: (KeptCountdown, KeptCountdown) -> Bool)
      -> KeptCountdown?
    {
      countdowns.filter { $0.stateWord == state }.min(by: isBefore)
    }
    return first("running") { $0.remaining < $1.remaining }
      ?? first("overtime") { ($0.ended ?? .distantPast) > ($1.ended ?? .distantPast) }
      ?? first("paused") { $0.remaining < $1.remaining }
      ?? first("finished") { ($0.ended ?? .distantPast) > ($1.ended ?? .distantPast) }
  }
}

extension WallMoment {
  fileprivate static let distantPast = WallMoment(secondsSince1970: .min)
}
