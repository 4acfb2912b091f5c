/// The variables of the environment.
enum Environment {
  /// A value that is not UTF-8.
  struct NotUTF8: Error {
    let variable: String

    /// The value with what is no UTF-8 in it replaced.
    let repaired: String
  }

  /// The value of a variable, as text: what is no UTF-8 in it is repaired.
  static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  /// The value of a variable that names a file: repaired, it would name another one.
  static func path(_ name: String) throws(NotUTF8) -> String? {
    guard let value = getenv(name) else { return nil }
    guard let path = String(validatingCString: value) else {
      throw NotUTF8(variable: name, repaired: String(cString: value))
    }
    return path
  }
}
