#if os(Linux) || os(Android)
  #if canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #else
    import Glibc
  #endif

  extension DatagramCalls {
    /// The type of a datagram socket.
    static var type: Int32 { Int32(SOCK_DGRAM.rawValue) }

    /// Opens a socket for datagrams. Returns -1 if the system refuses.
    static func open(_ family: Int32) -> Int32 {
      let number = socket(family, type, 0)
      if number >= 0 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
      return number
    }

    /// The flag that makes a call return immediately if no datagram has arrived.
    static var dontWait: Int32 { Int32(MSG_DONTWAIT) }
  }
#endif
