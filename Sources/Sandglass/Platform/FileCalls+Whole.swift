extension FileCalls {
  /// Writes all bytes, in as many system calls as necessary.
  package static func writeAll(_ bytes: [UInt8], to file: Int32) throws(FileError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = try writeSome(rest, to: file)
      // If a write neither accepts any bytes nor reports an error, the disk is full. Retrying might never end.
      guard count > 0 else { throw .full }
      rest = rest.dropFirst(count)
    }
  }

  /// Reads a file to its end, or until more than `limit` bytes have been read, in as many system calls as necessary.
  package static func readAll(_ file: Int32, atMost limit: Int) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= limit {
      let more = try readSome(file, atMost: 4096)
      if more.isEmpty { break }
      bytes += more
    }
    return bytes
  }

  /// Creates a folder that only its owner can access, and its missing parents.
  package static func makeFolders(_ path: String) throws(FileError) {
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

  /// Returns the canonical path of a folder, which is the same for every path that leads to the folder.
  ///
  /// The folder need not exist. The links in the part of the path that exists are resolved, so the path is the same
  /// before and after the rest is created. A relative path begins at the current folder. An empty path stays empty.
  package static func canonicalPath(_ path: String) -> String {
    guard !path.isEmpty, let start = path.utf8.first == slash ? "" : currentFolder() else {
      return path
    }
    let names = (start + "/" + path).utf8.split(separator: slash).map { String(Substring($0)) }
    for count in stride(from: names.count, through: 0, by: -1) {
      let existing = "/" + names[..<count].joined(separator: "/")
      guard let canonical = resolved(existing) else { continue }
      var all = canonical.utf8.split(separator: slash).map { String(Substring($0)) }
      for name in names[count...] where name != "." {
        if name == ".." { _ = all.popLast() } else { all.append(name) }
      }
      return "/" + all.joined(separator: "/")
    }
    return path
  }

  private static let slash = UInt8(ascii: "/")

  /// Returns the parent folder of a path; nil for a single name and for the root folder.
  static func folder(above path: String) -> String? {
    var path = path[...]
    while path.last == "/" { path.removeLast() }
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
