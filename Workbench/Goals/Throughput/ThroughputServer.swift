#if SERVER
  import Foundation
  import Hummingbird
  import Logging
  import SandglassServer

  /// A server with the time route, and with a bare handler whose answer has the same length and headers.
  enum ThroughputServer {
    static func run() async throws {
      let router = Router()
      router.addTimeRoute(
        clock: ServerClock(uncertaintyIfUnsynchronized: .milliseconds(10)))
      router.get("bare") { _, _ in
        Response(
          status: .ok, headers: bareHeaders,
          body: ResponseBody(byteBuffer: ByteBuffer(staticString: bareBody)))
      }
      var logger = Logger(label: "throughput")
      logger.logLevel = .error
      let application = Application(
        router: router,
        configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { channel in
          // The script waits for the port, so the port must not stay in a buffer.
          print(channel.localAddress?.port ?? 0)
          fflush(nil)
        },
        logger: logger)
      try await application.run()
    }
  }

  private let bareBody: StaticString =
    #"{"receive":1893456000000000,"transmit":1893456000000001,"uncertainty":10000}"#

  private let bareHeaders: HTTPFields = [
    .contentType: "application/json; charset=utf-8", .cacheControl: "no-store",
  ]
#endif
