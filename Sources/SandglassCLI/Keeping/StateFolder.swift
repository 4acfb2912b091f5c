/// The folder in which the countdowns are kept.
enum StateFolder {
  /// The path that the environment asks for; nil if it names no place.
  ///
  /// `SANDGLASS_STATE_DIR` is the folder itself. Else it is `sandglass` in `XDG_STATE_HOME`, or
  /// in `~/.local/state` where that is not set.
  ///
  /// - Parameter environment: The value of a variable, if it is set.
  /// - Returns: The path.
  static func path(environment: (String) -> String?) -> String? {
    func value(_ name: String) -> String? {
      environment(name).flatMap { $0.isEmpty ? nil : $0 }
    }
    if let folder = value("SANDGLASS_STATE_DIR") { return folder }
    // The XDG Base Directory Specification has relative paths ignored.
    if let state = value("XDG_STATE_HOME"), state.hasPrefix("/") { return state + "/sandglass" }
    return value("HOME").map { $0 + "/.local/state/sandglass" }
  }
}
