/// Starts processes.
enum NewProcess {
  /// What a new process leads, so that keys at the terminal do not send signals to it.
  enum Leadership {
    /// A group in this session.
    case group

    /// A session without a terminal, which outlasts this one.
    case session

    fileprivate var flag: Int32 {
      switch self {
      case .group: Int32(POSIX_SPAWN_SETPGROUP)
      case .session: System.newSession
      }
    }
  }

  /// The error number of a program that could not be started.
  struct Failure: Error {
    let number: Int32
  }

  /// Starts a program, which is found in `PATH` unless its name has a slash. Its signals are as they
  /// are by default.
  ///
  /// This returns once the program runs, or once it is known that it cannot.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments; not empty.
  ///   - environment: Its variables, each with its value.
  ///   - leadership: What the process leads.
  ///   - prepare: Says which descriptors it has.
  /// - Returns: The process.
  /// - Throws: ``Failure`` if it cannot be run.
  static func start(
    _ words: [String], environment: [String], leading leadership: Leadership,
    _ prepare: (inout System.SpawnActions) -> Void
  ) throws(Failure) -> pid_t {
    var actions = System.makeSpawnActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    prepare(&actions)
    var attributes = System.makeSpawnAttributes()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF) | leadership.flag
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var process: pid_t = 0
    let error = withStrings(words) { arguments in
      withStrings(environment) { environment in
        posix_spawnp(&process, words[0], &actions, &attributes, arguments, environment)
      }
    }
    guard error == 0 else { throw Failure(number: error) }
    return process
  }

  /// Starts this program with other words, in a session of its own, without input and output.
  static func startDetached(_ words: [String]) throws(Failure) -> pid_t {
    try start(
      [CommandLine.arguments[0]] + words, environment: System.environment, leading: .session
    ) { actions in
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
      posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
      posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO)
    }
  }

  /// Calls `body` with the strings as C has them, with a null at the end.
  private static func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return body(copies)
  }
}
