public import SandglassCore

/// The schedule of requests to one server: a first burst, and then one request every few minutes. The schedule backs
/// off if the server asks for fewer requests, and pauses if the server refuses service.
///
/// The schedule follows RFC 4330, section 10: at least 15 seconds between two requests, backoff after RATE, and no
/// more requests for a day after DENY. RFC 8633 repeats these rules for all clients. If the server's answers are not
/// authenticated, the pause after DENY is an hour, because anyone who sees one request can forge a DENY. In addition, a client sends at most 300
/// requests in any day after the first burst, to all its servers together. Each server has an equal share of these
/// requests. A request that did not leave the machine does not count.
public struct AskingSchedule: Sendable, Hashable {
  /// The minimum time between two requests to a server after the burst.
  public static let leastInterval = Duration.seconds(15)

  /// The maximum number of requests in any day after the burst, to all servers together.
  public static let mostInADay = 300

  private static let day = Duration.seconds(86_400)

  /// The number of failures in a row that interrupt the burst, so that an outage does not use it up.
  private static let failuresInBurst = 4

  /// The longest pause after a request that did not leave the machine.
  private static let longestUnsentPause = Duration.seconds(60)

  /// The pause after a server with authenticated answers has refused service: a day.
  public static let pauseAfterDenial = day

  /// The pause after a refusal of service that anyone on the path may have forged: an hour.
  public static let pauseAfterUnauthenticatedDenial = Duration.seconds(3600)

  private let pace: AskingPace

  private let denialPause: Duration

  /// The mean time between two requests.
  private let interval: Duration

  /// The requests are limited by a token bucket that is measured in time. `cost` is the time that one request uses up,
  /// and `credit` is the time that several requests may use up in advance.
  private let cost: Duration
  private let credit: Duration

  /// What a record contains.
  public private(set) var progress: AskingProgress

  /// The progress before the latest request, which counts for nothing if it turns out not to have left the machine.
  private var formerProgress: AskingProgress

  /// Creates the schedule of a server that has not received a request yet.
  ///
  /// - Parameters:
  ///   - pace: The first burst.
  ///   - servers: The number of servers that share the daily limit. A number below one counts as one.
  ///   - isAuthenticated: Whether nobody on the path can forge the server's answers.
  public init(pace: AskingPace, servers: Int = 1, isAuthenticated: Bool = false) {
    self.pace = pace
    denialPause =
      isAuthenticated ? Self.pauseAfterDenial : Self.pauseAfterUnauthenticatedDenial
    let servers = max(1, servers)
    let share = max(2, Self.mostInADay / servers)
    let atOnce = max(1, share / 10)
    interval = .seconds(400) * servers
    cost = Self.day / (share - atOnce)
    credit = cost * (atOnce - 1)
    progress = AskingProgress(burstLeft: pace.burst)
    formerProgress = progress
  }

  /// Continues the schedule of an earlier process of the same boot. A request that was under way counts as cancelled,
  /// because its answer cannot arrive any more.
  ///
  /// - Parameters:
  ///   - progress: The progress from the record. Values that are out of range are limited.
  ///   - now: The current moment.
  public mutating func restore(_ progress: AskingProgress, at now: Moment) {
    self.progress = progress.limited(at: now, burst: pace.burst)
    formerProgress = self.progress
    if isUnderWay { refused(.cancelled, at: now, random: 0) }
  }

  /// Whether a request has been sent and has not ended.
  public var isUnderWay: Bool { progress.isUnderWay }

  /// Whether the first burst is in progress. It is interrupted after four failures in a row, until the next answer.
  public var isInBurst: Bool {
    progress.burstLeft > 0 && progress.failures < Self.failuresInBurst
  }

  /// The moment of the next regular request.
  public var nextAsk: Moment {
    max(progress.next, isInBurst ? progress.barrier : earliestAsk)
  }

  /// Returns when a request on demand may be sent.
  ///
  /// - Parameter now: The current moment.
  /// - Returns: A moment at or before `now` if a request may be sent now, a later moment within the burst, or nil if no
  ///   request may be sent soon.
  public func ask(onDemandAt now: Moment) -> Moment? {
    guard isInBurst else { return earliestAsk <= now ? now : nil }
    let due =
      progress.failures == 0 ? max(progress.next, progress.barrier) : progress.barrier
    return due <= now + pace.spacing ? due : nil
  }

