/// Reads environment variables.
enum Environment {
  /// A value that is not UTF-8.
  struct NotUTF8: Error {
    let variable: String

    /// The value, in which invalid UTF-8 has been replaced.
    let repaired: String
  }

  /// Returns the value of a variable, in which invalid UTF-8 has been replaced.
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Returns the value of a variable that is a path. Throws an error if the value is not UTF-8,
  /// because a repaired path would name a different file.
  static func path(_ name: String) throws(NotUTF8) -> String? {
    guard let value = getenv(name) else { return nil }
    guard let path = String(validatingCString: value) else {
      throw NotUTF8(variable: name, repaired: String(cString: value))
    }
    return path
  }

  /// Returns whether `PATH` has a program of this name.
  static func hasProgram(_ name: String) -> Bool {
    (value("PATH") ?? "").split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
  }
}
