#if SERVER
  import Foundation
  import HTTPTypes
  import Hummingbird
  import HummingbirdCore
  import NIOCore
  import Sandglass
  import SandglassServer
  import SandglassTestSupport
  import SandglassTrustedTime
  import Synchronization
  import Testing

  struct TimeRouteTests {
    private static let wall = WallMoment(secondsSince1970: 1_893_456_000)

    private static func router(_ clock: ServerClock) -> Router<BasicRequestContext> {
      Router().addTimeRoute(clock: clock)
    }

    @Test("The answer has both instants, the uncertainty, and the headers against caches")
    func good() async throws {
      // Each reading is a microsecond later.
      let readings = Mutex(0)
      let clock = ServerClock(
        wall: {
          readings.withLock { count in
            defer { count += 1 }
            return Self.wall + .microseconds(count)
          }
        },
        uncertainty: { .microseconds(500) })
      let answer = try await Self.router(clock).answer(.get, "/time")
      #expect(answer.status == .ok)
      #expect(
        answer.text
          == #"{"receive":1893456000000000,"transmit":1893456000000001,"uncertainty":500}"#)
      #expect(answer.headers[.cacheControl] == "no-store")
      #expect(answer.headers[.contentType] == "application/json; charset=utf-8")
      #expect(answer.headers[.age] == nil)
    }

    @Test(
      "The answer repeats the nonce, unless it could be harmful", arguments: ["9f86d081", "A-_0"])
    func nonce(nonce: String) async throws {
      let clock = ServerClock(wall: { Self.wall }, uncertainty: { .zero })
      let router = Self.router(clock)
      let answer = try await router.answer(.get, "/time?a=b&nonce=\(nonce)")
      #expect(answer.text.hasSuffix(#","uncertainty":0,"nonce":"\#(nonce)"}"#))
      for bad in ["", "%22", "a%20b", String(repeating: "a", count: 65)] {
        let answer = try await router.answer(.get, "/time?nonce=\(bad)")
        #expect(answer.text.hasSuffix(#","uncertainty":0}"#))
      }
    }

    @Test("HEAD has the headers of GET without a body, and OPTIONS the methods")
    func otherMethods() async throws {
      let router = Self.router(ServerClock(wall: { Self.wall }, uncertainty: { .zero }))
      let get = try await router.answer(.get, "/time")
      let head = try await router.answer(.head, "/time")
      #expect(head.status == .ok)
      #expect(head.headers == get.headers)
      #expect(head.headers[.contentLength] == String(get.text.utf8.count))
      #expect(head.text.isEmpty)
      let options = try await router.answer(.options, "/time")
      #expect(options.status == .noContent)
      #expect(options.headers[.allow] == "GET, HEAD, OPTIONS")
    }

    @Test("With an idle limit, the server closes half requests, also one that drips", .machine)
    func halfRequests() async throws {
      let clock = ServerClock(wall: { WallMoment.now }, uncertainty: { .zero })
      let limits = HTTP1Channel.Configuration(
        idleTimeout: .seconds(30),
        httpDecoderConfiguration: .init(
          maxHeaderFieldSize: 8192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 100))
      var short = limits
      short.idleTimeout = .milliseconds(300)
      let server = HTTPServerBuilder.http1(configuration: short)
      try await Self.router(clock).serving(by: server) { address in
        let port = UInt16(try #require(address.port))
        for text in ["", "GET /time HT", "GET /time HTTP/1.1\r\nHost: a\r\n"] {
          let connection = try #require(HalfRequest(text, port: port))
          #expect(await connection.isClosedByServer())
        }
      }
    }

    @Test("A server whose clock is not synchronised says so, with status 503")
    func unsynchronized() async throws {
      let clock = ServerClock(
        wall: { Self.wall },
        uncertainty: { () throws(ServerClockError) in throw .unsynchronized })
      let answer = try await Self.router(clock).answer(.get, "/time")
      #expect(answer.status == .serviceUnavailable)
      #expect(answer.text.contains("the server's clock is not synchronized"))
      #expect(answer.headers[.cacheControl] == "no-store")
    }

    @Test(
      "No answer to HEAD has a body, whatever fails",
      arguments: ["/time", "/token", "/sale"])
    func headOfErrors(path: String) async throws {
      let clock = ServerClock(
        wall: { Self.wall },
        uncertainty: { () throws(ServerClockError) in throw .unsynchronized })
      let router = Self.router(clock)
      for method in [HTTPRequest.Method.get, .head] {
        router.on("token", method: method) { _, _ -> Response in throw DeadlineRefusal.malformed }
        router.on("sale", method: method) { _, _ -> Response in
          _ = try clock.now()
          return Response(status: .ok)
        }
      }
      let get = try await router.answer(.get, path)
      let head = try await router.answer(.head, path)
      #expect(head.status == get.status)
      #expect(head.headers == get.headers)
      #expect(head.text.isEmpty)
    }

    @Test("After HEAD to an unsynchronised clock, the connection has the next answer", .machine)
    func headThenGet() async throws {
      let clock = ServerClock(
        wall: { WallMoment.now },
        uncertainty: { () throws(ServerClockError) in throw .unsynchronized })
      try await Self.router(clock).serving { address in
        let port = UInt16(try #require(address.port))
        let text =
          "HEAD /time HTTP/1.1\r\nHost: a\r\n\r\nGET /time HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
        let connection = try #require(HalfRequest(text, port: port))
        let answers = await connection.answer()
        #expect(answers.components(separatedBy: "\r\n\r\n").count == 3)
        #expect(answers.components(separatedBy: "\r\n\r\nHTTP/1.1 503").count == 2)
      }
    }

    @Test(
      "The library's own client reads the route over a socket, and its interval has the truth",
      .machine)
    func socket() async throws {
      let clock = ServerClock(wall: { WallMoment.now }, uncertainty: { .milliseconds(3) })
      try await Self.router(clock).serving { address in
        let url = address.appending(path: "time")
        let trusted = TrustedClock(asking: HTTPTimeServer(url, timeout: .seconds(10)))
        let before = WallMoment.now
        let reading = await trusted.synchronize()
        #expect(trusted.refusals == [nil])
        let (earliest, latest) = (try #require(reading.earliest), try #require(reading.latest))
        #expect(earliest <= WallMoment.now && latest >= before)
        #expect(latest - earliest >= .milliseconds(6))
      }
    }

    @Test(
      "The library's own client has no interval if the server's clock is not synchronised", .machine
    )
    func socketUnsynchronized() async throws {
      let clock = ServerClock(
        wall: { WallMoment.now },
        uncertainty: { () throws(ServerClockError) in throw .unavailable(1) })
      try await Self.router(clock).serving { address in
        let url = address.appending(path: "time")
        await #expect(throws: TimeRefusal.status(503)) {
          try await HTTPTimeServer(url, timeout: .seconds(10)).ask(on: .shared)
        }
      }
    }
  }
#endif
