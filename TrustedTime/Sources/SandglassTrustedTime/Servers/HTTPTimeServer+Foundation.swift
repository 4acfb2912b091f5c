#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import Sandglass
import SandglassCore
public import SandglassTrustedTimeCore

#if canImport(Darwin) || HTTP_CLIENT || URL_SESSION_ON_LINUX
  /// Your own server. Requests are sent over HTTPS. The server's responses are authenticated and pass through firewalls,
  /// and the time comes from the server that makes the decisions, for example whether a sale has ended.
  ///
  /// The server responds to a GET request with a small JSON object, whose instants are integers, in microseconds since
  /// 1970 in UTC. It repeats the value of the query item `nonce`, which is new for each request:
  ///
  /// ```json
  /// {"receive": 1893456000000000, "transmit": 1893456000000012, "uncertainty": 500, "nonce": "9f86d081884c7d65"}
  /// ```
  ///
  /// The server must read its clock for `receive` as early as it can, and for `transmit` as late as it can. `uncertainty`
  /// is the maximum error of the server's clock, in microseconds. The `Date` header is not sufficient, because it has a
  /// resolution of one second and may come from a cache.
  ///
  /// Whatever a server, a proxy or a captive portal answers, a request ends at its timeout, and keeps at most 1,024 bytes
  /// of the answer. It follows no redirection, gives no credentials, also not those of the URL, and neither sends nor keeps
  /// cookies. If a name has several addresses, they are tried within the timeout.
  ///
  /// On Apple's systems, URLSession sends the requests. On Linux, URLSession ends the process after some valid answers, so
  /// async-http-client sends them, and the class is available only with the package's trait `HTTPClient`:
  ///
  /// ```
  /// .package(url: "<the URL of this repository>", branch: "main", traits: ["HTTPClient"]),
  /// ```
  public final class HTTPTimeServer: TimeServer {
    /// What shows that an answer is new, and does not come from a cache on the way.
    public enum Freshness: Sendable, Hashable {
      /// The answer repeats the nonce of the request. `SandglassServer` does.
      case nonce

      /// The header `Date` and the body agree to two seconds, for a server that does not repeat the nonce. This detects a
      /// cache that states the current date, but not one that repeats an old answer with its date, and does not say so in
      /// another header.
      case date
    }

    /// The URL of the server. Only HTTPS authenticates the server.
    public let url: URL

    /// The time to wait for a complete response.
    public let timeout: Duration

    /// The first burst of requests. By default, it has eight requests, each sent as soon as the previous one has been
    /// answered.
    public let pace: AskingPace

    /// What shows that an answer is new.
    public let freshness: Freshness

    /// Whether the URL is one of HTTPS, so that nobody on the path can forge an answer.
    public var isAuthenticated: Bool { url.scheme?.lowercased() == "https" }

    private let line: any HTTPLine

    /// Creates a server without sending a request.
    ///
    /// - Parameters:
    ///   - url: The URL of the server.
    ///   - timeout: The time to wait for a complete response, clamped to the range from a tenth of a second to ten seconds.
    ///   - pace: The first burst of requests.
    ///   - freshness: What shows that an answer is new.
    public convenience init(
      _ url: URL, timeout: Duration = .seconds(5), pace: AskingPace = .ownServer,
      freshness: Freshness = .nonce
    ) {
      self.init(
        url, timeout: timeout, pace: pace, freshness: freshness, over: HTTPTransport.allCases[0])
    }

    /// Creates a server whose requests a certain client sends.
    package init(
      _ url: URL, timeout: Duration = .seconds(5), pace: AskingPace = .ownServer,
      freshness: Freshness = .nonce, over transport: HTTPTransport
    ) {
      self.url = url
      self.timeout = min(max(.milliseconds(100), timeout), .seconds(10))
      self.pace = pace
      self.freshness = freshness
      line = transport.line(longestBody: ServerTimes.longestBody)
    }

    deinit {
      line.close()
    }

    /// Sends one request.
    ///
    /// - Parameter timekeeper: The timekeeper that measures the moments of the sample.
    /// - Returns: The sample.
    /// - Throws: `rate` for status 429, `denied` for status 410, `status` for any other status except 200, also for a redirection, `cached` for a
    ///   response from a cache, `wrongOrigin` for one that does not repeat the nonce, `malformed`, `wrongLength`,
    ///   `unsynchronized` or `wrongEra` for an invalid body, `timedOut`, `unreachable`, `unsent` or `cancelled`.
    public func ask(on timekeeper: Timekeeper) async throws(TimeRefusal) -> TimeSample {
      let nonce = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
      guard let question = url.asking(with: nonce) else { throw .unsent(0) }
      let (answer, sent) = try await line.load(question, timeout: timeout, on: timekeeper)
      let received = timekeeper.now
      let times = try ServerTimes(body: Data(answer.body))
      switch freshness {
      case .nonce: guard times.nonce == nonce else { throw .wrongOrigin }
      case .date: guard Self.isFresh(times, answer.head) else { throw .cached }
      }
      return TimeSample(
        sent: sent, received: received, serverReceived: times.received, serverSent: times.sent,
        uncertainty: times.uncertainty)
    }

    /// Whether the body is from the second in which the server dated the answer, or from the one before or after it.
    private static func isFresh(_ times: ServerTimes, _ head: HTTPExchange.Head) -> Bool {
      guard let date = head.date else { return false }
      let distance = times.sent - WallMoment(secondsSince1970: date)
      let allowed = times.uncertainty + .seconds(2)
      return distance <= allowed && distance >= .zero - allowed
    }
  }

#else
  /// Your own server. On Linux, it needs the trait `HTTPClient`.
  @available(
    *, unavailable,
    message:
      "on Linux, HTTPTimeServer needs the trait HTTPClient: .package(url: …, traits: [\"HTTPClient\"])"
  )
  public final class HTTPTimeServer: TimeServer {
    /// What shows that an answer is new.
    public enum Freshness: Sendable, Hashable {
      case nonce, date
    }

    /// Creates a server.
    public init(
      _ url: URL, timeout: Duration = .seconds(5), pace: AskingPace = .ownServer,
      freshness: Freshness = .nonce
    ) {}

    /// Sends no request.
    public func ask(on timekeeper: Timekeeper) async throws(TimeRefusal) -> TimeSample {
      throw .unsent(0)
    }
  }
#endif
