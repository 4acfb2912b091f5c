#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What becomes of a program whose output cannot be written.
@MainActor
enum OutputFailure {
  /// The status to exit with; what it does not explain is told in one line of error.
  ///
  /// - Parameters:
  ///   - error: The error's number.
  ///   - isTerminal: Whether the output is a terminal, which may have been closed.
  /// - Returns: The status.
  static func status(_ error: Int32, isTerminal: Bool) -> Int32 {
    if error == EPIPE { return 128 + SIGPIPE }
    if error == EIO, isTerminal { return 128 + SIGHUP }
    Output.error.write(line: "sandglass: cannot write: " + String(cString: strerror(error)))
    return ExitStatus.failed
  }
}
