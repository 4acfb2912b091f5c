#if canImport(Darwin)
  import Darwin

  extension FileCalls {
    /// Makes a file usable while the device is locked, provided that the device has been unlocked since it was booted.
    /// For a folder, this applies to the files that are created in it.
    ///
    /// This sets the protection class "complete until first user authentication". This class is the default for an app,
    /// but an app can choose a different one, and a file inherits its folder's class (according to Apple engineers at
    /// https://developer.apple.com/forums/thread/24483 and https://developer.apple.com/forums/thread/706258).
    ///
    /// If the system refuses, the file keeps its class, and any later call that fails for that reason reports the
    /// error. File systems without protection classes ignore the attribute.
    package static func makeUsableWhileLocked(_ file: Int32) {
      #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // PROTECTION_CLASS_C in xnu, bsd/sys/content_protection.h. The public headers do not contain this constant.
        let completeUntilFirstUserAuthentication: Int32 = 3
        _ = fcntl(file, F_SETPROTECTIONCLASS, completeUntilFirstUserAuthentication)
      #endif
    }

    /// Waits until the bytes that were written to a file are on disk.
    package static func synchronize(_ file: Int32) throws(FileError) {
      // On Apple platforms, fsync leaves the bytes in the disk's cache (fsync(2)).
      try synchronize(
        thoroughly: { () throws(FileError) in _ = try check { fcntl(file, F_FULLFSYNC) } },
        orPlainly: { () throws(FileError) in _ = try check { fsync(file) } })
    }

    /// Always false. `sync` only starts writing, and does so for all file systems.
    package static var synchronizesFileSystems: Bool { false }

    /// Does nothing, and is never called.
    package static func synchronizeFileSystem(of folder: Int32) throws(FileError) {}

    /// Returns the path of an existing file or folder without links and firmlinks, in the letter case of its names;
    /// nil if it cannot be opened.
    package static func resolved(_ path: String) -> String? {
      // The descriptor needs no permission to read, and does not keep a volume from being unmounted (open(2)).
      let number = open(path, O_EVTONLY | O_NONBLOCK | O_CLOEXEC)
      guard number >= 0 else { return nil }
      let file = Descriptor(number)
      return self.path(of: file.number)
    }

    /// Returns the path of an open file or folder, without symbolic links.
    package static func path(of file: Int32) -> String? {
      var bytes = [UInt8](repeating: 0, count: Int(MAXPATHLEN))
      guard fcntl(file, F_GETPATH, &bytes) == 0 else { return nil }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
#endif
