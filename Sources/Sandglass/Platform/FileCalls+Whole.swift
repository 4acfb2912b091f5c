extension FileCalls {
  /// Writes all bytes, however few the system takes at once.
  static func writeAll(_ bytes: [UInt8], to file: Int32) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try writeSome(rest, to: file)
      // What takes nothing, and says nothing of it, has no room. To try again could go on for ever.
      guard count > 0 else { throw .full }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads to the end of a file, however few bytes the system gives at once, or until there are
  /// more than `limit`.
  static func readAll(_ file: Int32, atMost limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let more = try readSome(file, atMost: 4096)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// Makes a folder for its owner alone, and those above it that do not exist.
  static func makeFolders(_ path: String) throws(FileError) {
    do throws(FileError) {
      try makeFolder(path)
    } catch {
      if error.isTaken { return }
      guard error.isMissing, let above = folder(above: path) else { throw error }
      try makeFolders(above)
      // Another process may have made it meanwhile.
      return try makeFolders(path)
    }
    let above = Descriptor(try openFolder(folder(above: path) ?? "."))
    try synchronizeFolder(above.number)
  }

  /// The folder in which a path lies; nil for a single name and for the topmost folder.
  private static func folder(above path: String) -> String? {
    var path = path[...]
    while path.last == "/" { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
