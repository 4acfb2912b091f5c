#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif
import Sandglass
import SandglassCore
import SandglassTrustedTimeCore

/// A socket for datagrams to and from one address, on a port that the system chooses. The socket is closed when the
/// object is released.
///
/// The socket is connected, so it does not receive datagrams from other addresses.
final class DatagramSocket: Sendable {
  private let number: Int32

  /// Opens a socket.
  ///
  /// - Throws: `unsent`, for example if there is no route to the address.
  init(to address: DatagramAddress) throws(TimeRefusal) {
    number = DatagramCalls.open(address.family)
    guard number >= 0 else { throw .unsent(errno) }
    let number = number
    let result = address.withPointer { connect(number, $0, $1) }
    guard result == 0 else { throw .unsent(errno) }
  }

  deinit {
    close(number)
  }

  /// Sends a datagram. Retries if a signal interrupts the call.
  ///
  /// - Throws: `unsent`, or `unreachable` if a previous datagram did not reach a program.
  func send(_ bytes: [UInt8]) throws(TimeRefusal) {
    while true {
      let count = bytes.withUnsafeBytes { write(number, $0.baseAddress, $0.count) }
      if count == bytes.count { return }
      if errno == ECONNREFUSED { throw .unreachable(errno) }
      if errno != EINTR { throw .unsent(errno) }
    }
  }

  /// Waits until a datagram or an error has arrived at one of several sockets, or a signal interrupts the wait.
  ///
  /// - Parameters:
  ///   - sockets: The sockets.
  ///   - end: The moment at which the wait ends.
  static func wait(for sockets: [DatagramSocket], until end: Moment) {
    let left = (end - SteadyClock.now).clampedNanoseconds
    var descriptors = sockets.map { pollfd(fd: $0.number, events: Int16(POLLIN), revents: 0) }
    let count = nfds_t(descriptors.count)
    poll(&descriptors, count, Int32(clamping: left.addingClamped(999_999) / 1_000_000))
  }

  /// Returns the first 256 bytes of the next datagram, which is more than a time server's packet contains, or nil if none
  /// has arrived.
  ///
  /// - Throws: `unreachable`, for example if no program is listening on the address.
  func receive() throws(TimeRefusal) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = recv(number, &bytes, bytes.count, DatagramCalls.dontWait)
    if count >= 0 { return Array(bytes.prefix(count)) }
    if errno == EINTR || errno == EAGAIN { return nil }
    throw .unreachable(errno)
  }
}
