#if canImport(Darwin) || URL_SESSION_ON_LINUX
  import Dispatch
  import Foundation
  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif
  import Sandglass
  import SandglassCore
  import SandglassTrustedTimeCore

  /// Requests by URLSession, on Apple's systems.
  ///
  /// On Linux, a valid answer can end the process (swift-corelibs-foundation, issue 5285), so only this package's own tests
  /// use it there.
  struct URLSessionLine: HTTPLine {
    private let events: SessionEvents
    private let session: URLSession

    init(longestBody: Int) {
      events = SessionEvents(longestBody: longestBody)
      session = URLSession(
        configuration: Self.configuration, delegate: events, delegateQueue: events.queue)
    }

    func load(
      _ url: URL, timeout: Duration, on timekeeper: Timekeeper
    ) async throws(TimeRefusal) -> (answer: HTTPExchange.Answer, sent: Moment) {
      var request = URLRequest(url: url)
      for (name, value) in questionHeaders { request.setValue(value, forHTTPHeaderField: name) }
      return try await events.load(request, on: session, timeout: timeout, timekeeper)
    }

    func close() {
      events.close(session)
    }

    private static var configuration: URLSessionConfiguration {
      let configuration = URLSessionConfiguration.ephemeral
      configuration.urlCache = nil
      configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
      configuration.urlCredentialStorage = nil
      configuration.httpCookieStorage = nil
      configuration.httpShouldSetCookies = false
      configuration.httpCookieAcceptPolicy = .never
      // Keep one connection open, because the round trips that open a connection would widen the bound.
      configuration.httpMaximumConnectionsPerHost = 1
      return configuration
    }
  }

  /// The requests of a session, and its delegate.
  private final class SessionEvents: NSObject, Sendable {
    private struct Call {
      var exchange = HTTPExchange.waiting
      let reply: Pending<HTTPExchange.Outcome>
    }

    /// A request that has been sent.
    private struct Sent {
      let task: URLSessionTask
      let moment: Moment
    }

    private let longestBody: Int

    /// On Linux, the methods of a session and of its tasks wait until everything that has arrived has been read, which a
    /// server can draw out. So they are called on this queue, where they block no caller.
    private let calling = DispatchQueue(label: "sandglass http", qos: .userInitiated)

    /// The requests that have not ended, by the number of their task.
    private let calls = Locked<[Int: Call]>([:])

    /// The queue for the events of the session. A default one shares its few threads with everything in the process, and a
    /// server that draws out an answer could occupy them.
    let queue = OperationQueue()
    private let eventQueue = DispatchQueue(label: "sandglass http events", qos: .userInitiated)

    init(longestBody: Int) {
      self.longestBody = longestBody
      queue.maxConcurrentOperationCount = 1
      // Operation queues do not retain it.
      queue.underlyingQueue = eventQueue
    }

    /// Sends a request. Returns at the latest after `timeout`, or when the task is cancelled.
    ///
    /// - Returns: The answer, and the moment at which the request was sent.
    func load(
      _ request: URLRequest, on session: URLSession, timeout: Duration, _ timekeeper: Timekeeper
    ) async throws(TimeRefusal) -> (answer: HTTPExchange.Answer, sent: Moment) {
      let reply = Pending<HTTPExchange.Outcome>(ifCancelled: .failure(.cancelled))
      let limit = Timekeeper.shared.schedule(after: timeout) { _ in
        reply.resolve(.failure(.timedOut))
      }
      let sent = Locked<Sent?>(nil)
      calling.async {
        guard !reply.isResolved else { return }
        let task = session.dataTask(with: request)
        self.calls.withLock { $0[task.taskIdentifier] = Call(reply: reply) }
        sent.withLock { $0 = Sent(task: task, moment: timekeeper.now) }
        task.resume()
      }
      let outcome = await reply.value()
      Timekeeper.shared.cancel(limit)
      calling.async {
        guard let task = sent.withLock({ $0?.task }) else { return }
        let isUnderWay = self.calls.withLock { $0.removeValue(forKey: task.taskIdentifier) != nil }
        if isUnderWay { task.cancel() }
      }
      // The request may have failed because of that, or just before.
      if case .failure = outcome, Task.isCancelled { throw .cancelled }
      let answer = try outcome.get()
      guard let moment = sent.withLock({ $0?.moment }) else { throw .timedOut }
      return (answer, moment)
    }

    /// Ends all requests of a session, which cannot be used any more.
    func close(_ session: URLSession) {
      calling.async { session.invalidateAndCancel() }
    }

    /// Passes an event to the exchange of a task. Returns whether the task may continue.
    @discardableResult
    private func pass(
      _ task: URLSessionTask, _ event: (inout HTTPExchange) -> HTTPExchange.Outcome?
    ) -> Bool {
      let (reply, outcome): (Pending<HTTPExchange.Outcome>?, HTTPExchange.Outcome?) =
        calls.withLock { calls in
          guard var call = calls[task.taskIdentifier] else { return (nil, nil) }
          let outcome = event(&call.exchange)
          calls[task.taskIdentifier] = call
          return (call.reply, outcome)
        }
      if let outcome { reply?.resolve(outcome) }
      return reply != nil && outcome == nil
    }
  }

  extension SessionEvents: URLSessionDataDelegate {
    func urlSession(
      _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
      completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
      let continues = pass(dataTask) { exchange in
        guard let head = HTTPExchange.Head(response) else { return exchange.finish(.malformed) }
        return exchange.receive(head)
      }
      completionHandler(continues ? .allow : .cancel)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
      let continues = pass(dataTask) { $0.receive(data, atMost: longestBody) }
      if !continues { calling.async { dataTask.cancel() } }
    }

    func urlSession(
      _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
    ) {
      pass(task) { $0.finish(error.map { TimeRefusal($0) }) }
      calls.withLock { $0[task.taskIdentifier] = nil }
    }

    // A redirection ends the request with its status, because the server may be another one from then on. The completion
    // handler is never called: the task is cancelled instead, and on Linux a call that comes after that ends the process.
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping (URLRequest?) -> Void
    ) {
      pass(task) { $0.receive(HTTPExchange.Head(status: response.statusCode)) }
    }

    // No user can be asked for a password. Without this method, some systems wait for one forever.
    func urlSession(
      _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      let passwords = [NSURLAuthenticationMethodHTTPBasic, NSURLAuthenticationMethodHTTPDigest]
      let wantsPassword = passwords.contains(challenge.protectionSpace.authenticationMethod)
      completionHandler(wantsPassword ? .rejectProtectionSpace : .performDefaultHandling, nil)
    }
  }

  extension HTTPExchange.Head {
    fileprivate init?(_ response: URLResponse) {
      guard let response = response as? HTTPURLResponse else { return nil }
      self.init(status: response.statusCode) { response.value(forHTTPHeaderField: $0) }
    }
  }

  extension TimeRefusal {
    fileprivate init(_ error: any Error) {
      guard let error = error as? URLError else {
        self = .unreachable(0)
        return
      }
      let code = Int32(truncatingIfNeeded: error.errorCode)
      switch error.code {
      case .cancelled: self = .cancelled
      case .timedOut: self = .timedOut
      case .notConnectedToInternet, .cannotFindHost, .dnsLookupFailed: self = .unsent(code)
      case .badServerResponse, .cannotParseResponse: self = .malformed
      default: self = .unreachable(code)
      }
    }
  }
#endif
