import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import Sandglass
import SandglassServer

/// The server of the sale. It serves the time and the signed deadline, and answers the requests to buy.
struct SaleServer: Sendable {
  let clock: ServerClock
  let signer: DeadlineSigner
  let deadline: Deadline

  /// Runs the server on a free port of the loopback interface until the process ends.
  ///
  /// - Parameter isRunning: The closure to call with the port once the server is running.
  /// - Throws: Any error that the server throws.
  func run(isRunning: @escaping @Sendable (Int) -> Void) async throws {
    let router = Router()
    router.addTimeRoute(clock: clock)
    router.get("sale") { _, _ in try signer.sign(deadline) }
    router.post("buy") { request, context in
      let order = try await request.decode(as: Order.self, context: context)
      return try answer(to: order, receivedAt: clock.now())
    }
    var logger = Logger(label: "flash sale")
    logger.logLevel = .error
    // Without a limit, a connection on which half a request has arrived stays open for ever. The limits are far above
    // what a client needs.
    let limits = HTTP1Channel.Configuration(
      idleTimeout: .seconds(30),
      httpDecoderConfiguration: .init(
        maxHeaderFieldSize: 8192, maxHeaderListSize: 16_384, maxHeaderFieldCount: 100))
    let application = Application(
      router: router, server: .http1(configuration: limits),
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
      onServerRunning: { channel in
        if let port = channel.localAddress?.port { isRunning(port) }
      },
      logger: logger)
    try await application.run()
  }

  private func answer(to order: Order, receivedAt received: ServerInstant) throws -> OrderAnswer {
    let deadline = try signer.verify(order.token)
    guard deadline.name == self.deadline.name else {
      throw HTTPError(.badRequest, message: "\(deadline.name) is not on sale")
    }
    return OrderAnswer(
      judgement: deadline.judge(receivedAt: received, grace: Plan.grace),
      received: Int64(received.wall.nanosecondsSince1970),
      uncertainty: Int64(received.uncertainty / .nanoseconds(1)))
  }
}

/// The body of a request to buy.
struct Order: Codable {
  let token: String
}

/// The answer to a request whose token is valid, with instants and durations in nanoseconds.
struct OrderAnswer: ResponseCodable {
  let judgement: Judgement
  let received: Int64
  let uncertainty: Int64
}
