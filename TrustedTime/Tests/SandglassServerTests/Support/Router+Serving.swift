#if SERVER
  import Foundation
  import Hummingbird
  import HummingbirdCore
  import Logging
  import Testing

  extension Router<BasicRequestContext> {
    /// Serves the routes on a free port of the loopback interface while `body` runs.
    func serving(
      by server: HTTPServerBuilder = .http1(), _ body: (_ address: URL) async throws -> Void
    ) async throws {
      let ports = AsyncStream<Int?>.makeStream()
      var logger = Logger(label: "test")
      logger.logLevel = .critical
      let application = Application(
        router: self, server: server,
        configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
        onServerRunning: { ports.continuation.yield($0.localAddress?.port) }, logger: logger)
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          defer { ports.continuation.finish() }
          try await application.run()
        }
        defer { group.cancelAll() }
        var port: Int?
        for await each in ports.stream {
          port = each
          break
        }
        let number = try #require(port, "the server did not start")
        try await body(#require(URL(string: "http://127.0.0.1:\(number)")))
      }
    }
  }
#endif
