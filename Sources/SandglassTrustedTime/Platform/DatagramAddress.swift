#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif
import SandglassTrustedTimeCore

/// An address of IPv4 or IPv6, with a port, as the system writes it.
struct DatagramAddress: Sendable, Equatable {
  let family: Int32
  let bytes: [UInt8]

  /// Looks up a name, in the system's order; waits for the network.
  ///
  /// - Parameters:
  ///   - host: The name, or an address as text.
  ///   - port: The port.
  /// - Returns: At least one address.
  /// - Throws: `unreachable`, with the error of `getaddrinfo`.
  static func lookUp(_ host: String, port: UInt16) throws(TimeRefusal) -> [DatagramAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = DatagramCalls.type
    var list: UnsafeMutablePointer<addrinfo>?
    let failure = getaddrinfo(host, String(port), &hints, &list)
    guard failure == 0 else { throw .unreachable(failure) }
    defer { freeaddrinfo(list) }
    var addresses: [DatagramAddress] = []
    var next = list
    while let entry = next {
      let info = entry.pointee
      if let address = info.ai_addr {
        let bytes = UnsafeRawBufferPointer(start: address, count: Int(info.ai_addrlen))
        addresses.append(DatagramAddress(family: info.ai_family, bytes: Array(bytes)))
      }
      next = info.ai_next
    }
    return addresses
  }

  /// Calls `body` with the address as the calls on sockets take it.
  func withPointer<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    // The system gives it memory that is aligned for any address.
    var storage = sockaddr_storage()
    return withUnsafeMutableBytes(of: &storage) { memory in
      guard bytes.count <= memory.count, let start = memory.baseAddress else { return nil }
      memory.copyBytes(from: bytes)
      return body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }
}
