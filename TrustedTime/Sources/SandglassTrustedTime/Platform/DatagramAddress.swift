#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#else
  import Glibc
#endif
import SandglassTrustedTimeCore

/// An IPv4 or IPv6 address with a port, in the system's representation.
struct DatagramAddress: Sendable, Equatable {
  let family: Int32
  let bytes: [UInt8]

  /// Looks up a name. Blocks while waiting for the network.
  ///
  /// - Parameters:
  ///   - host: The name, or an address as a string.
  ///   - port: The port.
  /// - Returns: At least one address, in the system's order.
  /// - Throws: `unsent`, with the error of `getaddrinfo`.
  static func lookUp(_ host: String, port: UInt16) throws(TimeRefusal) -> [DatagramAddress] {
    var hints = addrinfo()
    hints.ai_family = AF_UNSPEC
    hints.ai_socktype = DatagramCalls.type
    var list: UnsafeMutablePointer<addrinfo>?
    let failure = getaddrinfo(host, String(port), &hints, &list)
    guard failure == 0 else { throw .unsent(failure) }
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

  /// Calls `body` with a pointer to the address, in the form that socket calls expect.
  func withPointer<Result>(
    _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result? {
    // A `sockaddr_storage` is aligned for every type of address.
    var storage = sockaddr_storage()
    return withUnsafeMutableBytes(of: &storage) { memory in
      guard bytes.count <= memory.count, let start = memory.baseAddress else { return nil }
      memory.copyBytes(from: bytes)
      return body(start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
  }
}
