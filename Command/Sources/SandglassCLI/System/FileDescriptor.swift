/// Operations on file descriptors that are the same on all systems.
enum FileDescriptor {
  static func isOpen(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) >= 0
  }

  /// Creates a pipe and returns its two ends. Returns nil if no descriptors are left.
  static func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    return (ends[0], ends[1])
  }

  /// Writes all bytes, in as many calls as necessary. Returns the error number if a write fails.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest.removeFirst(count)
      } else if count == 0 {
        // The descriptor accepted no bytes and reported no error, so it is full. Retrying might
        // never end.
        return ENOSPC
      } else if !canGoOn(errno, with: descriptor) {
        return errno
      }
    }
    return nil
  }

  /// Returns whether to retry a failed write. If another process has made the descriptor
  /// non-blocking, waits until the descriptor can be written to.
  private static func canGoOn(_ error: Int32, with descriptor: Int32) -> Bool {
    if error == EINTR { return true }
    guard error == EAGAIN || error == EWOULDBLOCK else { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, -1) >= 0 || errno == EINTR
  }
}
