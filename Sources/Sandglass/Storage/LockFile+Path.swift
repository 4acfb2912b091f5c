extension LockFile {
  /// Locks the file with the given path, and creates it if it does not exist. Returns nil if another holder has the
  /// lock.
  package static func taken(atPath path: String) throws(FileError) -> LockFile? {
    let slash = path.lastIndex(of: "/")
    let folder = Descriptor(
      try FileCalls.openFolder(slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."))
    let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
    return try taken(name, in: folder.number) { false }
  }
}
