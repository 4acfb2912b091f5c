#if os(Linux)
  import Foundation
  import Glibc

  @testable import Sandglass

  /// Makes system calls fail for the calling process, or for its calling thread.
  enum DifficultSystem {
    /// Interrupts system calls repeatedly. Zero stops the interruptions.
    static func interrupt(everyMicroseconds microseconds: Int) {
      var action = sigaction()
      action.__sigaction_handler.sa_handler = { _ in }
      sigaction(SIGALRM, &action, nil)
      ualarm(useconds_t(microseconds), useconds_t(microseconds))
    }

    /// Limits the size of all files of this process.
    static func limitFiles(toBytes bytes: UInt) {
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: bytes, rlim_max: bytes)
      setrlimit(Int32(RLIMIT_FSIZE.rawValue), &limit)
    }

    /// Drops the privileges of root, to which permissions do not apply.
    static func becomeNobody() {
      if getuid() == 0 { setuid(65534) }
    }

    /// Mounts a small disk that is visible only to the calling thread, until it ends. Returns false if
    /// that is not permitted.
    static func mountDisk(at path: String, pages: Int) -> Bool {
      takeOwnMounts()
        && mount("none", "/", nil, UInt(MS_REC | MS_PRIVATE), nil) == 0
        && mount("tmpfs", path, "tmpfs", 0, "size=\(pages * 4096)") == 0
    }

    private static func takeOwnMounts() -> Bool {
      // The Glibc module of Swift does not export this function, which is `int unshare(int)`, so its
      // type is declared below.
      guard let call = dlsym(nil, "unshare") else { return false }
      let unshare = unsafeBitCast(call, to: (@convention(c) (Int32) -> Int32).self)
      let newMounts: Int32 = 0x20000
      return unshare(newMounts) == 0
    }

    static func makeReadOnly(_ path: String) -> Bool {
      mount("tmpfs", path, nil, UInt(MS_REMOUNT | MS_RDONLY), nil) == 0
    }
  }

  /// The number of this process's threads that have a name.
  func threadCount(named name: String) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count { thread in
      // A thread that ends meanwhile has no name.
      let line = try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)
      return line == "\(name)\n"
    }
  }

  /// Sets the limit on the number of this process's descriptors, and returns the previous limit.
  @discardableResult
  func allowDescriptors(_ count: UInt) -> UInt {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let former = UInt(limit.rlim_cur)
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    return former
  }
#endif
