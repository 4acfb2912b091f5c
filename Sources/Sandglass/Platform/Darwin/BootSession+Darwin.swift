#if canImport(Darwin)
  import Darwin
  import SandglassCore

  /// The time from one boot of the system to the next.
  enum BootSession {
    /// The UUID of the boot session, from `kern.bootsessionuuid`; nil if the system does not provide it.
    ///
    /// macOS provides it. An iOS app can probably read it, but this has not been verified. The kernel does not require
    /// any privilege (xnu, bsd/kern/kern_sysctl.c, CTLFLAG_RD), and published sandbox profiles of iOS let even WebKit's
    /// web content process read it, although that process has fewer rights than an app. Apple does not publish the
    /// sandbox profile of apps.
    ///
    /// If it is nil, each process is treated as if it ran in a different boot. A countdown with a duration then
    /// continues according to the wall clock, and is reported as estimated or suspect, but never as exact.
    ///
    /// `kern.boottime` cannot be used instead, because it changes when the wall clock is set.
    static var identity: BootIdentity? {
      var bytes = [UInt8](repeating: 0, count: 64)
      var size = bytes.count
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
      return BootIdentity(String(decoding: bytes.prefix(size).prefix { $0 != 0 }, as: UTF8.self))
    }
  }
#endif
