#if os(Linux)
  import Glibc

  extension FileCalls {
    /// Does nothing: on Linux a locked screen locks no files.
    static func makeUsableWhileLocked(_ file: Int32) {}

    /// Waits until what was written to a file is on the disk.
    static func synchronize(_ file: Int32) throws(FileError) {
      _ = try check { fsync(file) }
    }
  }
#endif
