import Sandglass
import SandglassTestSupport

@testable import sandglass_cli

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The built program, run as a process of its own, on pipes or on a pseudo-terminal.
final class Program {
  /// Why a test could not go on.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What standard input and output are.
  enum Streams {
    /// Nothing to read, and pipes to write to.
    case pipes

    /// A terminal of that many columns.
    case terminal(columns: UInt16)
  }

  /// Everything that was written so far; on a terminal, errors as well.
  private(set) var output = ""
  private(set) var errors = ""

  /// The terminal's end that the program has, to look at its modes; -1 with pipes.
  let terminal: Int32

  /// The modes of the terminal before the program was started.
  let formerModes: [UInt8]

  /// The program's number.
  let process: pid_t

  /// Where it keeps its countdowns: never in the home of whoever runs the tests.
  private let folder: TemporaryFolder
  private var outputEnd: Int32
  private let errorEnd: Int32
  private var bytes: [UInt8] = []
  private var position = 0
  private var isReaped = false

  /// When to give up, so that what goes on for ever is a failure. No test depends on it otherwise.
  private static let patience = Duration.seconds(30)

  /// Held while a program is started, so that another one that is started at the same time does not inherit descriptors
  /// before they are marked to be closed.
  private static let start = Locked(())

  /// Starts the program, or a shell with a script in which it is `"$0"`.
  init(
    _ arguments: [String], on streams: Streams = .pipes, environment: [String: String] = [:],
    script: String? = nil, outputPath: String? = nil,
    keptIn folder: TemporaryFolder? = nil
  ) throws {
    self.folder = folder ?? TemporaryFolder(isInMemory: true)
    let program = try Self.path()
    let command = script.map { ["/bin/sh", "-c", $0, program] } ?? [program]
    var variables = ["TERM": "xterm-256color", "LANG": "C.UTF-8", "TZ": "UTC0"]
    variables["PATH"] = "/usr/bin:/bin:/usr/sbin:/sbin"
    variables["SANDGLASS_STATE_DIR"] = self.folder.path
    // Most tests look at everything that is written.
    variables["SANDGLASS_LOG"] = "/dev/null"
    variables.merge(environment) { $1 }
    (process, outputEnd, errorEnd, terminal, formerModes) =
      try Self.start.withLock { _ in
        try Self.launch(command + arguments, streams, variables, outputPath)
      }
  }

  deinit {
    // A test that has failed leaves its program behind. Until it is reaped, exit tests of others hear of no process.
    if !isReaped {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    for descriptor in [outputEnd, errorEnd, terminal] where descriptor >= 0 { close(descriptor) }
  }
}

// MARK: - What it writes

extension Program {
  /// Reads on until the text comes; answers what came before it since the last call.
  @discardableResult
  func expect(_ text: String) throws -> String {
    let wanted = Array(text.utf8)
    let deadline = ContinuousClock.now + Self.patience
    while true {
      if let range = bytes[position...].firstRange(of: wanted) {
        let before = String(decoding: bytes[position..<range.lowerBound], as: UTF8.self)
        position = range.upperBound
        return before
      }
      guard read(outputEnd, into: &bytes, by: deadline) else {
        throw Failure(description: "no \(text.debugDescription) in \(seen)")
      }
      output = String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Reads to the end, and answers the exit status; 1000 more than the signal that killed it.
  func finish() throws -> Int32 {
    let deadline = ContinuousClock.now + Self.patience
    if outputEnd >= 0 {
      while try !hasExited() {
        while read(outputEnd, into: &bytes, by: .now) {}
        guard ContinuousClock.now < deadline else { throw Failure(description: "runs on: \(seen)") }
        poll(nil, 0, 2)
      }
      while read(outputEnd, into: &bytes, by: .now) {}
    }
    output = String(decoding: bytes, as: UTF8.self)
    var errorBytes: [UInt8] = []
    if errorEnd >= 0 { while read(errorEnd, into: &errorBytes, by: deadline) {} }
    errors = String(decoding: errorBytes, as: UTF8.self)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure(description: "waitpid: \(errno)") }
    }
    isReaped = true
    return status & 0x7F == 0 ? (status >> 8) & 0xFF : 1000 + (status & 0x7F)
  }

  /// Reads nothing until the process has ended, and answers the status as ``finish()`` does.
  func finishUnread() throws -> Int32 {
    let deadline = ContinuousClock.now + Self.patience
    while try !hasExited() {
      guard ContinuousClock.now < deadline else {
        kill(process, SIGKILL)
        throw Failure(description: "what is not read holds it up")
      }
      poll(nil, 0, 2)
    }
    return try finish()
  }

  /// Waits until the process has been stopped, as by Ctrl-Z.
  func expectStop() throws {
    let deadline = ContinuousClock.now + Self.patience
    var information = siginfo_t()
    while information.si_signo != SIGCHLD {
      guard waitid(P_PID, id_t(process), &information, WSTOPPED | WNOHANG) == 0,
        ContinuousClock.now < deadline
      else { throw Failure(description: "it was not stopped: \(seen)") }
      poll(nil, 0, 2)
    }
  }

  var seen: String { String(decoding: bytes, as: UTF8.self).debugDescription }

