import Dispatch

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A descriptor that text is written to at once, without a buffer.
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

  func write(line: String) {
    write(line + "\n")
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
      return report(failure: Self.writeAll(bytes, to: descriptor))
    }
    let failure = Shutdown.result(grace: Shutdown.outputGrace) { done in
      queue.async { done(Self.writeAll(bytes, to: descriptor)) }
    }
    if let failure { return report(failure: failure) }
    isGivenUp = true
    if let signal = Shutdown.signal { onFailure?(.givenUp(signal)) }
  }

  private func report(failure: Int32?) {
    if let failure { onFailure?(.refused(failure)) }
  }
}

// MARK: - Writing

extension StandardStream {
  /// Writes all bytes, however few the system takes at once; answers the error's number if it
  /// takes no more.
  private nonisolated static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = writeSome(rest, to: descriptor)
      if count > 0 {
        rest.removeFirst(count)
      } else if count == 0 {
        // What takes nothing, and says nothing of it, has no room. To try again could go on for
        // ever.
        return ENOSPC
      } else if !canGoOn(errno, with: descriptor) {
        return errno
      }
    }
    return nil
  }

  private nonisolated static func writeSome(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Int
  {
    bytes.withUnsafeBytes { buffer in
      #if canImport(Darwin)
        Darwin.write(descriptor, buffer.baseAddress, buffer.count)
      #else
        Glibc.write(descriptor, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  /// Whether a failed write is worth another attempt; waits for room in a descriptor that another
  /// process has made non-blocking.
  private nonisolated static func canGoOn(_ error: Int32, with descriptor: Int32) -> Bool {
    if error == EINTR { return true }
    guard error == EAGAIN || error == EWOULDBLOCK else { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, -1) >= 0 || errno == EINTR
  }
}
