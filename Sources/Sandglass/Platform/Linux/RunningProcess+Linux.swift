#if os(Linux) || os(Android)
  #if canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #else
    import Glibc
  #endif
  import SandglassCore

  /// Identifies this process, and checks whether other processes are alive.
  ///
  /// A process is identified by its PID and by its start time in clock ticks, which is field 22 of `/proc/<PID>/stat`
  /// (proc_pid_stat(5)). A PID is meaningful only within its PID namespace (pid_namespaces(7)), and `/proc` shows the
  /// processes of only one namespace.
  enum RunningProcess {
    static var number: Int32 { getpid() }

    static var identity: ProcessIdentity {
      ProcessIdentity(
        number: number, start: entry(of: "self")?.start, space: space, boot: BootSession.identity)
    }

    static func life(of process: ProcessIdentity) -> ProcessLife {
      guard let start = process.start, let space, process.space == space,
        // The `/proc` of a different PID namespace lists different processes.
        entry(of: "self")?.number == number
      else { return .unknown }
      if let entry = entry(of: "\(process.number)") {
        return entry.start == start && !entry.hasDied ? .alive : .ended
      }
      // A process that `/proc` hides from this user may still be alive.
      return kill(process.number, 0) != 0 && errno == ESRCH ? .ended : .unknown
    }

    /// The PID namespace of this process.
    private static var space: String? { KernelFile.link(at: "/proc/self/ns/pid") }

    /// The kernel's entry for a process.
    private struct Entry {
      let number: Int32
      let hasDied: Bool
      let start: String
    }

    private static func entry(of name: String) -> Entry? {
      guard let text = KernelFile.text(of: "/proc/\(name)/stat"),
        let number = text.split(separator: " ").first.flatMap({ Int32($0) }),
        // The program's name may contain any character, including parentheses.
        let nameEnd = text.lastIndex(of: ")")
      else { return nil }
      let fields = text[nameEnd...].split { $0 == " " || $0 == "\n" }
      // The first of these fields is field 2. If the first thread of a process has ended while other threads are
      // running, the process is not a zombie.
      guard fields.count > 20 else { return nil }
      let hasDied = "ZXx".contains(fields[1]) && Int(fields[18]) ?? 0 <= 1
      return Entry(number: number, hasDied: hasDied, start: String(fields[20]))
    }
  }
#endif
