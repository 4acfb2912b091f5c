#if os(Linux) && (HTTP_CLIENT || URL_SESSION_ON_LINUX)
  import Foundation
  import Sandglass
  import SandglassCore
  import SandglassTestSupport
  import SandglassTrustedTime
  import Testing

  /// The whole client against a server that sends anything, with any delays, and closes connections at any time.
  @Suite(.machine)
  struct HTTPTimeServerRandomTests {
    /// A server that answers each request in a random way. Its time is right only in the answers that repeat the nonce.
    private struct AnyServer {
      var random: SeededGenerator

      /// Serves one connection until it closes it, or the client does.
      mutating func serve(_ connection: Int32) {
        while let question = read(connection), random.number(0...7) > 0 {
          let parts = answer(to: question)
          let pause = random.once(in: 4) ? UInt32(random.number(0...30_000)) : 0
          for part in parts {
            if pause > 0 { usleep(pause) }
            guard send(part, to: connection) else { return }
          }
          if random.once(in: 3) { return }
        }
      }

      private func read(_ connection: Int32) -> String? {
        var question: [UInt8] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while !question.suffix(4).elementsEqual("\r\n\r\n".utf8) {
          let count = recv(connection, &bytes, bytes.count, 0)
          guard count > 0 else { return nil }
          question += bytes.prefix(count)
        }
        return String(decoding: question, as: UTF8.self)
      }

      private func send(_ part: [UInt8], to connection: Int32) -> Bool {
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

      private mutating func answer(to question: String) -> [[UInt8]] {
        let nonce = question.split(separator: "nonce=").last?.prefix { $0 != " " } ?? ""
        let now = WallMoment.now.nanosecondsSince1970 / 1000
        let good = #"{"receive":\#(now),"transmit":\#(now),"uncertainty":5000,"nonce":"\#(nonce)"}"#
        let lie =
          #"{"receive":\#(now - 60_000_000),"transmit":\#(now),"uncertainty":0,"nonce":"1"}"#
        switch random.number(0...11) {
        case 0: return [bytes(atMost: 3000)]
        case 1: return [head("200 OK", good.utf8.count), Array(good.utf8)]
        case 2: return [head("200 OK", good.utf8.count) + Array(good.utf8)]
        case 3: return [head("200 OK", lie.utf8.count), Array(lie.utf8)]
        case 4: return head("200 OK", good.utf8.count).map { [$0] } + good.utf8.map { [$0] }
        case 5:
          return [head("200 OK", nil)] + Array(repeating: bytes(atMost: 60_000), count: 200)
        case 6:
          return [
            head("\(random.number(0...999)) Any", random.number(0...3000)), bytes(atMost: 3000),
          ]
        case 7: return [head("30\(random.number(0...8)) Moved", 0, "Location: /time\r\n")]
        case 8: return [head("401 Who", 0, "WWW-Authenticate: Basic realm=\"a\"\r\n")]
        case 9:
          return [
            head("200 OK", 5, String(repeating: "X: y\r\n", count: random.number(0...20_000)))
          ]
        case 10:
          return [
            head("200 OK", nil, "Transfer-Encoding: chunked\r\n"),
            Array("\(random.next())\r\n".utf8),
          ]
            + [bytes(atMost: 3000)]
        default:
          // Only in the head: anyone who can change the body and knows the nonce could be the server itself. Not in the
          // empty line that ends it, because of what the test `urlSessionTraps` says.
          var head = head("200 OK", good.utf8.count)
          for _ in 0..<random.number(1...4) {
            head[random.number(0...head.count - 5)] = UInt8(random.number(0...255))
          }
          return [head + Array(good.utf8)]
        }
      }

      private func head(_ status: String, _ length: Int?, _ headers: String = "") -> [UInt8] {
        let length = length.map { "Content-Length: \($0)\r\n" } ?? ""
        return Array("HTTP/1.1 \(status)\r\n\(length)\(headers)\r\n".utf8)
      }

      /// Reuses some random bytes, because new ones would take most of the test's time.
      private mutating func bytes(atMost count: Int) -> [UInt8] {
        let start = random.number(0...Self.noise.count - count)
        return Array(Self.noise[start..<start + random.number(0...count)])
      }

      private static let noise: [UInt8] = {
        var random = SeededGenerator(seed: 1)
        return (0..<100_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      }()
    }

    /// The memory of this process, in kB.
    private enum Memory {
      /// What it uses now.
      static var resident: Int { status("VmRSS") }

      /// The most that it used since `restartPeak()`.
      static var peak: Int { status("VmHWM") }

      /// Makes the peak start again from what the process uses now (proc(5), `clear_refs`).
      static func restartPeak() {
        try? "5".write(toFile: "/proc/self/clear_refs", atomically: false, encoding: .utf8)
      }

      private static func status(_ field: String) -> Int {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix(field) } ?? ""
        return line.split(separator: " ").compactMap { Int($0) }.first ?? 0
      }
    }

    /// Sends requests one after another, and notes how long each took and how much memory.
    private struct Requests {
      private(set) var answered = 0
      private(set) var longest = Duration.zero

      /// By how much each request raised the memory of the process, in kB.
      private var rises: [Int] = []

      /// What the process uses after each tenth of the requests, in kB.
      private var resident: [Int] = []

      /// Sends the requests. `request` returns whether it was answered.
      init(_ count: Int, _ request: (_ number: Int) async throws -> Bool) async throws {
        for number in 0..<count {
          Memory.restartPeak()
          let before = Memory.resident
          let sent = Timekeeper.shared.now
          if try await request(number) { answered += 1 }
          longest = max(longest, Timekeeper.shared.now - sent)
          rises.append(Memory.peak - before)
          if (number + 1) % max(1, count / 10) == 0 { resident.append(Memory.resident) }
        }
      }

      /// The first request is left out, because Foundation starts with it.
      func report(_ client: String) -> String {
        let sorted = rises.dropFirst().sorted()
        let ranks = [50, 90, 99].map { "\($0) %: \(sorted[(sorted.count - 1) * $0 / 100])" }
        return """
          \(client): \(rises.count) requests, \(answered) answered, longest \(longest), kB for each: \
          \(ranks.joined(separator: ", ")), most: \(sorted.last ?? 0), resident after each tenth: \(resident)
          """
      }
    }

    @Test(
      "Whatever a server sends, a request ends, and is never wrong",
      arguments: HTTPTransport.allCases.indices)
    func anything(over transport: Int) async throws {
      let socket = try #require(Self.serving())
      defer { socket.shutDown() }
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        [
          transport, address = socket.address as String, count = repetitions(1000) as Int
        ] in
        let url = try #require(URL(string: address))
        let client = HTTPTransport.allCases[transport]
        var server = HTTPTimeServer(url, timeout: .milliseconds(200), over: client)
        let requests = try await Requests(count) { number in
          if number % 100 == 99 {
            server = HTTPTimeServer(url, timeout: .milliseconds(200), over: client)
          }
          guard let sample = try? await server.ask(on: .shared) else { return false }
          let now = Timekeeper.shared.now
          let interval = try OffsetBound(sample).wall(at: now, drift: .standard)
          let wall = WallMoment.now
          #expect(interval.lowerBound <= wall && wall - interval.upperBound < .seconds(1))
          return true
        }
        print(requests.report("HTTPTimeServer, \(client)"))
      }
      Self.show(result)
    }

    private static func serving() -> LoopbackSocket? {
      guard let socket = LoopbackSocket(stream: true) else { return nil }
      var random = SeededGenerator(for: "a random HTTP server")
      let seeds = Locked(SeededGenerator(seed: random.next()))
      socket.acceptAll { connection in
        var server = AnyServer(random: SeededGenerator(seed: seeds.withLock { $0.next() }))
        server.serve(connection)
      }
      return socket
    }

    /// Prints what a client has printed.
    private static func show(_ result: ExitTest.Result?) {
      print(String(decoding: result?.standardOutputContent ?? [], as: UTF8.self))
    }
  }

  extension LoopbackSocket {
    fileprivate var address: String { "http://127.0.0.1:\(port)/time" }
  }
#endif
