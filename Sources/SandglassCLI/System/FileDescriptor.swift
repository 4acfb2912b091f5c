/// What is done with descriptors, alike on all systems.
enum FileDescriptor {
  static func isOpen(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_GETFD) >= 0
  }

  /// The two ends of a new pipe; nil if the system has none.
  static func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    return (ends[0], ends[1])
  }

  /// Writes all bytes, however few the system takes at once; answers the error's number if it
  /// takes no more.
  static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
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

  /// Whether a failed write is worth another attempt; waits for room in a descriptor that another
  /// process has made non-blocking.
  private static func canGoOn(_ error: Int32, with descriptor: Int32) -> Bool {
    if error == EINTR { return true }
    guard error == EAGAIN || error == EWOULDBLOCK else { return false }
    var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    return poll(&request, 1, -1) >= 0 || errno == EINTR
  }
}
