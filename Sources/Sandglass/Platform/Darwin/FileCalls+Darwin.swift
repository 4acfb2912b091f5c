#if canImport(Darwin)
  import Darwin

  extension FileCalls {
    /// Makes a file usable while the device is locked, from the first unlocking after a boot on; or
    /// a folder, for the files that are made in it.
    ///
    /// This sets the protection class "complete until first user authentication". It is the default
    /// of an app, but an app may choose another one, and a file takes that of its folder (Apple's
    /// engineers at https://developer.apple.com/forums/thread/24483 and 706258).
    ///
    /// Where the system refuses, the file keeps the class that it has, and a call that fails for
    /// that reason reports it. File systems without such classes ignore the attribute.
    static func makeUsableWhileLocked(_ file: Int32) {
      #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
        // PROTECTION_CLASS_C in xnu, bsd/sys/content_protection.h; public headers give it no name.
        let completeUntilFirstUserAuthentication: Int32 = 3
        _ = fcntl(file, F_SETPROTECTIONCLASS, completeUntilFirstUserAuthentication)
      #endif
    }

    /// Waits until what was written to a file is on the disk.
    static func synchronize(_ file: Int32) throws(FileError) {
      // On these systems fsync leaves the bytes in the cache of the disk (fsync(2)).
      try synchronize(
        thoroughly: { () throws(FileError) in _ = try check { fcntl(file, F_FULLFSYNC) } },
        orPlainly: { () throws(FileError) in _ = try check { fsync(file) } })
    }
  }
#endif
