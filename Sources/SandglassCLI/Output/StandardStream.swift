import Dispatch

/// Standard output or standard error: text is written to it at once, without a buffer.
@MainActor
final class StandardStream {
  /// Why nothing can be written any more.
  enum Failure: Equatable {
    /// The system refuses, by reason of this `errno`.
    case refused(Int32)

    /// The output blocked, and this signal ends the program.
    case givenUp(Signal)
  }

  static let output = StandardStream(STDOUT_FILENO)
  static let error = StandardStream(STDERR_FILENO)

  let descriptor: Int32

  /// What to do when nothing can be written any more.
  var onFailure: ((Failure) -> Void)?

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Where what may block is done while signals are listened to.
  private let queue: DispatchQueue

  /// Whether a write is still blocked that the program does not wait for any more.
  private var isGivenUp = false

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    queue = DispatchQueue(label: "sandglass output", qos: .userInitiated)
  }

  /// Sees to it that standard input, output and error are open.
  ///
  /// The system gives each file that is opened the lowest free number. Were one of these three
  /// closed, a record could get its number, and then the text that is meant for the output. So
  /// the free ones are taken, by `/dev/null` in the mode that is of no use there: to read from it,
  /// or write to it, fails as it does on a closed one.
  static func takeFreeNumbers() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where !FileDescriptor.isOpen(number) {
      // Those below are open by now, so that this gets the number itself.
      let mode = number == STDIN_FILENO ? O_WRONLY : O_RDONLY
      guard open("/dev/null", mode) == number else { _exit(ExitStatus.noResources) }
    }
  }
}

// MARK: - Writing

extension StandardStream {
  func write(line: String) {
    write(line + "\n")
  }

  /// Writes a line that says by whom it is, and that cannot command a terminal.
  func write(diagnostic: String) {
    write(line: "sandglass: " + VisibleText.of(diagnostic))
  }

  /// Writes all of the text, or reports the failure.
  ///
  /// It waits for a reader as long as it takes, but not for long once a signal ends the program:
  /// then the rest is dropped, and so is all that comes after it.
  func write(_ text: String) {
    guard !isGivenUp else { return }
    let descriptor = descriptor
    let bytes = Array(text.utf8)
    // As long as nobody listens to signals, they end the program whatever it is doing.
    guard SignalPipe.isListening else {
      return report(failure: FileDescriptor.writeAll(bytes, to: descriptor))
    }
    let failure = Shutdown.result(grace: Shutdown.outputGrace) { done in
      queue.async { done(FileDescriptor.writeAll(bytes, to: descriptor)) }
    }
    if let failure { return report(failure: failure) }
    isGivenUp = true
    if let signal = Shutdown.signal { onFailure?(.givenUp(signal)) }
  }

  private func report(failure: Int32?) {
    if let failure { onFailure?(.refused(failure)) }
  }
}

// MARK: - Failing

extension StandardStream {
  /// Has the program end when nothing can be written any more.
  func exitOnFailure() {
    onFailure = { failure in
      exit(Self.exitStatus(after: failure, onTerminal: self.isTerminal))
    }
  }

  /// The status to exit with; what it does not explain is told in one line of error.
  ///
  /// - Parameters:
  ///   - failure: What went wrong.
  ///   - isTerminal: Whether the output is a terminal, which may have been closed.
  /// - Returns: The status.
  static func exitStatus(after failure: Failure, onTerminal isTerminal: Bool) -> Int32 {
    switch failure {
    case .givenUp(let signal):
      return signal.exitStatus ?? ExitStatus.failed
    case .refused(EPIPE):
      return 128 + SIGPIPE
    case .refused(EIO) where isTerminal:
      return 128 + SIGHUP
    case .refused(let error):
      StandardStream.error.write(diagnostic: "cannot write: " + String(cString: strerror(error)))
      return ExitStatus.failed
    }
  }
}
