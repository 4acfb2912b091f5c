import Dispatch
import Foundation
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
import Sandglass
import SandglassCore
import SandglassTrustedTimeCore

/// A session that sends requests with a limit for everything: time, bytes, redirects, credentials, cookies and caches.
///
final class HTTPLine: NSObject, Sendable {
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
  private let queue = DispatchQueue(label: "sandglass http", qos: .userInitiated)

  /// The requests that have not ended, by the number of their task.
  private let calls = Locked<[Int: Call]>([:])

  /// The queue for the events of the session. A default one shares its few threads with everything in the process, and a
  /// server that draws out an answer could occupy them.
  let events = OperationQueue()
  private let eventQueue = DispatchQueue(label: "sandglass http events", qos: .userInitiated)

  init(longestBody: Int) {
    self.longestBody = longestBody
    events.maxConcurrentOperationCount = 1
    // Operation queues do not retain it.
    events.underlyingQueue = eventQueue
  }

  /// The settings of the session.
  static var configuration: URLSessionConfiguration {
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
    queue.async {
      guard !reply.isResolved else { return }
      let task = session.dataTask(with: request)
      self.calls.withLock { $0[task.taskIdentifier] = Call(reply: reply) }
      sent.withLock { $0 = Sent(task: task, moment: timekeeper.now) }
      task.resume()
    }
    let outcome = await reply.value()
    Timekeeper.shared.cancel(limit)
    queue.async {
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
    queue.async { session.invalidateAndCancel() }
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

extension HTTPLine: URLSessionDataDelegate {
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
    if !continues { queue.async { dataTask.cancel() } }
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
    status = response.statusCode
    date = response.value(forHTTPHeaderField: "Date").flatMap { HTTPDate.seconds($0) }
    let note = response.value(forHTTPHeaderField: "X-Cache") ?? ""
    isFromCache =
      response.value(forHTTPHeaderField: "Age") != nil || note.lowercased().contains("hit")
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
