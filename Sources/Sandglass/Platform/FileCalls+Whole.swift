extension FileCalls {
  /// Writes all bytes, in as many system calls as necessary.
  static func writeAll(_ bytes: [UInt8], to file: Int32) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try writeSome(rest, to: file)
      // If a write neither accepts any bytes nor reports an error, the disk is full. Retrying might never end.
      guard count > 0 else { throw .full }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads a file to its end, or until more than `limit` bytes have been read, in as many system calls as necessary.
  static func readAll(_ file: Int32, atMost limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let more = try readSome(file, atMost: 4096)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// Creates a folder that only its owner can access, and its missing parents.
  static func makeFolders(_ path: String) throws(FileError) {
    do throws(FileError) {
      try makeFolder(path)
    } catch {
      if error.isTaken { return }
      guard error.isMissing, let above = folder(above: path) else { throw error }
      try makeFolders(above)
      // Another process may have created the folder in the meantime.
      return try makeFolders(path)
    }
    let above = Descriptor(try openFolder(folder(above: path) ?? "."))
    try synchronizeFolder(above.number)
  }

  /// Returns the parent folder of a path; nil for a single name and for the root folder.
  private static func folder(above path: String) -> String? {
    var path = path[...]
    while path.last == "/" { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
