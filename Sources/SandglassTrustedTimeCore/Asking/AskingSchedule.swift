public import SandglassCore

/// The schedule of requests to one server: a first burst, and then one request every few minutes. The schedule backs
/// off if the server asks for fewer requests, and stops if the server refuses service.
///
/// The schedule follows RFC 4330, section 10: at least 15 seconds between two requests, backoff after RATE, and no
/// more requests after DENY. RFC 8633 repeats these rules for all clients. In addition, a client sends at most 300
/// requests in any day after the first burst, to all its servers together. Each server has an equal share of these
/// requests.
public struct AskingSchedule: Sendable, Hashable {
  /// The minimum time between two requests to a server after the burst.
  public static let leastInterval = Duration.seconds(15)

  /// The maximum number of requests in any day after the burst, to all servers together.
  public static let mostInADay = 300

  private static let day = Duration.seconds(86_400)

  private let pace: AskingPace

  /// The mean time between two requests.
  private let interval: Duration

  /// The requests are limited by a token bucket that is measured in time. `cost` is the time that one request uses up,
  /// and `credit` is the time that several requests may use up in advance.
  private let cost: Duration
  private let credit: Duration

  private var burstLeft: Int

  /// The moment of the next regular request.
  private var next = Moment.origin

  /// The moment before which no request may be sent, not even on demand.
  private var barrier = Moment.origin

  /// The moment until which the server's share is used up by previous requests.
  private var spent = Moment.origin

  private var asked = Moment.origin
  private var failures = 0
  private var rateRefusals = 0

  /// Whether there are no more requests, because the server refuses service.
  public private(set) var isStopped = false

  /// Creates the schedule of a server that has not received a request yet.
  ///
  /// - Parameters:
  ///   - pace: The first burst.
  ///   - servers: The number of servers that share the daily limit. A number below one counts as one.
  ///   - isKnown: Whether the server's samples were restored from an earlier process of the same boot. In that case
  ///     there is no burst.
  public init(pace: AskingPace, servers: Int = 1, isKnown: Bool = false) {
    self.pace = pace
    let servers = max(1, servers)
    let share = max(2, Self.mostInADay / servers)
    let atOnce = max(1, share / 10)
    interval = .seconds(400) * servers
    cost = Self.day / (share - atOnce)
    credit = cost * (atOnce - 1)
    burstLeft = isKnown ? 0 : pace.burst
  }

  /// Whether the first burst is still in progress.
  public var isInBurst: Bool { burstLeft > 0 && !isStopped }

  /// The moment of the next regular request, or nil if there are no more requests.
  public var nextAsk: Moment? {
    guard !isStopped else { return nil }
    return isInBurst ? max(next, barrier) : max(next, earliestAsk)
  }

  /// Returns when a request on demand may be sent.
  ///
  /// - Parameter now: The current moment.
  /// - Returns: A moment at or before `now` if a request may be sent now, a later moment within the burst, or nil if no
  ///   request may be sent soon.
  public func ask(onDemandAt now: Moment) -> Moment? {
    guard !isStopped else { return nil }
    guard isInBurst else { return earliestAsk <= now ? now : nil }
    let due = failures == 0 ? max(next, barrier) : barrier
    return due <= now + pace.spacing ? due : nil
  }

  /// The earliest moment of a request after the burst.
  private var earliestAsk: Moment { max(barrier, spent - credit) }
}

// MARK: - Events

extension AskingSchedule {
  /// Records that a request is being sent.
  ///
  /// - Parameter now: The current moment.
  public mutating func begin(at now: Moment) {
    asked = now
    // The task may be cancelled before an answer arrives, so the next request is scheduled here.
    next = now + Self.leastInterval
    if burstLeft > 0 {
      burstLeft -= 1
    } else {
      spent = max(spent, now) + cost
    }
    if burstLeft == 0 { barrier = max(barrier, now + Self.leastInterval) }
  }

  /// Records that a request is still pending, and delays the next request.
  ///
  /// - Parameter now: The current moment.
  public mutating func postpone(at now: Moment) {
    next = max(next, now + Self.leastInterval)
  }

  /// Records an answer.
  ///
  /// - Parameters:
  ///   - isEnough: Whether the time is now undisputed. If not, the next request is sent soon.
  ///   - now: The current moment.
  ///   - random: A random number for the jitter.
  public mutating func answered(isEnough: Bool, at now: Moment, random: UInt64) {
    failures = 0
    if isInBurst {
      next = max(now, asked + pace.spacing)
    } else if isEnough {
      next = asked + Self.jittered(interval, random)
    } else {
      next = asked + Self.leastInterval
    }
  }

  /// Records that there was no answer, or that the answer was refused.
  ///
  /// - Parameters:
  ///   - refusal: The reason.
  ///   - now: The current moment.
  ///   - random: A random number for the jitter.
  public mutating func refused(_ refusal: TimeRefusal, at now: Moment, random: UInt64) {
    switch refusal {
    case .denied:
      isStopped = true
    case .rate:
      burstLeft = 0
      rateRefusals = min(rateRefusals + 1, 10)
      let pause = min(interval * (1 << rateRefusals), Self.day)
      barrier = asked + Self.jittered(pause, random)
      next = barrier
    case .cancelled:
      next = max(now, asked + pace.spacing)
    case .timedOut where isInBurst, .wrongOrigin where isInBurst:
      // A lost packet counts as one request of the burst.
      next = max(now, asked + pace.spacing)
    default:
      failures = min(failures + 1, 10)
      barrier = max(barrier, asked + Self.leastInterval)
      let pause = min(Self.leastInterval * (1 << (failures - 1)), interval)
      next = asked + max(Self.leastInterval, Self.jittered(pause, random))
    }
  }

  /// Returns a time that is up to a quarter longer or shorter, so that clients do not send their requests
  /// simultaneously.
  private static func jittered(_ time: Duration, _ random: UInt64) -> Duration {
    time * 3 / 4 + time / 2 * Int(random % 1001) / 1000
  }
}
