import Sandglass

/// Why something cannot be done with kept countdowns, and the exit status that says so.
struct CatalogError: Error, Equatable {
  /// One line that says what was wrong and what is accepted.
  let message: String

  let status: Int32

  /// The environment names no folder.
  static let noFolder = CatalogError(
    message: "there is no folder to keep countdowns in, as HOME is not set; accepted: HOME, "
      + "XDG_STATE_HOME or SANDGLASS_STATE_DIR",
    status: ExitStatus.failed)

  /// A variable names a folder by bytes that are no text.
  static func notUTF8(_ value: Environment.NotUTF8) -> CatalogError {
    CatalogError(
      message:
        "the folder to keep countdowns in cannot be used, as \(value.variable) is not UTF-8: "
        + "\"\(value.repaired)\"; accepted: a path in UTF-8",
      status: ExitStatus.failed)
  }

  /// The folder belongs to somebody else.
  static func foreignFolder(_ path: String, owner: UInt32, user: UInt32) -> CatalogError {
    CatalogError(
      message: "the folder to keep countdowns in, \"\(path)\", belongs to user \(owner); accepted: "
        + "one that belongs to user \(user), who runs this",
      status: ExitStatus.failed)
  }

  /// Everybody may change the folder.
  static func openFolder(_ path: String, mode: UInt32) -> CatalogError {
    CatalogError(
      message: "the folder to keep countdowns in, \"\(path)\", can be written by everybody (mode "
        + "\(String(mode, radix: 8))); accepted: one that others cannot write, as after chmod o-w",
      status: ExitStatus.failed)
  }

  /// The store failed.
  static func store(_ error: CountdownStoreError) -> CatalogError {
    CatalogError(message: "\(error)", status: ExitStatus.failed)
  }

  /// No kept countdown is meant by the word.
  static func notFound(_ word: String, accepted: [String]) -> CatalogError {
    let known = accepted.isEmpty ? "none is kept" : "accepted: " + list(accepted)
    return CatalogError(
      message: "no kept countdown is called \"\(word)\"; \(known)", status: ExitStatus.notFound)
  }

  /// Several kept countdowns may be meant by the word.
  static func ambiguous(_ word: String, ids: [String]) -> CatalogError {
    CatalogError(
      message: "\"\(word)\" may be any of \(list(ids)); accepted: one of these",
      status: ExitStatus.notUnderstood)
  }

  /// Another process runs the countdown.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - process: The number of the process.
  ///   - until: When that no longer counts, where it cannot be seen whether the process lives.
  /// - Returns: The error.
  static func held(_ id: String, by process: Int32, until: Moment?) -> CatalogError {
    let wait = until.map {
      Duration.seconds(ClockFace($0 - Timekeeper.shared.now).seconds).compactText
    }
    let unseen = wait.map { ", which cannot be seen from here; it is free in \($0) at the latest" }
    return CatalogError(
      message: "\"\(id)\" is being run by process \(process)\(unseen ?? "")"
        + "; accepted: one that nobody runs",
      status: ExitStatus.busy)
  }

  /// The most ids that a line names: there may be a hundred thousand.
  private static let mostNamed = 10

  private static func list(_ ids: [String]) -> String {
    let names = ids.prefix(mostNamed).joined(separator: ", ")
    let others = ids.count - mostNamed
    return others > 0 ? names + " and \(others) more, which \"sandglass list\" shows" : names
  }
}

/// The one line that says that a countdown cannot be kept, however often that turns out.
@MainActor
final class NotKeptWarning {
  private var wasTold = false

  /// Says why, unless something was said before.
  ///
  /// - Parameters:
  ///   - reason: Why it cannot be kept.
  ///   - prepare: Makes room for the line.
  func tell(_ reason: String, prepare: () -> Void = {}) {
    guard !wasTold else { return }
    wasTold = true
    prepare()
    StandardStream.error.write(diagnostic: "not kept: " + reason)
  }
}
