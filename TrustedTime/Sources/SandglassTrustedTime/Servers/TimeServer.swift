public import Sandglass
public import SandglassTrustedTimeCore

/// A server that returns the time.
///
/// A custom type needs only one method:
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
  /// The method must time out by itself after a few seconds. A clock calls the method again only after the previous
  /// call has returned.
  ///
  /// - Parameter timekeeper: The timekeeper that measures the moments of the sample. Read its `now` immediately before
  ///   sending the request, and immediately after the answer has arrived.
  /// - Returns: The four instants, and the maximum error of the server's clock.
  /// - Throws: The reason why the answer was refused, or why there is no answer.
  func ask(on timekeeper: Timekeeper) async throws(TimeRefusal) -> TimeSample

  /// The first burst of requests; `AskingPace.publicServer` by default.
  var pace: AskingPace { get }

  /// Whether nobody on the path can forge the server's answers; false by default. A server that refuses service gets no
  /// requests for a day if this is true, and for an hour if not (``AskingSchedule``).
  var isAuthenticated: Bool { get }
}

extension TimeServer {
  /// Whether nobody on the path can forge the server's answers: false.
  public var isAuthenticated: Bool { false }

  /// The pace for other operators' servers, with requests two seconds apart.
  public var pace: AskingPace { .publicServer }
}
