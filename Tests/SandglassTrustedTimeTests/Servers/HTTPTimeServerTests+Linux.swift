#if os(Linux)
  import Foundation
  import Sandglass
  import SandglassCore
  import SandglassTestSupport
  import SandglassTrustedTime
  import Testing

  /// Tests with real sockets, on the loopback interface.
  @Suite(.machine)
  struct HTTPTimeServerTests {
    /// The nonce in the first line of a request.
    private static func nonce(_ question: String) -> String {
      String(
        question.prefix { $0 != "\r" }.split(separator: "nonce=").last?.prefix { $0 != " " } ?? "")
    }

    /// The answer of a server that has this machine's time.
    private static func answer(
      to question: String, status: String = "200 OK", headers: String = "", body: String? = nil
    ) -> String {
      let now = WallMoment.now.nanosecondsSince1970 / 1000
      let body =
        body
        ?? #"{"receive":\#(now),"transmit":\#(now),"uncertainty":3000000,"nonce":"\#(nonce(question))"}"#
      return "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n"
        + "Cache-Control: no-store\r\n\(headers)\r\n\(body)"
    }

    private static func ask(
      timeout: Duration = .seconds(10), freshness: HTTPTimeServer.Freshness = .nonce,
      _ answer: @escaping @Sendable (String) -> String
    ) async throws -> TimeSample {
      try await askInParts(timeout: timeout, freshness: freshness) { [answer($0)] }
    }

    private static func askInParts<Parts: Sequence<String> & SendableMetatype>(
      timeout: Duration, freshness: HTTPTimeServer.Freshness = .nonce,
      _ answer: @escaping @Sendable (String) -> Parts
    ) async throws -> TimeSample {
      let socket = try #require(LoopbackSocket(stream: true))
      socket.onThread { $0.serveParts(1, answer) }
      let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/time"))
      return try await HTTPTimeServer(url, timeout: timeout, freshness: freshness).ask(on: .shared)
    }

    @Test("The bound of an answer contains this machine's time")
    func good() async throws {
      let sample = try await Self.ask { Self.answer(to: $0) }
      let interval = try OffsetBound(sample).wall(at: Timekeeper.shared.now, drift: .standard)
      #expect(interval.lowerBound <= WallMoment.now)
      #expect(sample.uncertainty == .seconds(3) + .microseconds(1))
    }

    @Test("An answer from a cache is refused, even one that is new")
    func cached() async {
      await #expect(throws: TimeRefusal.cached) {
        try await Self.ask { Self.answer(to: $0, headers: "Age: 0\r\n") }
      }
    }

    @Test("Another status is refused, and status 429 reduces the rate of requests")
    func status() async {
      await #expect(throws: TimeRefusal.status(404)) {
        try await Self.ask { Self.answer(to: $0, status: "404 Not Found") }
      }
      await #expect(throws: TimeRefusal.rate) {
        try await Self.ask { Self.answer(to: $0, status: "429 Too Many Requests") }
      }
    }

    @Test("An answer that ends within its head is refused, but Foundation before Swift 6.4 traps")
    func endsWithinHead() async throws {
      let socket = try #require(LoopbackSocket(stream: true))
      socket.onThread { $0.serve { _ in "HTTP/1.1 200 OK\r\n" } }
      // swiftlang/swift-corelibs-foundation, issue 5285.
      #if compiler(>=6.4)
        let ending = ExitTest.Condition.success
      #elseif arch(arm64)
        let ending = ExitTest.Condition.signal(SIGTRAP)
      #else
        let ending = ExitTest.Condition.signal(SIGILL)
      #endif
      await #expect(processExitsWith: ending) { [port = socket.port as UInt16] in
        let url = try #require(URL(string: "http://127.0.0.1:\(port)/time"))
        await #expect(throws: TimeRefusal.self) { try await HTTPTimeServer(url).ask(on: .shared) }
      }
    }

    @Test("A captive portal's page is refused")
    func portal() async {
      await #expect(throws: TimeRefusal.malformed) {
        try await Self.ask { Self.answer(to: $0, body: "<html>Log in first</html>") }
      }
    }

    @Test("A port without a listener is unreachable")
    func unreachable() async throws {
      let socket = try #require(LoopbackSocket(stream: true, isListening: false))
      let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/time"))
      await #expect(throws: TimeRefusal.unreachable(Int32(URLError.cannotConnectToHost.rawValue))) {
        try await HTTPTimeServer(url, timeout: .seconds(10)).ask(on: .shared)
      }
      withExtendedLifetime(socket) {}
    }

    @Test("A burst uses one connection")
    func burst() async throws {
      let socket = try #require(LoopbackSocket(stream: true))
      socket.onThread { $0.serve(8) { Self.answer(to: $0) } }
      let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/time"))
      let clock = TrustedClock(asking: HTTPTimeServer(url, timeout: .seconds(10)))
      let reading = await clock.synchronize()
      #expect(reading.status == .synchronized)
      #expect(clock.refusals == [nil])
    }

    // Answers that an attacker, a captive portal or a cache may send.

    @Test("An answer that arrives slowly is ended by the timeout, which is for the whole request")
    func dripping() async {
      await #expect(throws: TimeRefusal.timedOut) {
        try await Self.askInParts(timeout: .milliseconds(400)) { question in
          Self.answer(to: question).lazy.map { character in
            usleep(20_000)
            return String(character)
          }
        }
      }
    }

    @Test("A request to a server that accepts a connection and sends nothing ends at the timeout")
    func silent() async throws {
      let socket = try #require(LoopbackSocket(stream: true))
      socket.onThread { $0.acceptInSilence() }
      let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/time"))
      await #expect(throws: TimeRefusal.timedOut) {
        try await HTTPTimeServer(url, timeout: .milliseconds(200)).ask(on: .shared)
      }
    }

    @Test("A captive portal that asks for a password gets none, and the request ends")
    func password() async {
      for scheme in ["Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"b\"", "Negotiate", "NTLM"] {
        await #expect(throws: TimeRefusal.status(401)) {
          try await Self.ask {
            Self.answer(
              to: $0, status: "401 Unauthorized", headers: "WWW-Authenticate: \(scheme)\r\n")
          }
        }
      }
    }

    // On Linux, a session goes on reading what arrives, so the body is only as long as it has to be.
    @Test("Of a body that is too long, only the beginning is read")
    func endless() async {
      await #expect {
        try await Self.askInParts(timeout: .seconds(10)) { _ in
          ["HTTP/1.1 200 OK\r\n\r\n"]
            + repeatElement(String(repeating: " ", count: 65_536), count: 1000)
        }
      } throws: { error in
        if case TimeRefusal.wrongLength(let count) = error {
          (1025...1_000_000).contains(count)
        } else {
          false
        }
      }
    }

    @Test("A redirection is not followed", arguments: [301, 302, 303, 307, 308])
    func redirected(status: Int) async throws {
      let other = try #require(LoopbackSocket(stream: true))
      other.onThread { $0.serve { Self.answer(to: $0) } }
      await #expect(throws: TimeRefusal.status(status)) {
        try await Self.ask {
          Self.answer(
            to: $0, status: "\(status) Moved",
            headers: "Location: http://127.0.0.1:\(other.port)/time\r\n")
        }
      }
    }

    @Test("An answer to another request is refused")
    func replayed() async {
      let old = Self.answer(to: "GET /time?nonce=old HTTP/1.1\r\n")
      await #expect(throws: TimeRefusal.wrongOrigin) { try await Self.ask { _ in old } }
      await #expect(throws: TimeRefusal.wrongOrigin) {
        try await Self.ask { _ in
          Self.answer(
            to: "",
            body: #"{"receive":1893456000000000,"transmit":1893456000000000,"uncertainty":5}"#)
        }
      }
    }

    @Test("Without a nonce, `Date` must agree with the body, and no cache may have answered")
    func dated() async throws {
      func date(_ shift: Double) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return "Date: \(format.string(from: Date() + shift))\r\n"
      }
      let (present, old) = (date(0), date(-60))
      _ = try await Self.ask(freshness: .date) { Self.answer(to: $0, headers: present) }
      for headers in [old, "", present + "X-Cache: HIT from edge\r\n", present + "Age: 3\r\n"] {
        await #expect(throws: TimeRefusal.cached) {
          try await Self.ask(freshness: .date) { Self.answer(to: $0, headers: headers) }
        }
      }
    }

    @Test("A request has a new nonce, and no cookies or credentials")
    func question() async throws {
      let socket = try #require(LoopbackSocket(stream: true))
      let seen = Locked<[String]>([])
      socket.onThread {
        $0.serve(2) { question in
          seen.withLock { $0.append(question) }
          return Self.answer(to: question, headers: "Set-Cookie: a=b\r\n")
        }
      }
      let url = try #require(URL(string: "http://me:secret@127.0.0.1:\(socket.port)/time?a=b"))
      let server = HTTPTimeServer(url, timeout: .seconds(10))
      for _ in 0..<2 { _ = try await server.ask(on: .shared) }
      let questions = seen.withLock { $0 }
      #expect(Set(questions.map(Self.nonce)).count == 2)
      for question in questions {
        #expect(question.hasPrefix("GET /time?a=b&nonce="))
        #expect(!question.lowercased().contains("cookie"))
      }
    }

    @Test("A task that is cancelled does not wait for the answer, and the next request is answered")
    func cancelled() async throws {
      let socket = try #require(LoopbackSocket(stream: true))
      let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/time"))
      let server = HTTPTimeServer(url, timeout: .seconds(10))
      let task = Task { try await server.ask(on: .shared) }
      socket.onThread { socket in
        socket.serveParts { _ -> [String] in
          task.cancel()
          return []
        }
        socket.serve { Self.answer(to: $0) }
      }
      await #expect(throws: TimeRefusal.cancelled) { try await task.value }
      _ = try await server.ask(on: .shared)
    }
  }
#endif
