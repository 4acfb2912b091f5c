#if canImport(Darwin)
  import Darwin
  import SandglassCore

  /// Identifies this process, and checks whether other processes are alive.
  ///
  /// A process is identified by its PID, which means the same to all processes on a device, and by its start time. A
  /// sandboxed app cannot read the start times of other processes. However, it can find out that no process has a given
  /// PID, because the kernel looks up the PID before it checks the sandbox (xnu, bsd/kern/kern_sig.c, `kill`). This
  /// follows from the source, but has not been verified on a device.
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

    /// Returns the start time of a process; nil if the system does not provide it.
    static func start(of process: Int32) -> String? { entry(of: process)?.start }

    /// Returns the kernel's entry for a process; nil if the kernel does not provide it.
    private static func entry(of process: Int32) -> (start: String, hasDied: Bool)? {
      var name = [CTL_KERN, KERN_PROC, KERN_PROC_PID, process]
      var size = 0
      guard sysctl(&name, UInt32(name.count), nil, &size, nil, 0) == 0, size > 36 else {
        return nil
      }
      return withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { entry in
        guard sysctl(&name, UInt32(name.count), entry.baseAddress, &size, nil, 0) == 0, size > 36
        else { return nil }
        // The entry begins with the start time of the process, a `timeval`. Two pointers and four bytes follow, and
        // then the state; SZOMB, the state of a zombie, is 5 (xnu, bsd/sys/proc.h, `extern_proc`).
        let seconds = entry.loadUnaligned(fromByteOffset: 0, as: Int64.self)
        let microseconds = entry.loadUnaligned(fromByteOffset: 8, as: Int32.self)
        return ("\(seconds).\(microseconds)", entry[Int.bitWidth == 64 ? 36 : 20] == 5)
      }
    }
  }
#endif