  /// The earliest moment of a request after the burst.
  private var earliestAsk: Moment { max(progress.barrier, progress.spent - credit) }
}

// MARK: - Events

extension AskingSchedule {
  /// Records that a request is being sent.
  ///
  /// - Parameter now: The current moment.
  public mutating func begin(at now: Moment) {
    formerProgress = progress
    progress.asked = now
    progress.isUnderWay = true
    // The task may be cancelled before an answer arrives, so the next request is scheduled here.
    progress.next = now + Self.leastInterval
    if isInBurst {
      progress.burstLeft -= 1
    } else {
      progress.spent = max(progress.spent, now) + cost
      progress.barrier = max(progress.barrier, now + Self.leastInterval)
    }
    if progress.burstLeft == 0 {
      progress.barrier = max(progress.barrier, now + Self.leastInterval)
    }
  }

  /// Records that a request is still pending, and delays the next request.
  ///
  /// - Parameter now: The current moment.
  public mutating func postpone(at now: Moment) {
    progress.next = max(progress.next, now + Self.leastInterval)
  }

  /// Records an answer.
  ///
  /// - Parameters:
  ///   - isEnough: Whether the time is now undisputed. If not, the next request is sent soon.
  ///   - now: The current moment.
  ///   - random: A random number for the jitter.
  public mutating func answered(isEnough: Bool, at now: Moment, random: UInt64) {
    progress.failures = 0
    progress.isUnderWay = false
    if isInBurst {
      progress.next = max(now, progress.asked + pace.spacing)
    } else if isEnough {
      progress.next = progress.asked + Self.jittered(interval, random)
    } else {
      progress.next = progress.asked + Self.leastInterval
    }
  }

  /// Records that there was no answer, or that the answer was refused.
  ///
  /// - Parameters:
  ///   - refusal: The reason.
  ///   - now: The current moment.
  ///   - random: A random number for the jitter.
  public mutating func refused(_ refusal: TimeRefusal, at now: Moment, random: UInt64) {
    let asked = progress.asked
    progress.isUnderWay = false
    switch refusal {
    case .denied:
      pause(until: asked + denialPause)
    case .rate:
      progress.rateRefusals = min(progress.rateRefusals + 1, AskingProgress.mostCounted)
      let time = min(interval * (1 << progress.rateRefusals), Self.day)
      pause(until: asked + Self.jittered(time, random))
    case .cancelled:
      progress.next = max(now, asked + pace.spacing)
    case .unsent:
      // The request has used up nothing, so it may be tried again on demand, and often.
      progress = formerProgress
      progress.asked = asked
      fail()
      progress.next = now + backoff(atMost: Self.longestUnsentPause, random)
    default:
      fail()
      switch refusal {
      // A lost packet counts as one request of the burst.
      case .timedOut where isInBurst, .wrongOrigin where isInBurst:
        progress.next = max(now, asked + pace.spacing)
      default:
        progress.barrier = max(progress.barrier, asked + Self.leastInterval)
        progress.next = asked + max(Self.leastInterval, backoff(atMost: interval, random))
      }
    }
  }

  /// Records that the network may have come back. If the latest request has failed, the next one is sent as soon as it
  /// may be: at the earliest a second after a request that did not leave the machine, and 15 seconds after one that did.
  ///
  /// - Parameter now: The current moment.
  public mutating func networkChanged(at now: Moment) {
    guard progress.failures > 0 else { return }
    progress.failures = 0
    progress.next = max(now, progress.asked + .seconds(1))
  }

  /// Ends the burst, and sends no request before a moment, not even on demand.
  private mutating func pause(until moment: Moment) {
    progress.burstLeft = 0
    progress.barrier = moment
    progress.next = moment
  }

  private mutating func fail() {
    progress.failures = min(progress.failures + 1, AskingProgress.mostCounted)
  }

  /// The pause after some failures in a row, which doubles with each of them.
  private func backoff(atMost longest: Duration, _ random: UInt64) -> Duration {
    let pause = Self.leastInterval * (1 << (progress.failures - 1))
    return Self.jittered(min(pause, longest), random)
  }

  /// Returns a time that is up to a quarter longer or shorter, so that clients do not send their requests
  /// simultaneously.
  private static func jittered(_ time: Duration, _ random: UInt64) -> Duration {
    time * 3 / 4 + time / 2 * Int(random % 1001) / 1000
  }
}
