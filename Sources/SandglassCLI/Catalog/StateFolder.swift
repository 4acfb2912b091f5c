/// The folder in which the countdowns are kept.
enum StateFolder {
  /// The path that the environment asks for; nil if it names no place.
  ///
  /// `SANDGLASS_STATE_DIR` is the folder itself. Else it is `sandglass` in `XDG_STATE_HOME`, or
  /// in `~/.local/state` where that is not set.
  ///
  /// - Parameter environment: The value of a variable, if it is set.
  /// - Returns: The path.
  /// - Throws: ``CatalogError`` if the path is not UTF-8.
  static func path(
    environment: (String) throws(Environment.NotUTF8) -> String?
  ) throws(CatalogError) -> String? {
    func value(_ name: String) throws(CatalogError) -> String? {
      do throws(Environment.NotUTF8) {
        guard let value = try environment(name), !value.isEmpty else { return nil }
        return value
      } catch {
        throw .notUTF8(error)
      }
    }
    if let folder = try value("SANDGLASS_STATE_DIR") { return folder }
    // The XDG Base Directory Specification has relative paths ignored.
    if let state = try value("XDG_STATE_HOME"), state.hasPrefix("/") { return state + "/sandglass" }
    return try value("HOME").map { $0 + "/.local/state/sandglass" }
  }

  /// Refuses a folder in which others can remove, replace or invent records.
  ///
  /// The store makes its folder for its owner alone, so that this is another one, such as `/tmp`.
  /// It is refused rather than warned of: what lies there may be gone at any time, and nothing is
  /// lost, as a countdown runs without. That its group may write to a folder is accepted: on many systems
  /// each user has a group of their own, and folders are made so.
  ///
  /// - Parameter path: The path of the folder, which need not exist.
  /// - Throws: ``CatalogError``.
  static func check(_ path: String) throws(CatalogError) {
    var status = stat()
    // What cannot be looked at, and what is no folder, the store tells of.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
    guard status.st_uid == geteuid() else {
      throw .foreignFolder(path, owner: status.st_uid, user: geteuid())
    }
    guard status.st_mode & S_IWOTH == 0 else {
      throw .openFolder(path, mode: UInt32(status.st_mode & 0o7777))
    }
  }
}
