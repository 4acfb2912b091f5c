/// The folder for kept countdowns.
enum StateFolder {
  /// Returns the folder's path according to the environment variables, or nil if none of them is
  /// set.
  ///
  /// `SANDGLASS_STATE_DIR` is the folder itself. If it is not set, the folder is `sandglass` in
  /// `XDG_STATE_HOME`, or in `~/.local/state` if `XDG_STATE_HOME` is not set either.
  ///
  /// - Parameter environment: Returns the value of a variable, or nil if the variable is not set.
  /// - Returns: The folder's path.
  /// - Throws: ``CatalogError`` if the path is not UTF-8.
  static func path(
    environment: (String) throws(Environment.NotUTF8) -> String?
  ) throws(CatalogError) -> String? {
    if let folder = try value("SANDGLASS_STATE_DIR", environment) { return folder }
    // The XDG Base Directory Specification says to ignore relative paths.
    if let state = try value("XDG_STATE_HOME", environment), state.hasPrefix("/") {
      return state + "/sandglass"
    }
    return try value("HOME", environment).map { $0 + "/.local/state/sandglass" }
  }

  /// Returns the value of a variable that is a path; nil if it is not set, or empty.
  static func value(
    _ name: String, _ environment: (String) throws(Environment.NotUTF8) -> String?
  ) throws(CatalogError) -> String? {
    do throws(Environment.NotUTF8) {
      guard let value = try environment(name), !value.isEmpty else { return nil }
      return value
    } catch {
      throw .notUTF8(error)
    }
  }

  /// Rejects a folder in which other users can remove, replace or forge records.
  ///
  /// Only the owner can use a folder that the store has created, so a folder that fails this check
  /// was created by another program. An example is `/tmp`. A warning would not be enough, because
  /// other users could remove records at any time. Rejecting the folder is harmless, because a
  /// countdown also runs without a record. A folder that is writable by its group is accepted,
  /// because on many systems each user has their own group, and new folders are writable by that
  /// group.
  ///
  /// - Parameter path: The folder's path. The folder need not exist.
  /// - Throws: ``CatalogError`` if the folder belongs to another user, or if everyone can write to
  ///   it.
  static func check(_ path: String) throws(CatalogError) {
    var status = stat()
    // If the path cannot be read or is not a folder, the store reports that.
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
    guard status.st_uid == geteuid() else {
      throw .foreignFolder(path, owner: status.st_uid, user: geteuid())
    }
    guard status.st_mode & S_IWOTH == 0 else {
      throw .openFolder(path, mode: UInt32(status.st_mode & 0o7777))
    }
  }
}
