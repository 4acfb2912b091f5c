import Dispatch

/// Reads single keys from the terminal while this job is in the foreground.
@MainActor
final class Keyboard {
  private let descriptor = STDIN_FILENO
  private let rescue: String
  private let source: any DispatchSourceRead
  private var isReading = false
  private var hasEnded = false
  private var parser = KeyParser()

  /// Gives up the sequence whose rest has not come in time.
  private var patience: DispatchWorkItem?

  /// The terminal modes to restore.
  private var former: termios?

  /// Whether standard input is a terminal.
  static var isPresent: Bool { isatty(STDIN_FILENO) == 1 }

  /// Creates a keyboard that calls `body` for each key.
  ///
  /// - Parameters:
  ///   - rescue: What a signal handler writes to the terminal if nothing else can restore it any more.
  ///   - body: The closure.
  init(rescue: String, _ body: @escaping @MainActor (Key) -> Void) {
    self.rescue = rescue
    source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler { [weak self] in
      MainActor.assumeIsolated { self?.readKeys(body) }
    }
  }

  /// Makes the terminal send keys immediately and without echo.
  func enter() {
    listen()
    var attributes = termios()
    guard tcgetattr(descriptor, &attributes) == 0 else { return }
    // After the process was stopped, the terminal may have another program's modes, or still the
    // modes that were set here.
    if former == nil || attributes.c_lflag & Self.lineModes != 0 { former = attributes }
    attributes.c_lflag &= ~Self.lineModes
    withUnsafeMutableBytes(of: &attributes.c_cc) { characters in
      characters[Int(VMIN)] = 1
      characters[Int(VTIME)] = 0
    }
    if let former { TerminalRescue.arm(former, of: descriptor, writing: rescue) }
    tcsetattr(descriptor, TCSANOW, &attributes)
  }

  /// Restores the terminal's modes.
  func leave() {
    if var former { tcsetattr(descriptor, TCSANOW, &former) }
    abandon()
  }

  /// Stops reading from a terminal that another job has taken, and leaves the terminal's modes
  /// unchanged.
  func abandon() {
    TerminalRescue.disarm()
    patience?.cancel()
    parser.giveUp()
    guard isReading else { return }
    isReading = false
    source.suspend()
  }

  private static let lineModes = tcflag_t(ICANON | ECHO)

  private func listen() {
    guard !isReading, !hasEnded else { return }
    isReading = true
    source.resume()
  }

  private func readKeys(_ body: @MainActor (Key) -> Void) {
    // Reading from another job's terminal would stop the process.
    guard Terminal.isOurs(descriptor) else { return abandon() }
    // The source has reported input, but another job may have read that input before this job
    // returned to the foreground.
    guard hasInput else { return }
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = read(descriptor, &bytes, bytes.count)
    if count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN) {
      hasEnded = true
      isReading = false
      source.suspend()
    }
    patience?.cancel()
    for key in bytes.prefix(max(0, count)).compactMap({ parser.key(for: $0) }) { body(key) }
    waitForRest()
  }

  /// Waits for the rest of a sequence, but not for ever. A key ESC is the beginning of one, and has no rest.
  private func waitForRest() {
    guard isReading, let patience = parser.patience else { return }
    let item = DispatchWorkItem { [weak self] in
      MainActor.assumeIsolated { self?.parser.giveUp() }
    }
    self.patience = item
    let nanoseconds = Int(patience / .nanoseconds(1))
    DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds), execute: item)
  }

  private var hasInput: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }
}
