/// A program that is run without a shell. It reads nothing, and writes to a pipe.
struct ChildProgram: Sendable {
  let process: pid_t

  /// The end of the pipe from which its output and its errors are read.
  let output: Int32

  /// How a program ended.
  enum End: Equatable {
    case exited(Int32)
    case killed(Int32)
  }

  /// The error number of a program that could not be started.
  struct Failure: Error {
    let number: Int32
  }

  /// Starts a program, which is found in `PATH` unless its name has a slash.
  ///
  /// This returns once the program runs, or once it is known that it cannot.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments; not empty.
  ///   - variables: What is added to this process's environment.
  /// - Returns: The running program.
  /// - Throws: ``Failure`` if it cannot be run.
  static func start(
    _ words: [String], adding variables: [(name: String, value: String)]
  ) throws(Failure) -> ChildProgram {
    guard let pipe = FileDescriptor.makePipe() else { throw Failure(number: errno) }
    for end in [pipe.reading, pipe.writing] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(pipe.writing) }
    let names = variables.map { $0.name + "=" }
    let inherited = System.environment.filter { variable in
      !names.contains { variable.hasPrefix($0) }
    }
    var process: pid_t = 0
    let error = withSpawnSettings(output: pipe.writing) { actions, attributes in
      withStrings(words) { arguments in
        withStrings(inherited + variables.map { $0.name + "=" + $0.value }) { environment in
          posix_spawnp(&process, words[0], actions, attributes, arguments, environment)
        }
      }
    }
    guard error == 0 else {
      close(pipe.reading)
      throw Failure(number: error)
    }
    return ChildProgram(process: process, output: pipe.reading)
  }

  /// Reads all lines that the program writes, and waits until it has ended. This blocks.
  func follow(_ body: (String) -> Void) -> End {
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest += buffer[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        body(String(decoding: rest[..<end], as: UTF8.self))
        rest.removeSubrange(...end)
      }
    }
    if !rest.isEmpty { body(String(decoding: rest, as: UTF8.self)) }
    close(output)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(status & 0x7F)
  }
}

// MARK: - Parts

extension ChildProgram {
  /// Calls `body` with the settings of the new process: nothing to read, one output, and signals as they are by default.
  private static func withSpawnSettings(
    output: Int32,
    _ body: (UnsafePointer<System.SpawnActions>, UnsafePointer<System.SpawnAttributes>) -> Int32
  ) -> Int32 {
    var actions = System.makeSpawnActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
    var attributes = System.makeSpawnAttributes()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // A group of its own, so that Ctrl-C at the terminal does not end it as well.
    let flags = Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)
    posix_spawnattr_setflags(&attributes, Int16(flags | Int32(POSIX_SPAWN_SETPGROUP)))
    return body(&actions, &attributes)
  }

  /// Calls `body` with the strings as C has them, with a null at the end.
  static func withStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    return body(copies)
  }
}
