#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A call of the system that failed.
struct FailedCall: Error {
  let name: String
  let error: Int32
}

/// A UDP socket on a free port. It is closed when the object is deallocated.
final class LoopbackSocket: Sendable {
  /// 127.0.0.1.
  static let loopback: UInt32 = 0x7F00_0001

  /// All addresses of this machine.
  static let any: UInt32 = 0

  let number: Int32
  let port: UInt16

  init(on host: UInt32 = loopback) throws(FailedCall) {
    #if canImport(Darwin)
      let type = SOCK_DGRAM
    #else
      let type = Int32(SOCK_DGRAM.rawValue)
    #endif
    number = socket(AF_INET, type, 0)
    guard number >= 0 else { throw FailedCall(name: "socket", error: errno) }
    let number = number
    var address = Self.address(host, port: 0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = Self.withPointer(to: &address) {
      bind(number, $0, size) == 0 && getsockname(number, $0, &size) == 0
    }
    port = UInt16(bigEndian: address.sin_port)
    guard isBound else {
      let error = errno
      close(number)
      throw FailedCall(name: "bind", error: error)
    }
  }

  deinit {
    close(number)
  }

  /// Returns a datagram that has arrived and its sender's port, or nil if none has arrived.
  func receive() -> (bytes: [UInt8], port: UInt16)? {
    var bytes = [UInt8](repeating: 0, count: 256)
    var sender = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let count = Self.withPointer(to: &sender) {
      recvfrom(number, &bytes, bytes.count, Int32(MSG_DONTWAIT), $0, &size)
    }
    guard count >= 0 else { return nil }
    return (Array(bytes.prefix(count)), UInt16(bigEndian: sender.sin_port))
  }

  /// Sends a datagram. A datagram that cannot be sent is lost.
  func send(_ bytes: [UInt8], to port: UInt16, of host: UInt32 = loopback) {
    var receiver = Self.address(host, port: port)
    _ = Self.withPointer(to: &receiver) {
      sendto(number, bytes, bytes.count, 0, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
    }
  }

  private static func address(_ host: UInt32, port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = host.bigEndian
    return address
  }

  private static func withPointer<Result>(
    to address: inout sockaddr_in, _ body: (UnsafeMutablePointer<sockaddr>) -> Result
  ) -> Result {
    withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
    }
  }
}
