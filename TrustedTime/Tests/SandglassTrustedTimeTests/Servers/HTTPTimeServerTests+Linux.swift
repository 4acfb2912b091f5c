#if os(Linux) && (HTTP_CLIENT || URL_SESSION_ON_LINUX)
  import Foundation
  import Sandglass
  import SandglassCore
  import SandglassTestSupport
  import SandglassTrustedTime
  import Testing

  extension HTTPTransport {
    /// The clients that all answers are tried on. URLSession on Linux traps, or deviates, for some.
    static let tested = allCases.filter { "\($0)" != "urlSession" }
  }

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
      over transport: HTTPTransport, timeout: Duration = .seconds(10),
      freshness: HTTPTimeServer.Freshness = .nonce,
      _ answer: @escaping @Sendable (String) -> String
    ) async throws -> TimeSample {
      try await askInParts(over: transport, timeout: timeout, freshness: freshness) {
        [answer($0)]
      }
    }

    private static func askInParts<Parts: Sequence<String> & SendableMetatype>(
      over transport: HTTPTransport, timeout: Duration,
      freshness: HTTPTimeServer.Freshness = .nonce, _ answer: @escaping @Sendable (String) -> Parts
    ) async throws -> TimeSample {
      let socket = try #require(LoopbackSocket(stream: true))
      socket.onThread { $0.serveParts(1, answer) }
      let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/time"))
      return try await HTTPTimeServer(
        url, timeout: timeout, freshness: freshness, over: transport
      ).ask(on: .shared)
    }

    @Test("The bound of an answer contains this machine's time", arguments: HTTPTransport.allCases)
    func good(over transport: HTTPTransport) async throws {
      let sample = try await Self.ask(over: transport) { Self.answer(to: $0) }
      let interval = try OffsetBound(sample).wall(at: Timekeeper.shared.now, drift: .standard)
      #expect(interval.lowerBound <= WallMoment.now)
      #expect(sample.uncertainty == .seconds(3) + .microseconds(1))
    }

    @Test(
      "An answer from a cache is refused, even one that is new", arguments: HTTPTransport.allCases)
    func cached(over transport: HTTPTransport) async {
      await #expect(throws: TimeRefusal.cached) {
        try await Self.ask(over: transport) { Self.answer(to: $0, headers: "Age: 0\r\n") }
      }
    }

    @Test(
      "Another status is refused, and status 429 reduces the rate of requests, and 410 ends them",
      arguments: HTTPTransport.allCases)
    func status(over transport: HTTPTransport) async {
      await #expect(throws: TimeRefusal.status(404)) {
        try await Self.ask(over: transport) { Self.answer(to: $0, status: "404 Not Found") }
      }
      await #expect(throws: TimeRefusal.rate) {
        try await Self.ask(over: transport) { Self.answer(to: $0, status: "429 Too Many Requests") }
      }
      await #expect(throws: TimeRefusal.denied) {
        try await Self.ask(over: transport) { Self.answer(to: $0, status: "410 Gone") }
      }
    }

    @Test("A captive portal's page is refused", arguments: HTTPTransport.allCases)
    func portal(over transport: HTTPTransport) async {
      await #expect(throws: TimeRefusal.malformed) {
        try await Self.ask(over: transport) {
          Self.answer(to: $0, body: "<html>Log in first</html>")
        }
      }
    }

    @Test("A port without a listener is unreachable", arguments: HTTPTransport.allCases)
    func unreachable(over transport: HTTPTransport) async throws {
      let socket = try #require(LoopbackSocket(stream: true, isListening: false))
      let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/time"))
      // async-http-client passes on the system's error code.
      let code =
        "\(transport)" == "urlSession"
        ? Int32(URLError.cannotConnectToHost.rawValue) : ECONNREFUSED
      await #expect(throws: TimeRefusal.unreachable(code)) {
        try await HTTPTimeServer(url, timeout: .seconds(10), over: transport).ask(on: .shared)
      }
      withExtendedLifetime(socket) {}
    }

    @Test("A burst uses one connection", arguments: HTTPTransport.allCases)
    func burst(over transport: HTTPTransport) async throws {
      let socket = try #require(LoopbackSocket(stream: true))
      socket.onThread { $0.serve(8) { Self.answer(to: $0) } }
      let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/time"))
      let clock = TrustedClock(asking: HTTPTimeServer(url, timeout: .seconds(10), over: transport))
      let reading = await clock.synchronize()
      #expect(reading.status == .synchronized)
      #expect(clock.refusals == [nil])
    }

    // Answers that an attacker, a captive portal or a cache may send.

    @Test(
      "An answer that arrives slowly is ended by the timeout, which is for the whole request",
      arguments: HTTPTransport.allCases)
    func dripping(over transport: HTTPTransport) async {
      await #expect(throws: TimeRefusal.timedOut) {
        try await Self.askInParts(over: transport, timeout: .milliseconds(400)) { question in
          Self.answer(to: question).lazy.map { character in
            usleep(20_000)
            return String(character)
          }
        }
      }
    }

    @Test(
      "A request to a server that accepts a connection and sends nothing ends at the timeout",
      arguments: HTTPTransport.allCases)
    func silent(over transport: HTTPTransport) async throws {
      let socket = try #require(LoopbackSocket(stream: true))
      socket.onThread { $0.acceptInSilence() }
      let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/time"))
      await #expect(throws: TimeRefusal.timedOut) {
        try await HTTPTimeServer(url, timeout: .milliseconds(200), over: transport).ask(on: .shared)
      }
    }

    @Test(
      "A captive portal that asks for a password gets none, and the request ends",
      arguments: HTTPTransport.allCases)
    func password(over transport: HTTPTransport) async {
      for scheme in ["Basic realm=\"a\"", "Digest realm=\"a\", nonce=\"b\"", "Negotiate", "NTLM"] {
        await #expect(throws: TimeRefusal.status(401)) {
          try await Self.ask(over: transport) {
            Self.answer(
              to: $0, status: "401 Unauthorized", headers: "WWW-Authenticate: \(scheme)\r\n")
          }
        }
      }
    }

    // On Linux, a session goes on reading what arrives, so the body is only as long as it has to be.
    @Test(
      "Of a body that is too long, only the beginning is read", arguments: HTTPTransport.allCases)
    func endless(over transport: HTTPTransport) async {
      await #expect {
        try await Self.askInParts(over: transport, timeout: .seconds(10)) { _ in
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

    @Test(
      "A redirection is not followed", arguments: HTTPTransport.allCases,
      [301, 302, 303, 307, 308])
    func redirected(over transport: HTTPTransport, status: Int) async throws {
      let other = try #require(LoopbackSocket(stream: true))
      other.onThread { $0.serve { Self.answer(to: $0) } }
      await #expect(throws: TimeRefusal.status(status)) {
        try await Self.ask(over: transport) {
          Self.answer(
            to: $0, status: "\(status) Moved",
            headers: "Location: http://127.0.0.1:\(other.port)/time\r\n")
        }
      }
    }

    @Test("An answer to another request is refused", arguments: HTTPTransport.allCases)
    func replayed(over transport: HTTPTransport) async {
      let old = Self.answer(to: "GET /time?nonce=old HTTP/1.1\r\n")
      await #expect(throws: TimeRefusal.wrongOrigin) {
        try await Self.ask(over: transport) { _ in old }
      }
      await #expect(throws: TimeRefusal.wrongOrigin) {
        try await Self.ask(over: transport) { _ in
          Self.answer(
            to: "",
            body: #"{"receive":1893456000000000,"transmit":1893456000000000,"uncertainty":5}"#)
        }
      }
    }

    @Test(
      "Without a nonce, `Date` must agree with the body, and no cache may have answered",
      arguments: HTTPTransport.allCases)
    func dated(over transport: HTTPTransport) async throws {
      func date(_ shift: Double) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(identifier: "GMT")
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return "Date: \(format.string(from: Date() + shift))\r\n"
      }
      let (present, old) = (date(0), date(-60))
      _ = try await Self.ask(over: transport, freshness: .date) {
        Self.answer(to: $0, headers: present)
      }
      for headers in [old, "", present + "X-Cache: HIT from edge\r\n", present + "Age: 3\r\n"] {
        await #expect(throws: TimeRefusal.cached) {
          try await Self.ask(over: transport, freshness: .date) {
            Self.answer(to: $0, headers: headers)
          }
        }
      }
    }

    @Test(
      "A request has a new nonce, and no cookies or credentials", arguments: HTTPTransport.allCases)
    func question(over transport: HTTPTransport) async throws {
      let socket = try #require(LoopbackSocket(stream: true))
      let seen = Locked<[String]>([])
      socket.onThread {
        $0.serve(2) { question in
          seen.withLock { $0.append(question) }
          return Self.answer(to: question, headers: "Set-Cookie: a=b\r\n")
        }
      }
      let url = try #require(
        URL(string: "http://me:secret@127.0.0.1:\(socket.port)/time?a=b&nonce=old#part"))
      let server = HTTPTimeServer(url, timeout: .seconds(10), over: transport)
      for _ in 0..<2 { _ = try await server.ask(on: .shared) }
      let questions = seen.withLock { $0 }
      #expect(Set(questions.map(Self.nonce)).count == 2)
      for question in questions {
        #expect(question.hasPrefix("GET /time?a=b&nonce="))
        #expect(!question.lowercased().contains("cookie"))
        #expect(!question.lowercased().contains("authorization"))
        #expect(!question.contains("secret") && !question.contains("me@"))
      }
    }

    @Test(
      "A task that is cancelled does not wait for the answer, and the next request is answered",
      arguments: HTTPTransport.allCases)
    func cancelled(over transport: HTTPTransport) async throws {
      let socket = try #require(LoopbackSocket(stream: true))
      let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/time"))
      let server = HTTPTimeServer(url, timeout: .seconds(10), over: transport)
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

    @Test("The final answer counts after interim ones", arguments: HTTPTransport.tested)
    func interim(over transport: HTTPTransport) async throws {
      let hints = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>\r\n\r\n"
      for interim in ["HTTP/1.1 100 Continue\r\n\r\n", hints, hints + hints] {
        _ = try await Self.ask(over: transport) { interim + Self.answer(to: $0) }
      }
      await #expect(throws: TimeRefusal.status(404)) {
        try await Self.ask(over: transport) {
          hints + Self.answer(to: $0, status: "404 Not Found")
        }
      }
    }

    @Test("A redirection without a location has its status", arguments: HTTPTransport.tested)
    func redirectedToNothing(over transport: HTTPTransport) async {
      await #expect(throws: TimeRefusal.status(302)) {
        try await Self.ask(over: transport) { Self.answer(to: $0, status: "302 Found") }
      }
    }

    @Test("Trailers after a chunked answer change nothing", arguments: HTTPTransport.tested)
    func trailers(over transport: HTTPTransport) async throws {
      @Sendable func chunked(_ status: String, _ body: String) -> String {
        let chunk = body.isEmpty ? "" : "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n"
        return "HTTP/1.1 \(status)\r\nTransfer-Encoding: chunked\r\n\r\n\(chunk)0\r\nX: y\r\n\r\n"
      }
      let refusals: [(String, TimeRefusal)] = [
        ("200 OK", .malformed), ("302 Found", .status(302)), ("429 Too Many Requests", .rate),
        ("503 Service Unavailable", .status(503)),
      ]
      for (status, refusal) in refusals {
        await #expect(throws: refusal) {
          try await Self.ask(over: transport) { _ in chunked(status, "") }
        }
      }
      _ = try await Self.ask(over: transport) { question in
        let answer = Self.answer(to: question)
        let body = answer.range(of: "\r\n\r\n").map { answer[$0.upperBound...] } ?? ""
        return chunked("200 OK", String(body))
      }
    }

    @Test("An answer that ends at any byte of its head is refused", arguments: HTTPTransport.tested)
    func endsWithinHead(over transport: HTTPTransport) async {
      let head = "HTTP/1.1 200 OK\r\nServer: a\r\nContent-Length: 5\r\n\r\n"
      for length in 0..<head.utf8.count {
        await #expect(throws: TimeRefusal.self) {
          try await Self.ask(over: transport) { _ in String(head.prefix(length)) }
        }
      }
    }

    @Test("An address of IPv6 in brackets is reached", arguments: HTTPTransport.tested)
    func brackets(over transport: HTTPTransport) async throws {
      guard let socket = LoopbackSocket(family: AF_INET6, stream: true) else { return }
      socket.onThread { $0.serve { Self.answer(to: $0) } }
      let url = try #require(URL(string: "http://[::1]:\(socket.port)/time"))
      _ = try await HTTPTimeServer(url, timeout: .seconds(10), over: transport).ask(on: .shared)
    }

    @Test("A server that does not prove who it is gets no request", arguments: HTTPTransport.tested)
    func notOfHTTPS(over transport: HTTPTransport) async throws {
      let socket = try #require(LoopbackSocket(stream: true))
      let seen = Locked<[UInt8]>([])
      socket.acceptAll { connection in
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = recv(connection, &bytes, bytes.count, 0)
        seen.withLock { $0 += bytes.prefix(max(0, count)) }
        let answer = Self.answer(to: "")
        _ = send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
      }
      defer { socket.shutDown() }
      let url = try #require(URL(string: "https://127.0.0.1:\(socket.port)/time"))
      await #expect(throws: TimeRefusal.self) {
        try await HTTPTimeServer(url, timeout: .seconds(10), over: transport).ask(on: .shared)
      }
      #expect(!String(decoding: seen.withLock { $0 }, as: UTF8.self).contains("nonce"))
    }

    @Test("Without a host there is no request", arguments: HTTPTransport.allCases)
    func noHost(over transport: HTTPTransport) async throws {
      for text in ["http:///time", "time", "mailto:a@b"] {
        let url = try #require(URL(string: text))
        await #expect(throws: TimeRefusal.unsent(0)) {
          try await HTTPTimeServer(url, over: transport).ask(on: .shared)
        }
      }
    }

    #if URL_SESSION_ON_LINUX
      // This is why URLSession is not used on Linux: swiftlang/swift-corelibs-foundation, issue 5285. If one of these
      // succeeds, the toolchain has been mended.
      @Test(
        "URLSession on Linux ends the process after valid answers",
        arguments: [
          "HTTP/1.1 200 OK\r\n",
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: y\r\n\r\n",
        ])
      func urlSessionTraps(answer: String) async throws {
        let socket = try #require(LoopbackSocket(stream: true))
        socket.onThread { $0.serve { _ in answer } }
        #if arch(arm64)
          let ending = ExitTest.Condition.signal(SIGTRAP)
        #else
          let ending = ExitTest.Condition.signal(SIGILL)
        #endif
        await #expect(processExitsWith: ending) { [port = socket.port as UInt16] in
          let url = try #require(URL(string: "http://127.0.0.1:\(port)/time"))
          _ = try? await HTTPTimeServer(url, over: .urlSession).ask(on: .shared)
        }
      }
    #endif
  }
#endif
