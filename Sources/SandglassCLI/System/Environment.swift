/// Environment variables.
enum Environment {
  /// A value that is not UTF-8.
  struct NotUTF8: Error {
    let variable: String

    /// The value, with its invalid UTF-8 replaced.
    let repaired: String
  }

  /// Returns the value of a variable as text, with invalid UTF-8 replaced.
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// Returns the value of a variable that is a path. Throws if it is not UTF-8, because a repaired
  /// path would name a different file.
  static func path(_ name: String) throws(NotUTF8) -> String? {
    guard let value = getenv(name) else { return nil }
    guard let path = String(validatingCString: value) else {
      throw NotUTF8(variable: name, repaired: String(cString: value))
    }
    return path
  }
}
