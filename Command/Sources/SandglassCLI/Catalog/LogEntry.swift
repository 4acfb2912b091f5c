import Sandglass

/// A countdown, or a phase of one, that has ended: a line of the log.
struct LogEntry: Equatable {
  /// How it has ended.
  enum Outcome: String {
    case finished, skipped, cancelled
  }

  /// The id, or else what stands in for it, and the label and the phase.
  var id: String
  var label: String?
  var phase: String?

  /// When it began; nil if another process began it.
  var started: WallMoment?
  var ended: WallMoment

  /// How long it ran, and how long it was paused, as far as a process saw it; nil if none did.
  var ran: Duration?
  var paused: Duration?
  var outcome: Outcome
}

// MARK: - As JSON

extension LogEntry {
  /// The number of characters of a name that are kept, so that a line is short.
  private static let longestName = 200

  /// The longest time that is read, a thousand years. A sum of all entries is far below the maximum of `Duration`.
  private static let longestTime = 3.2e10

  /// The line.
  var line: String {
    func seconds(_ time: Duration) -> String {
      let (seconds, attoseconds) = time.components
      let milliseconds = attoseconds / 1_000_000_000_000_000
      return JSONLine.seconds(.seconds(seconds) + .milliseconds(milliseconds))
    }
    func text(_ name: String) -> String { JSONLine.quoted(String(name.prefix(Self.longestName))) }
    return JSONLine.object([
      ("id", text(id)), ("label", label.map(text) ?? "null"), ("phase", phase.map(text) ?? "null"),
      ("started", started.map(JSONLine.time) ?? "null"), ("ended", JSONLine.time(ended)),
      ("ran", ran.map(seconds) ?? "null"),
      ("paused", paused.map(seconds) ?? "null"),
      ("outcome", JSONLine.quoted(outcome.rawValue)),
    ])
  }

  /// Reads a line; nil if it is no entry.
  init?(line: some StringProtocol) {
    guard case .object(let members)? = JSONValue(parsing: line),
      case .string(let id)? = members["id"],
      case .string(let outcome)? = members["outcome"], let outcome = Outcome(rawValue: outcome),
      let ended = Self.time(members["ended"])
    else { return nil }
    self.init(
      id: id, label: Self.text(members["label"]), phase: Self.text(members["phase"]),
      started: Self.time(members["started"]), ended: ended, ran: Self.duration(members["ran"]),
      paused: Self.duration(members["paused"]), outcome: outcome)
  }

  private static func text(_ value: JSONValue?) -> String? {
    if case .string(let text)? = value { text } else { nil }
  }

  private static func time(_ value: JSONValue?) -> WallMoment? {
    text(value).flatMap { try? WallMoment(rfc3339: $0) }
  }

  private static func duration(_ value: JSONValue?) -> Duration? {
    guard let seconds = value?.double, (0...longestTime).contains(seconds)
    else { return nil }
    return .milliseconds(Int64((seconds * 1000).rounded()))
  }
}
