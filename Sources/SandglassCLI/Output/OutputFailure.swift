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
  ///   - failure: What went wrong.
  ///   - isTerminal: Whether the output is a terminal, which may have been closed.
  /// - Returns: The status.
  static func status(_ failure: StandardStream.Failure, isTerminal: Bool) -> Int32 {
    switch failure {
    case .givenUp(let signal):
      return signal.exitStatus ?? ExitStatus.failed
    case .refused(EPIPE):
      return 128 + SIGPIPE
    case .refused(EIO) where isTerminal:
      return 128 + SIGHUP
    case .refused(let error):
      StandardStream.error.write(
        line: "sandglass: cannot write: " + String(cString: strerror(error)))
      return ExitStatus.failed
    }
  }
}
