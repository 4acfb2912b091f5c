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

  /// Starts a program, in a group of its own.
  ///
  /// - Parameters:
  ///   - words: The program and its arguments; not empty.
  ///   - variables: What is added to this process's environment.
  /// - Returns: The running program.
  /// - Throws: ``NewProcess/Failure`` if it cannot be run.
  static func start(
    _ words: [String], adding variables: [(name: String, value: String)]
  ) throws(NewProcess.Failure) -> ChildProgram {
    guard let pipe = FileDescriptor.makePipe() else { throw NewProcess.Failure(number: errno) }
    for end in [pipe.reading, pipe.writing] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(pipe.writing) }
    let names = variables.map { $0.name + "=" }
    let inherited = System.environment.filter { variable in
      !names.contains { variable.hasPrefix($0) }
    }
    do throws(NewProcess.Failure) {
      let process = try NewProcess.start(
        words, environment: inherited + variables.map { $0.name + "=" + $0.value },
        leading: .group
      ) { actions in
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, pipe.writing, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, pipe.writing, STDERR_FILENO)
      }
      return ChildProgram(process: process, output: pipe.reading)
    } catch {
      close(pipe.reading)
      throw error
    }
  }

  /// The length of the longest line that is reported as one. What is longer is reported in parts, so that a
  /// line without an end takes no more memory.
  static let longestLine = 65_536

  /// Reads all lines that the program writes, and waits until it has ended. This blocks.
  func follow(_ body: (String) -> Void) -> End {
    var rest: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(output, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest += buffer[..<count]
      let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      for line in lines.dropLast() { body(String(decoding: line, as: UTF8.self)) }
      rest = Array(lines.last ?? [])
      guard rest.count >= Self.longestLine else { continue }
      body(String(decoding: rest, as: UTF8.self))
      rest = []
    }
    if !rest.isEmpty { body(String(decoding: rest, as: UTF8.self)) }
    close(output)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(status & 0x7F)
  }
}
