public import SandglassCore

/// What a schedule of requests to one server remembers: everything except the pace and the number of servers. A record
/// contains it, so that a process that is launched again and again sends no more requests than one that keeps running.
public struct AskingProgress: Sendable, Hashable {
  /// The number of requests that are left of the first burst.
  public internal(set) var burstLeft: Int

  /// The moment of the next regular request.
  public internal(set) var next: Moment

  /// The moment before which no request may be sent, not even on demand.
  public internal(set) var barrier: Moment

  /// The moment until which the server's share is used up by previous requests.
  public internal(set) var spent: Moment

  /// The moment of the latest request.
  public internal(set) var asked: Moment

  /// The number of requests without an accepted answer since the latest one with an answer; at most 10.
  public internal(set) var failures: Int

  /// The number of times that the server has asked for fewer requests; at most 10.
  public internal(set) var rateRefusals: Int

  /// Whether a request has been sent and has not ended.
  public internal(set) var isUnderWay: Bool

  /// Creates the progress of a schedule, for example from a record. ``AskingSchedule`` accepts any values.
  ///
  /// - Parameters:
  ///   - burstLeft: The number of requests that are left of the first burst.
  ///   - next: The moment of the next regular request.
  ///   - barrier: The moment before which no request may be sent.
  ///   - spent: The moment until which the server's share is used up.
  ///   - asked: The moment of the latest request.
  ///   - failures: The number of requests without an accepted answer since the latest one with an answer.
  ///   - rateRefusals: The number of times that the server has asked for fewer requests.
  ///   - isUnderWay: Whether a request has been sent and has not ended.
  public init(
    burstLeft: Int, next: Moment = .origin, barrier: Moment = .origin, spent: Moment = .origin,
    asked: Moment = .origin, failures: Int = 0, rateRefusals: Int = 0, isUnderWay: Bool = false
  ) {
    self.burstLeft = burstLeft
    self.next = next
    self.barrier = barrier
    self.spent = spent
    self.asked = asked
    self.failures = failures
    self.rateRefusals = rateRefusals
    self.isUnderWay = isUnderWay
  }
}

extension AskingProgress {
  /// The number of failures and of refusals that are counted.
  static let mostCounted = 10

  /// Returns the progress with every value in its range. A moment that no schedule can have reached by now counts as the
  /// latest one that it can, so a damaged record delays requests for two days at most.
  func limited(at now: Moment, burst: Int) -> AskingProgress {
    let limit = now + .seconds(2 * 86_400)
    return AskingProgress(
      burstLeft: min(max(0, burstLeft), burst), next: min(next, limit),
      barrier: min(barrier, limit),
      spent: min(spent, limit), asked: min(asked, now),
      failures: min(max(0, failures), Self.mostCounted),
      rateRefusals: min(max(0, rateRefusals), Self.mostCounted), isUnderWay: isUnderWay)
  }
}
