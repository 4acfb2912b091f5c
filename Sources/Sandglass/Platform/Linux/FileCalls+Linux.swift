#if os(Linux) || os(Android)
  import CSandglass
  #if canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #else
    import Glibc
  #endif

  extension FileCalls {
    /// Does nothing, because a locked screen does not lock files on Linux.
    package static func makeUsableWhileLocked(_ file: Int32) {}

    /// Waits until the bytes that were written to a file are on disk.
    package static func synchronize(_ file: Int32) throws(FileError) {
      _ = try check { fsync(file) }
    }

    /// Always true.
    package static var synchronizesFileSystems: Bool { true }

    /// Waits until everything that was written to the file system of an open folder is on disk.
    package static func synchronizeFileSystem(of folder: Int32) throws(FileError) {
      _ = try check { sandglass_synchronize_file_system(folder) }
    }

    /// Returns the path of an existing file or folder without links; nil if there is none.
    static func resolved(_ path: String) -> String? {
      guard let bytes = realpath(path, nil) else { return nil }
      // The system has allocated the path, which ends with a zero byte.
      defer { free(bytes) }
      return String(validatingCString: bytes)
    }
  }
#endif
