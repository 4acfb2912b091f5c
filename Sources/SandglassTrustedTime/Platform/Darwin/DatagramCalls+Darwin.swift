#if canImport(Darwin)
  import Darwin

  extension DatagramCalls {
    /// The type of a socket for datagrams.
    static var type: Int32 { SOCK_DGRAM }

    /// Has a call not wait if nothing has come.
    static var dontWait: Int32 { MSG_DONTWAIT }
  }
#endif
