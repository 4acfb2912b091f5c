#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
import Sandglass
import SandglassCore
import SandglassTrustedTimeCore

/// A socket for datagrams to and from one address, on a port that the system chooses. The socket is closed when the
/// value is destroyed.
///
/// The socket is connected, so it does not receive datagrams from other addresses.
struct DatagramSocket: ~Copyable {
  private let number: Int32

  init(to address: DatagramAddress) throws(TimeRefusal) {
    number = socket(address.family, DatagramCalls.type, 0)
    guard number >= 0 else { throw .unreachable(errno) }
    _ = fcntl(number, F_SETFD, FD_CLOEXEC)
    let number = number
    let result = address.withPointer { connect(number, $0, $1) }
    guard result == 0 else { throw .unreachable(errno) }
  }

  deinit {
    close(number)
  }

  /// Sends a datagram. Retries if a signal interrupts the call.
  func send(_ bytes: [UInt8]) throws(TimeRefusal) {
    while true {
      let count = bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if count == bytes.count { return }
      if errno != EINTR { throw .unreachable(errno) }
    }
  }

  /// Waits for a datagram.
  ///
  /// - Parameter end: The moment at which the wait times out.
  /// - Returns: The datagram's first 256 bytes, which is more than a time server's packet contains, or nil after the
  ///   timeout.
  /// - Throws: `unreachable`, for example if no program is listening on the address.
  func receive(until end: Moment) throws(TimeRefusal) -> [UInt8]? {
    while true {
      let left = (end - SteadyClock.now).nanosecondsRoundedUp
      guard left > 0 else { return nil }
      var descriptor = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
      let count = poll(&descriptor, 1, Int32(clamping: (left + 999_999) / 1_000_000))
      if count == 0 || (count < 0 && errno == EINTR) { continue }
      guard count > 0 else { throw .unreachable(errno) }
      if let bytes = try read() { return bytes }
    }
  }

  private func read() throws(TimeRefusal) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = recv(number, &bytes, bytes.count, DatagramCalls.dontWait)
    if count >= 0 { return Array(bytes.prefix(count)) }
    // The kernel drops a datagram with an invalid checksum even after `poll` has reported it as readable.
    if errno == EINTR || errno == EAGAIN { return nil }
    throw .unreachable(errno)
  }
}