  /// Whether the process has ended, without taking its status.
  private func hasExited() throws -> Bool {
    var information = siginfo_t()
    guard waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      throw Failure(description: "waitid: \(errno)")
    }
    return information.si_signo == SIGCHLD
  }

  /// Reads some bytes; false at the end, or if none come in time.
  private func read(
    _ descriptor: Int32, into bytes: inout [UInt8], by deadline: ContinuousClock.Instant
  ) -> Bool {
    let left = max(.zero, deadline - .now)
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds =
      left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
    guard poll(&request, 1, Int32(milliseconds)) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = systemRead(descriptor, &buffer)
    guard count > 0 else { return false }
    bytes += buffer[..<count]
    return true
  }

  private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
    #if canImport(Darwin)
      Darwin.read(descriptor, &buffer, buffer.count)
    #else
      Glibc.read(descriptor, &buffer, buffer.count)
    #endif
  }
}

// MARK: - What is done to it

extension Program {
  /// Types on the terminal.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    write(outputEnd, bytes, bytes.count)
  }

  func send(_ signal: Int32) {
    kill(process, signal)
  }

  /// Gives the terminal another number of columns, which the program is told of.
  func resize(columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
  }

  /// Closes the pipe that the program writes to.
  func closeOutput() {
    close(outputEnd)
    outputEnd = -1
  }

  /// Types Ctrl-S, and waits until the terminal takes no more output.
  func holdOutput() throws {
    type("\u{13}")
    let deadline = ContinuousClock.now + Self.patience
    var request = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
    while poll(&request, 1, 0) > 0 {
      guard ContinuousClock.now < deadline else { throw Failure(description: "Ctrl-S is ignored") }
      poll(nil, 0, 2)
    }
  }

  /// The modes of the terminal, as bytes to compare.
  var modes: [UInt8] { Self.modes(of: terminal) }

  private static func modes(of terminal: Int32) -> [UInt8] {
    var attributes = termios()
    tcgetattr(terminal, &attributes)
    return withUnsafeBytes(of: &attributes) { Array($0) }
  }

  /// Whether the terminal gives keys one by one, without echo.
  var isRaw: Bool {
    var attributes = termios()
    tcgetattr(terminal, &attributes)
    return attributes.c_lflag & tcflag_t(ICANON | ECHO) == 0
  }
}

// MARK: - Starting it

extension Program {
  private typealias Launch = (
    process: pid_t, outputEnd: Int32, errorEnd: Int32, terminal: Int32, formerModes: [UInt8]
  )

  /// The program beside the bundle of the tests.
  private static func path() throws -> String {
    if let path = getenv("SANDGLASS_PROGRAM") { return String(cString: path) }
    for argument in CommandLine.arguments {
      let parts = argument.split(separator: "/", omittingEmptySubsequences: false)
      guard let bundle = parts.firstIndex(where: { $0.hasSuffix(".xctest") }) else { continue }
      return (parts[..<bundle] + ["sandglass-cli"]).joined(separator: "/")
    }
    throw Failure(description: "no bundle in \(CommandLine.arguments)")
  }

  private static func launch(
    _ command: [String], _ streams: Streams, _ variables: [String: String], _ outputPath: String?
  ) throws -> Launch {
    switch streams {
    case .pipes:
      let output = try makePipe()
      let errors = try makePipe()
      // A group in the session of the tests: the system does not stop a process of a group that has no parent in its
      // session, as the group of the tests may be.
      let process = try spawn(command, variables, leading: .group) { actions in
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        if let outputPath {
          posix_spawn_file_actions_addopen(&actions, 1, outputPath, O_WRONLY, 0)
        } else {
          posix_spawn_file_actions_adddup2(&actions, output.write, 1)
        }
        posix_spawn_file_actions_adddup2(&actions, errors.write, 2)
      }
      close(output.write)
      close(errors.write)
      return (process, output.read, errors.read, -1, [])
    case .terminal(let columns):
      let (controller, terminal, name) = try makeTerminal(columns)
      let formerModes = modes(of: terminal)
      let process = try spawn(command, variables, leading: .session) { actions in
        // The first terminal that the leader of a session opens becomes its own.
        posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
      }
      return (process, controller, -1, terminal, formerModes)
    }
  }

  private static func makePipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure(description: "pipe: \(errno)") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  private static func makeTerminal(
    _ columns: UInt16
  ) throws -> (controller: Int32, terminal: Int32, name: String) {
    var (controller, terminal): (Int32, Int32) = (-1, -1)
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    guard openpty(&controller, &terminal, nil, nil, &size) == 0 else {
      throw Failure(description: "no pseudo-terminal: \(errno)")
    }
    var name = [CChar](repeating: 0, count: 128)
    ttyname_r(terminal, &name, name.count)
    let path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
    for end in [controller, terminal] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (controller, terminal, path)
  }

  private static func spawn(
    _ command: [String], _ variables: [String: String], leading leadership: NewProcess.Leadership,
    _ prepare: (inout System.SpawnActions) -> Void
  ) throws -> pid_t {
    do throws(NewProcess.Failure) {
      return try NewProcess.start(
        command, environment: variables.map { "\($0)=\($1)" }, leading: leadership, prepare)
    } catch {
      throw Failure(description: "\(command[0]): \(error.number)")
    }
  }
}
