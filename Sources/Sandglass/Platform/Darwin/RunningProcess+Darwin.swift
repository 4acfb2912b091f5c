#if canImport(Darwin)
  import Darwin
  import SandglassCore

  /// What tells this process from others, and whether those live.
  ///
  /// A process is known by its number, which means the same to all on a device, and by the instant of its start. An
  /// app in a sandbox is not told when others began. What it is told is that there is none of a number: the kernel looks the
  /// number up before it asks the sandbox (xnu, bsd/kern/kern_sig.c, `kill`). That is read in the source, and has not
  /// been tried on a device.
  enum RunningProcess {
    static var number: Int32 { getpid() }

    static var identity: ProcessIdentity {
      ProcessIdentity(
        number: number, start: start(of: number), space: "device", boot: BootSession.identity)
    }

    static func life(of process: ProcessIdentity) -> ProcessLife {
      guard process.space == "device" else { return .unknown }
      if kill(process.number, 0) != 0, errno == ESRCH { return .ended }
      guard let start = process.start, let present = entry(of: process.number) else {
        return .unknown
      }
      return present.start == start && !present.hasDied ? .alive : .ended
    }

    /// When a process began; nil where the system does not tell.
    static func start(of process: Int32) -> String? { entry(of: process)?.start }

    /// What the kernel tells of a process; nil where it tells nothing.
    private static func entry(of process: Int32) -> (start: String, hasDied: Bool)? {
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      var size = 0
      guard sysctl(&name, UInt32(name.count), nil, &size, nil, 0) == 0, size > 36 else {
        return nil
      }
      return withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { entry in
        guard sysctl(&name, UInt32(name.count), entry.baseAddress, &size, nil, 0) == 0, size > 36
        else { return nil }
        // It begins with the start of the process, a `timeval`. After that come two pointers and four bytes, and
        // its state, of which SZOMB is 5 (xnu, bsd/sys/proc.h, `extern_proc`).
        let seconds = entry.loadUnaligned(fromByteOffset: 0, as: Int64.self)
        let microseconds = entry.loadUnaligned(fromByteOffset: 8, as: Int32.self)
        return ("\(seconds).\(microseconds)", entry[Int.bitWidth == 64 ? 36 : 20] == 5)
      }
    }
  }
#endif
