#if canImport(FoundationNetworking)
  public import Foundation
  import FoundationNetworking
#else
  public import Foundation
#endif
public import Sandglass
import SandglassCore
public import SandglassTrustedTimeCore

/// One's own server, asked over HTTPS: authenticated, let through by every firewall, and the clock that decides.
///
/// It answers a GET with a small object of JSON, in whole microseconds since 1970 in UTC:
///
/// ```json
/// {"receive": 1893456000000000, "transmit": 1893456000000012, "uncertainty": 500}
/// ```
///
/// `receive` is read as early as the server can, `transmit` as late, and `uncertainty` is how far its own clock may be
/// off. The header of HTTP that has a date is not enough: it has whole seconds, and any cache may have put it there.
public final class HTTPTimeServer: TimeServer {
  /// Where it is asked. Only with HTTPS is it certain who answers.
  public let url: URL

  /// How it may be asked at first: as often as it answers, in a burst of eight, unless told otherwise.
  public let pace: AskingPace

  private let session: URLSession

  /// Makes a server. Nothing is sent.
  ///
  /// - Parameters:
  ///   - url: Where it is asked.
  ///   - timeout: How long an answer is waited for, from a tenth of a second to ten seconds; other times count as the nearest
  ///     of those.
  ///   - pace: How it may be asked at first.
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
    // One connection, kept open: to open another one takes round trips that would widen the bound.
    configuration.httpMaximumConnectionsPerHost = 1
    session = URLSession(configuration: configuration)
  }

  deinit {
    session.finishTasksAndInvalidate()
  }

  /// Asks once.
  ///
  /// - Parameter timekeeper: Whose moments the sample has.
  /// - Returns: The sample.
  /// - Throws: `rate` for status 429, `status` for all others but 200, `cached` for an answer with a header that tells its age,
  ///   `malformed` and `wrongEra` for a body that makes no sense, `timedOut`, `unreachable`, `cancelled`.
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
