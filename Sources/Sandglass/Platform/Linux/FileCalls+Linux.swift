#if os(Linux)
  import Glibc

  extension FileCalls {
    /// Does nothing, because a locked screen does not lock files on Linux.
    static func makeUsableWhileLocked(_ file: Int32) {}

    /// Waits until the bytes that were written to a file are on disk.
    static func synchronize(_ file: Int32) throws(FileError) {
      _ = try check { fsync(file) }
    }
  }
#endif
