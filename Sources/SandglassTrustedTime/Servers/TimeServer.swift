public import Sandglass
public import SandglassTrustedTimeCore

/// Somebody who knows the time and can be asked.
///
/// A type of one's own needs one method:
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
  /// Asks once.
  ///
  /// It gives up by itself after some seconds. No call of it comes before the one before has returned.
  ///
  /// - Parameter timekeeper: Whose moments the sample has: read `now` directly before the question is sent, and directly
  ///   after the answer has come.
  /// - Returns: The four instants, and how far the server may be off.
  /// - Throws: Why there is no answer that counts.
  func ask(on timekeeper: Timekeeper) async throws(TimeRefusal) -> TimeSample

  /// How it may be asked at first: as others' servers, unless a type says otherwise.
  var pace: AskingPace { get }
}

extension TimeServer {
  /// Two seconds apart.
  public var pace: AskingPace { .publicServer }
}
