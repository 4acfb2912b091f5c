#if SERVER && os(Linux)
  import Dispatch
  import Glibc

  /// A connection on which a part of a request has been sent, and nothing more.
  final class HalfRequest: Sendable {
    private let number: Int32

    init?(_ text: String, port: UInt16) {
      number = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      let number = number
      let result = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(number, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard number >= 0, result == 0 else { return nil }
      _ = send(number, text, text.utf8.count, Int32(MSG_NOSIGNAL))
    }

    deinit {
      close(number)
    }

    /// Returns all that the server sends until it closes the connection.
    func answer() async -> String {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "half request").async { [number] in
          var answer: [UInt8] = []
          var bytes = [UInt8](repeating: 0, count: 4096)
          while case let count = recv(number, &bytes, bytes.count, 0), count > 0 {
            answer += bytes[..<count]
          }
          continuation.resume(returning: String(decoding: answer, as: UTF8.self))
        }
      }
    }

    /// Waits until the server closes the connection. A server that does not lets the test hang.
    func isClosedByServer() async -> Bool {
      await withCheckedContinuation { continuation in
        DispatchQueue(label: "half request").async { [number] in
          var byte: UInt8 = 0
          continuation.resume(returning: recv(number, &byte, 1, 0) <= 0)
        }
      }
    }
  }
#endif
