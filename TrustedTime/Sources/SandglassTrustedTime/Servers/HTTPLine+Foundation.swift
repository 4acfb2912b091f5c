#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
import Sandglass
import SandglassCore
import SandglassTrustedTimeCore

/// A client that sends requests with a limit for everything: time, bytes, redirects, credentials, cookies and caches.
protocol HTTPLine: Sendable {
  /// Sends a request. Returns at the latest after `timeout`, or when the task is cancelled.
  ///
  /// - Returns: The answer, and the moment at which the request was sent.
  func load(
    _ url: URL, timeout: Duration, on timekeeper: Timekeeper
  ) async throws(TimeRefusal) -> (answer: HTTPExchange.Answer, sent: Moment)

  /// Ends all requests. The client cannot be used any more.
  func close()
}

/// The headers of every request.
let questionHeaders = [("Cache-Control", "no-store"), ("Accept-Encoding", "identity")]

/// The client that sends the requests of an `HTTPTimeServer`.
package enum HTTPTransport: Sendable, CaseIterable {
  #if HTTP_CLIENT
    case asyncHTTPClient
  #endif
  #if canImport(Darwin) || URL_SESSION_ON_LINUX
    case urlSession
  #endif

  /// Creates a client that keeps at most `longestBody` bytes of an answer.
  func line(longestBody: Int) -> any HTTPLine {
    switch self {
    #if HTTP_CLIENT
      case .asyncHTTPClient: AsyncHTTPClientLine(longestBody: longestBody)
    #endif
    #if canImport(Darwin) || URL_SESSION_ON_LINUX
      case .urlSession: URLSessionLine(longestBody: longestBody)
    #endif
    }
  }
}
