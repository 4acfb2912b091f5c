#if os(Linux)
  import Glibc
  import SandglassCore

  /// What tells this process from others, and whether those live.
  ///
  /// A process is known by its number and by the clock tick of its start, field 22 of `/proc/<number>/stat`
  /// (proc_pid_stat(5)). A number means something within a namespace of processes (pid_namespaces(7)) alone, and
  /// `/proc` shows those of one namespace.
  enum RunningProcess {
    static var number: Int32 { getpid() }

    static var identity: ProcessIdentity {
      ProcessIdentity(
        number: number, start: entry(of: "self")?.start, space: space, boot: BootSession.identity)
    }

    static func life(of process: ProcessIdentity) -> ProcessLife {
      guard let start = process.start, let space, process.space == space,
        // A `/proc` of another namespace tells of other processes.
        entry(of: "self")?.number == number
      else { return .unknown }
      if let entry = entry(of: "\(process.number)") {
        return entry.start == start && !entry.hasDied ? .alive : .ended
      }
      // What `/proc` hides from a user may live all the same.
      return kill(process.number, 0) != 0 && errno == ESRCH ? .ended : .unknown
    }

    /// The namespace of processes that the numbers belong to.
    private static var space: String? { KernelFile.link(at: "/proc/self/ns/pid") }

    /// What the kernel tells of a process.
    private struct Entry {
      let number: Int32
      let hasDied: Bool
      let start: String
    }

    private static func entry(of name: String) -> Entry? {
      guard let text = KernelFile.text(of: "/proc/\(name)/stat"),
        let number = text.split(separator: " ").first.flatMap({ Int32($0) }),
        // The name of the program may hold anything, parentheses too.
        let nameEnd = text.lastIndex(of: ")")
      else { return nil }
      let fields = text[nameEnd...].split { $0 == " " || $0 == "\n" }
      // The first here is field 2. A process whose first thread has ended while others go on is no zombie.
      guard fields.count > 20 else { return nil }
      let hasDied = "ZXx".contains(fields[1]) && Int(fields[18]) ?? 0 <= 1
      return Entry(number: number, hasDied: hasDied, start: String(fields[20]))
    }
  }
#endif
