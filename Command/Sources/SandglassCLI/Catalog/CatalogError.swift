import Sandglass
import SandglassCore
import SandglassLedger

/// An error in a command for kept countdowns, with its exit status.
struct CatalogError: Error, Equatable {
  /// One line that says what is wrong and what is accepted.
  let message: String

  let status: Int32

  /// The environment does not name a folder.
  static let noFolder = CatalogError(
    message: "there is no folder for kept countdowns because HOME is not set; accepted: HOME, "
      + "XDG_STATE_HOME or SANDGLASS_STATE_DIR",
    status: ExitStatus.failed)

  /// The variable that names the folder is not valid UTF-8.
  static func notUTF8(_ value: Environment.NotUTF8) -> CatalogError {
    CatalogError(
      message:
        "the folder for kept countdowns cannot be used because \(value.variable) is not UTF-8: "
        + "\"\(value.repaired)\"; accepted: a path in UTF-8",
      status: ExitStatus.failed)
  }

  /// The environment does not name a file for presets.
  static let noConfig = CatalogError(
    message: "there is no file for presets because HOME is not set; accepted: HOME, "
      + "XDG_CONFIG_HOME or SANDGLASS_CONFIG",
    status: ExitStatus.failed)

  /// The file with the presets cannot be used.
  static func config(_ path: String, _ reason: String) -> CatalogError {
    CatalogError(message: "the file \"\(path)\" " + reason, status: ExitStatus.failed)
  }

  /// There is no such preset.
  static func noPreset(_ name: String, accepted: [String]) -> CatalogError {
    CatalogError(
      message: "no preset is called \"\(name)\"; " + known(accepted, like: name),
      status: ExitStatus.notFound)
  }

  /// The words of a preset do not start a countdown.
  static func preset(_ name: String, _ reason: String) -> CatalogError {
    CatalogError(
      message: "the preset \"\(name)\" does not start a countdown: \(reason)",
      status: ExitStatus.notUnderstood)
  }

  /// The folder belongs to another user.
  static func foreignFolder(_ path: String, owner: UInt32, user: UInt32) -> CatalogError {
    CatalogError(
      message: "the folder for kept countdowns, \"\(path)\", belongs to user \(owner); accepted: "
        + "a folder that belongs to user \(user), who runs this command",
      status: ExitStatus.failed)
  }

  /// The folder is writable by everyone.
  static func openFolder(_ path: String, mode: UInt32) -> CatalogError {
    CatalogError(
      message: "the folder for kept countdowns, \"\(path)\", is writable by everyone (mode "
        + "\(String(mode, radix: 8))); accepted: a folder that others cannot write to (chmod o-w)",
      status: ExitStatus.failed)
  }

  /// The system does not report changes in the folder.
  static let notFollowed = CatalogError(
    message: "changes cannot be followed because the system watches no more folders; accepted: "
      + "fewer open files, or the command without --follow and --watch",
    status: ExitStatus.noResources)

  /// The store failed.
  ///
  /// - Parameters:
  ///   - error: The store's error.
  ///   - folder: The store's folder, to find the process that holds its lock; nil if no lock was needed.
  /// - Returns: The error.
  static func store(_ error: CountdownStoreError, in folder: String? = nil) -> CatalogError {
    var message = "\(error)"
    if let folder, (error.underlying as? FileError)?.isTimeout == true {
      message += "; " + LockHolder.advice(.of(folder))
    }
    return CatalogError(message: message, status: ExitStatus.failed)
  }

  /// No kept countdown has this id or label.
  static func notFound(_ word: String, accepted: [String]) -> CatalogError {
    CatalogError(
      message: "no kept countdown is called \"\(word)\"; " + known(accepted, like: word),
      status: ExitStatus.notFound)
  }

  /// A kept stopwatch has this name, and no countdown, and what was asked for is done to countdowns only.
  static func isStopwatch(_ word: String) -> CatalogError {
    CatalogError(
      message: "\"\(word)\" is a stopwatch; accepted for a stopwatch: pause, resume, toggle, lap, "
        + "cancel, or attach with no other name",
      status: ExitStatus.notFound)
  }

  /// Another process could not be made to run the countdowns.
  static func notDetached(_ reason: String) -> CatalogError {
    CatalogError(message: "cannot be run without a terminal: " + reason, status: ExitStatus.failed)
  }

  /// No kept stopwatch has this name.
  static func noStopwatch(_ id: String, accepted: [String]) -> CatalogError {
    CatalogError(
      message: "no stopwatch is called \"\(id)\"; " + known(accepted, like: id),
      status: ExitStatus.notFound)
  }

  /// All countdowns were asked for, and there are none.
  static let noneKept = CatalogError(
    message: "no countdowns are kept; accepted: a countdown that was started, as with \"sandglass "
      + "25m\"",
    status: ExitStatus.notFound)

  /// Several kept countdowns have this label.
  static func ambiguous(_ word: String, ids: [String]) -> CatalogError {
    CatalogError(
      message: "\"\(word)\" is ambiguous; accepted: \(list(ids))",
      status: ExitStatus.notUnderstood)
  }

  /// The maximum number of ids in one line. A folder may contain a hundred thousand.
  private static let mostNamed = 10

  /// Returns what is said after a name that nothing has: the one that was meant, if there are several, and all of them.
  private static func known(_ names: [String], like word: String) -> String {
    guard !names.isEmpty else { return "there are none" }
    let meant = names.count > 1 ? Spelling.nearest(to: word, among: names) : nil
    return (meant.map { "did you mean \"\($0)\"? " } ?? "") + "accepted: " + list(names)
  }

  private static func list(_ ids: [String]) -> String {
    let names = ids.prefix(mostNamed).joined(separator: ", ")
    let others = ids.count - mostNamed
    return others > 0 ? names + " and \(others) more (see \"sandglass list\")" : names
  }
}
