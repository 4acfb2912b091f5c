import Sandglass

/// Why something cannot be done with kept countdowns, and the exit status that says so.
struct KeepingError: Error, Equatable {
  /// One line that says what was wrong and what is accepted.
  let message: String

  let status: Int32

  /// The environment names no folder.
  static let noFolder = KeepingError(
    message: "there is no folder to keep countdowns in, as HOME is not set; accepted: HOME, "
      + "XDG_STATE_HOME or SANDGLASS_STATE_DIR",
    status: ExitStatus.failed)

  /// The store failed.
  static func store(_ error: CountdownStoreError) -> KeepingError {
    KeepingError(message: "\(error)", status: ExitStatus.failed)
  }

  /// No kept countdown is meant by the word.
  static func notFound(_ word: String, accepted: [String]) -> KeepingError {
    let known = accepted.isEmpty ? "none is kept" : "accepted: " + accepted.joined(separator: ", ")
    return KeepingError(
      message: "no kept countdown is called \"\(word)\"; \(known)", status: ExitStatus.notFound)
  }

  /// Several kept countdowns may be meant by the word.
  static func ambiguous(_ word: String, ids: [String]) -> KeepingError {
    KeepingError(
      message: "\"\(word)\" may be any of \(ids.joined(separator: ", ")); accepted: one of these",
      status: ExitStatus.notUnderstood)
  }

  /// Another process runs the countdown.
  static func held(_ id: String, by process: Int32?) -> KeepingError {
    let holder = process.map { "process \($0)" } ?? "another process"
    return KeepingError(
      message: "\"\(id)\" is being run by \(holder); accepted: one that nobody runs",
      status: ExitStatus.busy)
  }
}
