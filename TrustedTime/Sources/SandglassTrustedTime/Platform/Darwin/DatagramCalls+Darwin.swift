#if canImport(Darwin)
  import Darwin

  extension DatagramCalls {
    /// The type of a datagram socket.
    static var type: Int32 { SOCK_DGRAM }

    /// Opens a socket for datagrams. Returns -1 if the system refuses.
    ///
    /// The system makes the sockets of a suspended app defunct, and sending on such a socket would otherwise raise
    /// SIGPIPE, which ends the process.
    static func open(_ family: Int32) -> Int32 {
      let number = socket(family, type, 0)
      guard number >= 0 else { return number }
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      var isOn: Int32 = 1
      setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &isOn, socklen_t(MemoryLayout<Int32>.size))
      return number
    }

    /// The flag that makes a call return immediately if no datagram has arrived.
    static var dontWait: Int32 { MSG_DONTWAIT }
  }
#endif
