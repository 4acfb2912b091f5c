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
    static func makeUsableWhileLocked(_ file: Int32) {
      #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // PROTECTION_CLASS_C in xnu, bsd/sys/content_protection.h. The public headers do not contain this constant.
        let completeUntilFirstUserAuthentication: Int32 = 3
        _ = fcntl(file, F_SETPROTECTIONCLASS, completeUntilFirstUserAuthentication)
      #endif
    }

    /// Waits until the bytes that were written to a file are on disk.
    static func synchronize(_ file: Int32) throws(FileError) {
      // On Apple platforms, fsync leaves the bytes in the disk's cache (fsync(2)).
      try synchronize(
        thoroughly: { () throws(FileError) in _ = try check { fcntl(file, F_FULLFSYNC) } },
        orPlainly: { () throws(FileError) in _ = try check { fsync(file) } })
    }
  }
#endif
