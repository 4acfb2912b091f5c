#if canImport(Darwin)
  import Darwin
  import SandglassCore

  /// The time from a start of the system to the next.
  enum BootSession {
    /// The UUID of the boot session, from `kern.bootsessionuuid`; nil where the system does not tell it.
    ///
    /// On a Mac it is told. In an app on iOS that is likely, but has not been tried: the kernel asks for
    /// no privilege (xnu, bsd/kern/kern_sysctl.c, CTLFLAG_RD), and published listings of iOS's sandboxes
    /// let WebKit's web content read it, which may do less than an app. Apple publishes no app's sandbox.
    ///
    /// Where it is nil each process counts as in another boot: a countdown from a duration goes on by
    /// the wall clock, and is said to be estimated or suspect, never exact.
    ///
    /// `kern.boottime` is no replacement: it moves when the wall clock is set.
    static var identity: BootIdentity? {
      var bytes = [UInt8](repeating: 0, count: 64)
      var size = bytes.count
      guard sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0) == 0 else { return nil }
      return BootIdentity(String(decoding: bytes.prefix(size).prefix { $0 != 0 }, as: UTF8.self))
    }
  }
#endif
