#if canImport(Darwin)
  import Darwin

  extension DatagramCalls {
    /// The type of a datagram socket.
    static var type: Int32 { SOCK_DGRAM }

    /// The flag that makes a call return immediately if no datagram has arrived.
    static var dontWait: Int32 { MSG_DONTWAIT }
  }
#endif
