#if os(Linux)
  import Glibc
  import Sandglass
  import SandglassCore
  import SandglassTestSupport

  /// A server that sends a `GeneratedAnswer` to each request.
  struct AnswerServer {
    private let socket: LoopbackSocket

    /// Starts the server. A request whose query has an item `seed` gets the answer of that seed; any other one gets the
    /// next answer. Plain answers have nothing that makes URLSession trap on Linux.
    init?(_ random: SeededGenerator, isPlain: Bool) {
      guard let socket = LoopbackSocket(stream: true) else { return nil }
      self.socket = socket
      let seeds = Locked(random)
      socket.acceptAll { connection in
        while let question = Self.read(connection) {
          let seed = Self.item("seed", of: question).flatMap { UInt64($0) }
          let answer = GeneratedAnswer(
            seed: seed ?? seeds.withLock { $0.next() },
            nonce: Self.item("nonce", of: question) ?? "",
            microseconds: Int64(WallMoment.now.nanosecondsSince1970 / 1000), isPlain: isPlain)
          for part in answer.parts { guard Self.send(part, to: connection) else { return } }
          switch answer.ending {
          case .open: continue
          case .close: return
          case .reset:
            // With a linger time of zero, closing resets the connection.
            var linger = linger(l_onoff: 1, l_linger: 0)
            setsockopt(
              connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
            return
          }
        }
      }
    }

    var address: String { "http://127.0.0.1:\(socket.port)/time" }

    func shutDown() {
      socket.shutDown()
    }

    private static func item(_ name: String, of question: String) -> String? {
      let line = question.prefix { $0 != "\r\n" }
      return line.split(whereSeparator: { "?& ".contains($0) })
        .first { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    private static func read(_ connection: Int32) -> String? {
      // The parts of an answer are to arrive apart.
      var isOn: Int32 = 1
      setsockopt(
        connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
      var question: [UInt8] = []
      var bytes = [UInt8](repeating: 0, count: 4096)
      while !question.suffix(4).elementsEqual("\r\n\r\n".utf8) {
        let count = recv(connection, &bytes, bytes.count, 0)
        guard count > 0 else { return nil }
        question += bytes.prefix(count)
      }
      return String(decoding: question, as: UTF8.self)
    }

    private static func send(_ part: [UInt8], to connection: Int32) -> Bool {
      var sent = 0
      while sent < part.count {
        let count = part[sent...].withUnsafeBytes {
          Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return false }
        sent += count
      }
      return true
    }
  }
#endif
