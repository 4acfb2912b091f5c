/// The file with the user's presets.
enum ConfigFile {
  /// Returns the file's path according to the environment variables, or nil if none of them is set.
  ///
  /// `SANDGLASS_CONFIG` is the file itself. If it is not set, the file is `sandglass/config.json` in
  /// `XDG_CONFIG_HOME`, or in `~/.config` if `XDG_CONFIG_HOME` is not set either.
  static func path(
    environment: (String) throws(Environment.NotUTF8) -> String?
  ) throws(CatalogError) -> String? {
    let file = "/sandglass/config.json"
    if let path = try StateFolder.value("SANDGLASS_CONFIG", environment) { return path }
    if let folder = try StateFolder.value("XDG_CONFIG_HOME", environment), folder.hasPrefix("/") {
      return folder + file
    }
    return try StateFolder.value("HOME", environment).map { $0 + "/.config" + file }
  }

  /// Reads the presets. There are none if the file does not exist.
  ///
  /// - Parameter note: Called with what is to be said of the file.
  /// - Returns: The presets.
  /// - Throws: ``CatalogError`` if the file cannot be read, or has something else.
  static func presets(_ note: (String) -> Void = { _ in }) throws(CatalogError) -> Presets {
    let path = try pathInEnvironment()
    do throws(TextFile.Failure) {
      guard let text = try TextFile.read(path) else { return Presets() }
      let presets = try presets(in: text, path)
      if let key = presets.unknownKeys.first {
        note(
          "the file \"\(path)\" has the unknown key \"\(key)\", which is left alone; accepted: presets"
        )
      }
      return presets
    } catch {
      throw .config(path, error.message)
    }
  }

  /// Changes the presets. Of several processes that do this at once, each begins with what the one before has written.
  static func change(_ body: (inout Presets) throws(CatalogError) -> Void) throws(CatalogError) {
    let path = try pathInEnvironment()
    var refusal: CatalogError?
    do throws(TextFile.Failure) {
      try TextFile.change(path) { text throws(TextFile.Failure) in
        var presets =
          try text.map { text throws(TextFile.Failure) in
            try Self.presets(in: text, path)
          } ?? Presets()
        do throws(CatalogError) { try body(&presets) } catch {
          refusal = error
          throw TextFile.Failure(message: error.message)
        }
        return try presets.text()
      }
    } catch {
      throw refusal ?? .config(path, error.message)
    }
  }

  private static func presets(in text: String, _ path: String) throws(TextFile.Failure) -> Presets {
    do throws(Presets.Failure) {
      return try Presets(parsing: text)
    } catch {
      throw TextFile.Failure(message: error.message)
    }
  }

  private static func pathInEnvironment() throws(CatalogError) -> String {
    guard let path = try path(environment: Environment.path) else { throw .noConfig }
    return path
  }
}
