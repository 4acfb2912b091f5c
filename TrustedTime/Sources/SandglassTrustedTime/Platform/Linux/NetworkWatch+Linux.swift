#if os(Linux) || os(Android)
  import CSandglass
  import Dispatch
  #if canImport(Musl)
    import Musl
  #elseif canImport(Android)
    import Android
  #else
    import Glibc
  #endif

  /// Reports changes of the machine's addresses, routes and network interfaces, which the kernel sends to a socket.
  // Sendable: nothing changes after the initialiser, and a dispatch source may be used on every thread.
  final class NetworkWatch: @unchecked Sendable {
    private let source: any DispatchSourceRead

    init?(changed: @escaping @Sendable () -> Void) {
      let socket = sandglass_network_watch_make()
      guard socket >= 0 else { return nil }
      source = DispatchSource.makeReadSource(
        fileDescriptor: socket, queue: DispatchQueue(label: "sandglass network"))
      source.setEventHandler { [source] in
        if Self.empty(socket) { changed() } else { source.cancel() }
      }
      source.setCancelHandler { close(socket) }
      source.activate()
    }

    func invalidate() {
      source.cancel()
    }

    /// Discards everything that the kernel has sent, whose details do not matter: a change may be the last that was
    /// missing for a connection. Returns false if the socket can no longer be read.
    private static func empty(_ socket: Int32) -> Bool {
      var bytes = [UInt8](repeating: 0, count: 8192)
      while true {
        if recv(socket, &bytes, bytes.count, Int32(MSG_DONTWAIT)) > 0 { continue }
        // The kernel reports ENOBUFS once if it had to drop messages.
        if errno == EINTR || errno == ENOBUFS { continue }
        return errno == EAGAIN
      }
    }
  }
#endif
