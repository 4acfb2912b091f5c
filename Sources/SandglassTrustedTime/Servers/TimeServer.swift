public import Sandglass
public import SandglassTrustedTimeCore

/// A server that returns the time.
///
/// Your own type needs one method:
///
/// ```swift
/// struct StreamTimeServer: TimeServer {
///   let stream: GameStream
///
///   func ask(on timekeeper: Timekeeper) async throws(TimeRefusal) -> TimeSample {
///     let sent = timekeeper.now
///     guard let times = await stream.askForTime() else { throw .timedOut }
///     return TimeSample(
///       sent: sent, received: timekeeper.now, serverReceived: times.received,
///       serverSent: times.sent, uncertainty: times.uncertainty)
///   }
/// }
/// ```
public protocol TimeServer: Sendable {
  /// Sends one request.
  ///
  /// It must time out by itself after a few seconds. A clock calls it again only after the previous call has returned.
  ///
  /// - Parameter timekeeper: The timekeeper of the sample's moments. Read its `now` directly before sending the
  ///   request, and directly after the answer has arrived.
  /// - Returns: The four instants, and the maximum error of the server's clock.
  /// - Throws: The reason why the answer was refused or why there is none.
  func ask(on timekeeper: Timekeeper) async throws(TimeRefusal) -> TimeSample

  /// The first burst of requests. By default it is that for other operators' servers.
  var pace: AskingPace { get }
}

extension TimeServer {
  /// The pace for other operators' servers: requests two seconds apart.
  public var pace: AskingPace { .publicServer }
}
