#if os(Linux)
  import Glibc

  @testable import Sandglass

  /// Makes the system difficult for the calling process, or for its calling thread.
  enum DifficultSystem {
    /// Interrupts what can be interrupted, again and again; zero ends it.
    static func interrupt(everyMicroseconds microseconds: Int) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in }
      sigaction(SIGALRM, &action, nil)
      ualarm(useconds_t(microseconds), useconds_t(microseconds))
    }

    /// Lets no file of this process grow beyond a size.
    static func limitFiles(toBytes bytes: UInt) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
      setrlimit(Int32(RLIMIT_FSIZE.rawValue), &limit)
    }

    /// Gives up the rights of root, for which permissions do not count.
    static func becomeNobody() {
      if getuid() == 0 { setuid(65534) }
    }

    /// Mounts a small disk that only the calling thread sees and that goes with it; false where
    /// that is not allowed.
    static func mountDisk(at path: String, pages: Int) -> Bool {
      takeOwnMounts()
        && mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0
        && mount("tmpfs", path, "tmpfs", 0, "size=\(pages * 4096)") == 0
    }

    private static func takeOwnMounts() -> Bool {
      // The Glibc module of Swift does not show this call, which is `int unshare(int)`, and so the
      // type below is its type.
      guard let call = dlsym(nil, "unshare") else { return false }
      let unshare = unsafeBitCast(call, to: (@convention(c) (Int32) -> Int32).self)
      let newMounts: Int32 = 0x20000
      return unshare(newMounts) == 0
    }

    static func makeReadOnly(_ path: String) -> Bool {
      mount("tmpfs", path, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
    }
  }
#endif
