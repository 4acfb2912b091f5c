extension LockFile {
  /// Locks the file with the given path, and creates it if it does not exist. Returns nil if another holder has the
  /// lock.
  package static func taken(atPath path: String) throws(FileError) -> LockFile? {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parent = path.dropLast(name.count)
    let folder = Descriptor(try FileCalls.openFolder(parent.isEmpty ? "." : String(parent)))
    return try taken(String(name), in: folder.number) { false }
  }
}
