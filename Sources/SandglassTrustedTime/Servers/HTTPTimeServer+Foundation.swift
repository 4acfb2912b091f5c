#if canImport(FoundationNetworking)
  public import Foundation
  import FoundationNetworking
#else
  public import Foundation
#endif
public import Sandglass
import SandglassCore
public import SandglassTrustedTimeCore

/// Your own server. Requests are sent over HTTPS. The server's responses are authenticated and pass through firewalls,
/// and the time comes from the server that makes the decisions, for example whether a sale has ended.
///
/// The server responds to a GET request with a small JSON object, whose instants are integers, in microseconds since
/// 1970 in UTC:
///
/// ```json
/// {"receive": 1893456000000000, "transmit": 1893456000000012, "uncertainty": 500}
/// ```
///
/// The server must read its clock for `receive` as early as it can, and for `transmit` as late as it can. `uncertainty`
/// is the maximum error of the server's clock, in microseconds. The `Date` header is not sufficient, because it has a
/// resolution of one second and may come from a cache.
public final class HTTPTimeServer: TimeServer {
  /// The URL of the server. Only HTTPS authenticates the server.
  public let url: URL

  /// The first burst of requests. By default, it has eight requests, each sent as soon as the previous one has been
  /// answered.
  public let pace: AskingPace

  private let session: URLSession

  /// Creates a server without sending a request.
  ///
  /// - Parameters:
  ///   - url: The URL of the server.
  ///   - timeout: The time to wait for a response, clamped to the range from a tenth of a second to ten seconds.
  ///   - pace: The first burst of requests.
  public init(_ url: URL, timeout: Duration = .seconds(5), pace: AskingPace = .ownServer) {
    self.url = url
    self.pace = pace
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    let bounded = min(max(.milliseconds(100), timeout), .seconds(10))
    configuration.timeoutIntervalForRequest =
      Double(bounded.components.seconds)
      + Double(bounded.components.attoseconds) / 1e18
    // Keep one connection open, because the round trips that open a connection would widen the bound.
    configuration.httpMaximumConnectionsPerHost = 1
    session = URLSession(configuration: configuration)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  /// Sends one request.
  ///
  /// - Parameter timekeeper: The timekeeper that measures the moments of the sample.
  /// - Returns: The sample.
  /// - Throws: `rate` for status 429, `status` for any other status except 200, `cached` for a response with an `Age`
  ///   header, `malformed`, `wrongLength` or `wrongEra` for an invalid body, `timedOut`, `unreachable` or `cancelled`.
  public func ask(on timekeeper: Timekeeper) async throws(TimeRefusal) -> TimeSample {
    let request = URLRequest(url: url)
    let sent = timekeeper.now
    let (data, response) = try await load(request)
    let received = timekeeper.now
    guard let response = response as? HTTPURLResponse else { throw .malformed }
    guard response.statusCode != 429 else { throw .rate }
    guard response.statusCode == 200 else { throw .status(response.statusCode) }
    guard response.value(forHTTPHeaderField: "Age") == nil else { throw .cached }
    let times = try ServerTimes(body: data)
    return TimeSample(
      sent: sent, received: received, serverReceived: times.received, serverSent: times.sent,
      uncertainty: times.uncertainty)
  }

  private func load(_ request: URLRequest) async throws(TimeRefusal) -> (Data, URLResponse) {
    do {
      return try await session.data(for: request)
    } catch is CancellationError {
      throw .cancelled
    } catch let error as URLError {
      switch error.code {
      case .cancelled: throw .cancelled
      case .timedOut: throw .timedOut
      default: throw .unreachable(Int32(truncatingIfNeeded: error.errorCode))
      }
    } catch {
      throw .unreachable(0)
    }
  }
}
