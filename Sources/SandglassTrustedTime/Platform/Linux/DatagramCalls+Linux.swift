#if os(Linux)
  import Glibc

  extension DatagramCalls {
    /// The type of a socket for datagrams.
    static var type: Int32 { Int32(SOCK_DGRAM.rawValue) }

    /// Has a call not wait if nothing has come.
    static var dontWait: Int32 { Int32(MSG_DONTWAIT) }
  }
#endif
