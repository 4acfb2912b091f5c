#if Server
  import Foundation
  import HTTPTypes
  import Hummingbird
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
      "The library's own client reads the route over a socket, and its interval has the truth",
      .machine)
    func socket() async throws {
      let clock = ServerClock(wall: { WallClock.now }, uncertainty: { .milliseconds(3) })
      try await Self.router(clock).serving { address in
        let url = address.appending(path: "time")
        let trusted = TrustedClock(asking: HTTPTimeServer(url, timeout: .seconds(10)))
        let before = WallClock.now
        let reading = await trusted.synchronize()
        #expect(trusted.refusals == [nil])
        let (earliest, latest) = (try #require(reading.earliest), try #require(reading.latest))
        #expect(earliest <= WallClock.now && latest >= before)
        #expect(latest - earliest >= .milliseconds(6))
      }
    }

    @Test(
      "The library's own client has no interval if the server's clock is not synchronised", .machine
    )
    func socketUnsynchronized() async throws {
      let clock = ServerClock(
        wall: { WallClock.now },
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
