import Sandglass

/// The file with the log, which is a line of JSON for each countdown or phase that has ended.
struct LogFile: Sendable {
  let path: String

  /// When the file would be larger than this, the older half of it is left out. A line has about 200 bytes.
  static let sizeLimit = 200_000

  /// Returns the log that the environment names: `SANDGLASS_LOG`, or else a file beside the folder of the records. Returns
  /// nil if none is wanted, or if there is no such folder.
  static func inEnvironment(
    _ environment: (String) throws(Environment.NotUTF8) -> String? = Environment.path
  ) throws(CatalogError) -> LogFile? {
    if let path = try StateFolder.value("SANDGLASS_LOG", environment) {
      return path == "/dev/null" ? nil : LogFile(path: path)
    }
    guard var folder = try StateFolder.path(environment: environment) else { return nil }
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    return LogFile(path: folder + ".log")
  }

  /// Adds an entry.
  func add(_ entry: LogEntry) throws(TextFile.Failure) {
    try TextFile.change(path) { text throws(TextFile.Failure) in
      Self.bounded((text ?? "") + entry.line + "\n")
    }
  }

  /// Returns the text, or its newer half if it is too large. The half begins with a whole line.
  static func bounded(_ text: String) -> String {
    guard text.utf8.count > sizeLimit else { return text }
    let newer = text.utf8.suffix(sizeLimit / 2)
    guard let end = newer.firstIndex(of: UInt8(ascii: "\n")) else { return "" }
    return String(text[text.index(after: end)...])
  }

  /// Reads the entries, each once, and how many lines are none.
  func entries() throws(TextFile.Failure) -> (entries: [LogEntry], damaged: Int) {
    let lines = (try TextFile.read(path) ?? "").split(separator: "\n")
    let found = lines.map { LogEntry(line: $0) }
    return (Self.unique(found.compactMap { $0 }), found.count { $0 == nil })
  }

  /// Returns the entries without those that say the same again. Several processes may have seen a cancellation, and an end
  /// is told again if the process that told it was killed.
  private static func unique(_ entries: [LogEntry]) -> [LogEntry] {
    var last: [[String?]: WallMoment] = [:]
    return entries.filter { entry in
      let key = [entry.id, entry.phase, entry.outcome.rawValue]
      let former = last.updateValue(entry.ended, forKey: key)
      guard let former else { return true }
      let distance = entry.ended - former
      return distance > .milliseconds(500) || distance < .milliseconds(-500)
    }
  }
}
