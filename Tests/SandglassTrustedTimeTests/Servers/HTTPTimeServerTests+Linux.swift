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
    /// The answer of a server that has this machine's time.
    private static func answer(
      status: String = "200 OK", headers: String = "", body: String? = nil
    ) -> String {
      let now = WallClock.now.nanosecondsSince1970 / 1000
      let body = body ?? #"{"receive":\#(now),"transmit":\#(now),"uncertainty":3000000}"#
      return "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\n"
        + "Cache-Control: no-store\r\n\(headers)\r\n\(body)"
    }

    private static func ask(
      _ answer: @escaping @Sendable () -> String
    ) async throws -> TimeSample {
      let socket = try #require(LoopbackSocket(stream: true))
      socket.onThread { $0.serve(1, answer) }
      let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/time"))
      return try await HTTPTimeServer(url, timeout: .seconds(10)).ask(on: .shared)
    }

    @Test("The bound of an answer contains this machine's time")
    func good() async throws {
      let sample = try await Self.ask { Self.answer() }
      let interval = try OffsetBound(sample).wall(at: Timekeeper.shared.now, drift: .standard)
      #expect(interval.lowerBound <= WallClock.now)
      #expect(sample.uncertainty == .seconds(3) + .microseconds(1))
    }

    @Test("An answer from a cache is refused, even one that is new")
    func cached() async {
      await #expect(throws: TimeRefusal.cached) {
        try await Self.ask { Self.answer(headers: "Age: 0\r\n") }
      }
    }

    @Test("Another status is refused, and status 429 makes requests rarer")
    func status() async {
      await #expect(throws: TimeRefusal.status(404)) {
        try await Self.ask { Self.answer(status: "404 Not Found") }
      }
      await #expect(throws: TimeRefusal.rate) {
        try await Self.ask { Self.answer(status: "429 Too Many Requests") }
      }
    }

    @Test("A captive portal's page is refused")
    func portal() async {
      await #expect(throws: TimeRefusal.malformed) {
        try await Self.ask { Self.answer(body: "<html>Log in first</html>") }
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
      socket.onThread { $0.serve(8) { Self.answer() } }
      let url = try #require(URL(string: "http://127.0.0.1:\(socket.port)/time"))
      let clock = TrustedClock(asking: HTTPTimeServer(url, timeout: .seconds(10)))
      let reading = await clock.synchronize()
      #expect(reading.status == .synchronized)
      #expect(clock.refusals == [nil])
    }
  }
#endif
