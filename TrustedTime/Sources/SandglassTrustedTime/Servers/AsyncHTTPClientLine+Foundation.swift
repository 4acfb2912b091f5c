#if HTTP_CLIENT
  import AsyncHTTPClient
  #if canImport(FoundationEssentials)
    import FoundationEssentials
  #else
    import Foundation
  #endif
  import NIOCore
  import NIOHTTP1
  import NIOPosix
  import Sandglass
  import SandglassCore
  import SandglassTrustedTimeCore

  /// Requests by async-http-client, over HTTP/1.1.
  struct AsyncHTTPClientLine: HTTPLine {
    private typealias Outcome = Result<(answer: HTTPExchange.Answer, sent: Moment), TimeRefusal>

    private let client: HTTPClient
    private let longestBody: Int

    init(longestBody: Int) {
      self.longestBody = longestBody
      var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
      configuration.httpVersion = .http1Only
      // One connection is kept open, because the round trips that open a connection would widen the bound.
      configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
      // The clock's schedule decides when to try again.
      configuration.connectionPool.retryConnectionEstablishment = false
      configuration.http1_1ConnectionDebugInitializer = { AnswerGuard.add(to: $0) }
      client = HTTPClient(configuration: configuration)
    }

    func load(
      _ url: URL, timeout: Duration, on timekeeper: Timekeeper
    ) async throws(TimeRefusal) -> (answer: HTTPExchange.Answer, sent: Moment) {
      let reply = Pending<Outcome>(ifCancelled: .failure(.cancelled))
      let limit = Timekeeper.shared.schedule(after: timeout) { _ in
        reply.resolve(.failure(.timedOut))
      }
      let end = NIODeadline.now() + TimeAmount(timeout)
      let request = Task {
        let sent = timekeeper.now
        reply.resolve(await ask(url, until: end).map { ($0, sent) })
      }
      let outcome = await reply.value()
      Timekeeper.shared.cancel(limit)
      request.cancel()
      return try outcome.get()
    }

    private func ask(_ url: URL, until end: NIODeadline) async -> HTTPExchange.Outcome {
      var request = HTTPClientRequest(url: url.absoluteString)
      for (name, value) in questionHeaders { request.headers.add(name: name, value: value) }
      var exchange = HTTPExchange.waiting
      do {
        let response = try await client.execute(request, deadline: end)
        let head = HTTPExchange.Head(status: Int(response.status.code)) { name in
          let values = response.headers[name]
          return values.isEmpty ? nil : values.joined(separator: ",")
        }
        if let outcome = exchange.receive(head) { return outcome }
        for try await part in response.body {
          let outcome = exchange.receive(part.readableBytesView, atMost: longestBody)
          if let outcome { return outcome }
        }
        return exchange.finish(nil) ?? .failure(.malformed)
      } catch {
        return .failure(TimeRefusal(error))
      }
    }

    func close() {
      // A client that is not shut down ends the process when it is released. It is retained until it is shut down.
      client.shutdown { _ in }
    }
  }

  /// Passes only those parts of answers on that follow each other as HTTP says. The state machine of async-http-client
  /// ends the process otherwise: it takes a status below 100 for an interim answer, and its parser for a final one.
  private final class AnswerGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var order = AnswerOrder.betweenAnswers

    /// Adds a guard between the parser and the client's own handler.
    static func add(to channel: any Channel) -> EventLoopFuture<Void> {
      channel.eventLoop.submit {
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(AnswerGuard(), position: .after(parser))
      }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      switch order.receive(Self.kind(unwrapInboundIn(data))) {
      case .pass: context.fireChannelRead(data)
      case .drop: break
      case .refuse:
        context.fireErrorCaught(HTTPParserError.invalidStatus)
        context.close(promise: nil)
      }
    }

    private static func kind(_ part: HTTPClientResponsePart) -> AnswerOrder.Part {
      switch part {
      case .head(let head): .head(status: Int(head.status.code))
      case .body: .body
      case .end: .end
      }
    }
  }

  extension TimeRefusal {
    fileprivate init(_ error: any Error) {
      switch error {
      case is CancellationError: self = .cancelled
      case is HTTPParserError, is NIOHTTPDecoderError: self = .malformed
      case let error as HTTPClientError: self.init(error)
      case let error as NIOConnectionError: self.init(error)
      case let error as IOError: self = .unreachable(error.errnoCode)
      default: self = .unreachable(0)
      }
    }

    private init(_ error: HTTPClientError) {
      switch error {
      case .cancelled: self = .cancelled
      case .deadlineExceeded, .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
        self = .timedOut
      default: self = .unreachable(0)
      }
    }

    /// No address was tried if the name could not be looked up.
    private init(_ error: NIOConnectionError) {
      guard let failure = error.connectionErrors.first else {
        self = .unsent(0)
        return
      }
      self = .unreachable((failure.error as? IOError)?.errnoCode ?? 0)
    }
  }
#endif
