#if os(Linux)
  import Dispatch
  import Glibc

  /// A socket on the loopback interface, for tests with answers that no real server would send.
  final class LoopbackSocket: Sendable {
    private let number: Int32
    let port: UInt16

    /// Opens a socket on a free port. Returns nil if the system does not have that address family.
    ///
    /// A socket that is not listening holds the port, so that no other program can open it and answer.
    init?(family: Int32 = AF_INET, stream: Bool = false, isListening: Bool = true) {
      let type = stream ? SOCK_STREAM : SOCK_DGRAM
      let number = socket(family, Int32(type.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      guard number >= 0 else { return nil }
      self.number = number
      let length: socklen_t
      var storage = sockaddr_storage()
      if family == AF_INET6 {
        length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        withUnsafeMutableBytes(of: &storage) { memory in
          var address = sockaddr_in6()
          address.sin6_family = sa_family_t(AF_INET6)
          address.sin6_addr = in6addr_loopback
          withUnsafeBytes(of: address) { memory.copyMemory(from: $0) }
        }
      } else {
        length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutableBytes(of: &storage) { memory in
          var address = sockaddr_in()
          address.sin_family = sa_family_t(AF_INET)
          address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
          withUnsafeBytes(of: address) { memory.copyMemory(from: $0) }
        }
      }
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      let bound = withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          guard bind(number, address, length) == 0 else { return false }
          return getsockname(number, address, &size) == 0
        }
      }
      // The port has the same offset in both kinds of addresses.
      port = withUnsafeBytes(of: storage) { UInt16($0[2]) << 8 | UInt16($0[3]) }
      guard bound else { return nil }
      if stream, isListening { listen(number, 8) }
      if !stream, !isListening { connectToItself(storage, size) }
    }

    /// Makes the system refuse the datagrams of all other sockets.
    private func connectToItself(_ storage: sockaddr_storage, _ size: socklen_t) {
      withUnsafeBytes(of: storage) { memory in
        _ = memory.withMemoryRebound(to: sockaddr.self) { connect(number, $0.baseAddress, size) }
      }
    }

    deinit {
      close(number)
    }

    /// Calls `body` on a separate thread. Swift concurrency has only as many threads as cores, so none of them may wait
    /// for a request.
    func onThread(_ body: @escaping @Sendable (LoopbackSocket) -> Void) {
      DispatchQueue(label: "loopback").async { body(self) }
    }

    /// Waits for a request, and sends the results of `answers` to its sender, in order.
    func answerOnce(_ answers: ([UInt8]) -> [[UInt8]]) {
      var bytes = [UInt8](repeating: 0, count: 256)
      var storage = sockaddr_storage()
      var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
      withUnsafeMutablePointer(to: &storage) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
          let count = recvfrom(number, &bytes, bytes.count, 0, address, &size)
          guard count >= 0 else { return }
          for answer in answers(Array(bytes.prefix(count))) {
            _ = sendto(number, answer, answer.count, 0, address, size)
          }
        }
      }
    }

    /// Accepts one connection, and answers that many requests. Each answer is made when its request has arrived.
    func serve(_ count: Int = 1, _ answer: (_ question: String) -> String) {
      serveParts(count) { [answer($0)] }
    }

    /// Accepts one connection, and answers that many requests, in parts. Stops if the client has closed the connection.
    func serveParts<Parts: Sequence<String>>(
      _ count: Int = 1, _ answer: (_ question: String) -> Parts
    ) {
      let connection = accept()
      guard connection >= 0 else { return }
      defer { close(connection) }
      for _ in 0..<count {
        var question: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !String(decoding: question, as: UTF8.self).contains("\r\n\r\n") {
          let count = recv(connection, &bytes, bytes.count, 0)
          guard count > 0 else { return }
          question += bytes.prefix(count)
        }
        for part in answer(String(decoding: question, as: UTF8.self)) {
          let bytes = Array(part.utf8)
          var sent = 0
          while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
              Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
          }
        }
      }
    }

    /// Accepts connections until the socket is shut down. Each has a thread of its own.
    func acceptAll(_ serve: @escaping @Sendable (_ connection: Int32) -> Void) {
      onThread { socket in
        while true {
          let connection = socket.accept()
          guard connection >= 0 else { return }
          DispatchQueue(label: "loopback connection").async {
            serve(connection)
            close(connection)
          }
        }
      }
    }

    /// Ends `acceptAll`.
    func shutDown() {
      shutdown(number, Int32(SHUT_RDWR))
    }

    /// Waits for a connection, which no process inherits, so that it ends when it is closed. Returns a negative number once
    /// the socket is shut down.
    private func accept() -> Int32 {
      let connection = Glibc.accept(number, nil, nil)
      if connection >= 0 { _ = fcntl(connection, F_SETFD, FD_CLOEXEC) }
      return connection
    }

    /// Waits until the client closes a connection without an answer.
    func acceptInSilence() {
      let connection = accept()
      guard connection >= 0 else { return }
      var bytes = [UInt8](repeating: 0, count: 4096)
      while recv(connection, &bytes, bytes.count, 0) > 0 {}
      close(connection)
    }
  }
#endif
