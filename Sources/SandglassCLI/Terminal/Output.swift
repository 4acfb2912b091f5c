#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A descriptor that text is written to at once, without a buffer.
@MainActor
final class Output {
  static let standard = Output(STDOUT_FILENO)
  static let error = Output(STDERR_FILENO)

  let descriptor: Int32

  /// What to do, with the error's number, when nothing can be written any more.
  var onFailure: ((Int32) -> Void)?

  var isTerminal: Bool { isatty(descriptor) == 1 }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  func write(line: String) {
    write(line + "\n")
  }

  /// Writes all of the text, or reports the failure.
  func write(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = writeSome(bytes)
      if count >= 0 {
        bytes.removeFirst(count)
      } else if !canGoOn(errno) {
        onFailure?(errno)
        return
      }
    }
  }

  private func writeSome(_ bytes: ArraySlice<UInt8>) -> Int {
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
  private func canGoOn(_ error: Int32) -> Bool {
    if error == EINTR { return true }
    guard error == EAGAIN || error == EWOULDBLOCK else { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, -1) >= 0 || errno == EINTR
  }
}
