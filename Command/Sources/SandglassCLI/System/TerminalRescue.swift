/// Restores the terminal from a signal handler, when nothing else can any more.
///
/// A program that crashes, or that is ended by the kernel's timer, runs no more code of its own. A signal handler then
/// restores the modes of the terminal, and shows the cursor again. This only reads plain memory and calls functions that
/// POSIX lists as async-signal-safe: `tcgetpgrp`, `getpgrp`, `tcsetattr`, `poll` and `write`.
enum TerminalRescue {
  // nonisolated(unsafe): written on the main actor while `descriptor` is -1, and read by signal handlers only if it is not.
  nonisolated(unsafe) private static var modes = termios()

  // nonisolated(unsafe): an aligned word, which is written by the main actor, and read by signal handlers.
  nonisolated(unsafe) private static var descriptor: Int32 = -1

  // nonisolated(unsafe): written once, before the first handler can read it, because `descriptor` is set after that. The
  // memory is never released. A process has one display, which needs one sequence.
  nonisolated(unsafe) private static var sequence: UnsafeBufferPointer<UInt8>?

  /// How long a terminal may take no output, in milliseconds.
  private static let patience: Int32 = 200

  /// Notes the modes to restore from now on, and a sequence that undoes what the terminal has been told.
  @MainActor
  static func arm(_ former: termios, of terminal: Int32, writing text: String) {
    descriptor = -1
    if sequence == nil {
      let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count)
      _ = bytes.initialize(from: text.utf8)
      sequence = UnsafeBufferPointer(bytes)
    }
    modes = former
    descriptor = terminal
  }

  /// Notes that there is nothing to restore, because the terminal has been restored, or is another job's.
  @MainActor
  static func disarm() { descriptor = -1 }

  /// Restores the terminal. Signal handlers call this.
  static func restore() {
    let terminal = descriptor
    guard terminal >= 0, tcgetpgrp(terminal) == getpgrp() else { return }
    descriptor = -1
    tcsetattr(terminal, TCSANOW, &modes)
    // A terminal that takes no output would block the handler. One that is only slow gets a moment, because it still has to
    // show the latest frame.
    var request = pollfd(fd: terminal, events: Int16(POLLOUT), revents: 0)
    guard poll(&request, 1, patience) > 0, let sequence else { return }
    _ = write(terminal, sequence.baseAddress, sequence.count)
  }
}
