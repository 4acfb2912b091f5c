import Dispatch

/// Standard output or standard error, unbuffered.
@MainActor
final class StandardStream {
  /// The reason why the stream can no longer be written to.
  enum Failure: Equatable {
    /// The system returned this error number.
    case refused(Int32)

    /// A write blocked, and this signal is ending the program.
    case givenUp(Signal)
  }

  static let output = StandardStream(STDOUT_FILENO)
  static let error = StandardStream(STDERR_FILENO)

  let descriptor: Int32

  /// Called when the stream can no longer be written to.
  var onFailure: ((Failure) -> Void)?

  var isTerminal: Bool { isatty(descriptor) == 1 }

  /// Whether everything that is written is discarded, because the stream is `/dev/null`.
  var isDiscarded: Bool {
    var (own, null) = (stat(), stat())
    // A stream that was closed is read-only, so that writing to it fails.
    return fcntl(descriptor, F_GETFL) & O_ACCMODE != O_RDONLY
      && fstat(descriptor, &own) == 0 && stat("/dev/null", &null) == 0
      && own.st_mode & S_IFMT == S_IFCHR && own.st_rdev == null.st_rdev
  }

  /// The queue that performs writes. A write may block, and the program must still handle signals.
  private let queue: DispatchQueue

  /// Whether the program has stopped waiting for a blocked write.
  private var isGivenUp = false

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
    queue = DispatchQueue(label: "sandglass output", qos: .userInitiated)
  }

  /// Makes sure that standard input, output and error are open.
  ///
  /// The system gives each newly opened file the lowest free descriptor. If one of these three were
  /// closed, a record could get its descriptor, and text that is meant for the output would be
  /// written to the record. Closed descriptors are therefore opened on `/dev/null`, standard input
  /// for writing and the others for reading, so that using them as intended still fails.
  static func takeFreeNumbers() {
    for number in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where !FileDescriptor.isOpen(number) {
      // The lower descriptors are open by now, so `open` returns this one.
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

  /// Writes a line that begins with the program's name and cannot control a terminal.
  func write(diagnostic: String) {
    write(line: "sandglass: " + VisibleText.of(diagnostic))
  }

  /// Writes all of the text, or reports the failure.
  ///
  /// This method waits for a reader without a time limit. Once a signal is ending the program, it
  /// waits only briefly, and then drops the rest of this text and all later text.
  func write(_ text: String) {
    guard !isGivenUp else { return }
    let descriptor = descriptor
    let bytes = Array(text.utf8)
    // If the program does not handle signals yet, a signal ends it even during a blocked write.
    guard SignalPipe.isListening else {
      return report(failure: FileDescriptor.writeAll(bytes, to: descriptor))
    }
    let failure = Shutdown.result(grace: Shutdown.outputGrace) { done in
      // Only a write that blocks counts as slow, not a busy system that lets the thread wait.
      let hasBegun = DispatchSemaphore(value: 0)
      queue.async {
        hasBegun.signal()
        done(FileDescriptor.writeAll(bytes, to: descriptor))
      }
      hasBegun.wait()
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
  /// Makes the program exit when the stream can no longer be written to.
  func exitOnFailure() {
    onFailure = { failure in
      exit(Self.exitStatus(after: failure, onTerminal: self.isTerminal))
    }
  }

  /// Returns the exit status for a failure. Prints the failure to standard error if the status does
  /// not explain it.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - isTerminal: Whether the output is a terminal, which may have been closed.
  /// - Returns: The exit status.
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
