public import SandglassCore

/// When one server is asked: a first burst, then rarely; more rarely when it says so, and never more when it refuses.
///
/// RFC 4330, section 10, sets the rules: never again within 15 seconds, back off at RATE, stop at DENY; RFC 8633
/// repeats them for everybody. On top of these a client has 300 questions in any day, after the first burst, for all
/// its servers together: each server has its share.
public struct AskingSchedule: Sendable, Hashable {
  /// The least time between two questions to a server after the burst.
  public static let leastInterval = Duration.seconds(15)

  /// The most questions in any day after the burst, to all servers together.
  public static let mostInADay = 300

  private static let day = Duration.seconds(86_400)

  private let pace: AskingPace

  /// The mean time between two questions.
  private let interval: Duration

  /// What a question costs of the share of a day, as a time; and how much of that may be spent at once.
  private let cost: Duration
  private let credit: Duration

  private var burstLeft: Int

  /// When it is to be asked next, without need.
  private var next = Moment.origin

  /// Before when it must not be asked, whoever wants it.
  private var barrier = Moment.origin

  /// Until when the questions so far use up the share.
  private var spent = Moment.origin

  private var asked = Moment.origin
  private var failures = 0
  private var rateRefusals = 0

  /// Whether it is asked no more, since it refuses service.
  public private(set) var isStopped = false

  /// Makes the schedule of a server that has not been asked.
  ///
  /// - Parameters:
  ///   - pace: How it may be asked at first.
  ///   - servers: How many servers share what may be asked in a day; less than one counts as one.
  ///   - isKnown: Whether the server's samples were kept from an earlier process of the same boot: then there is no burst.
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

  /// Whether the first burst lasts.
  public var isInBurst: Bool { burstLeft > 0 && !isStopped }

  /// When to ask next without need; nil for never.
  public var nextAsk: Moment? {
    guard !isStopped else { return nil }
    return isInBurst ? max(next, barrier) : max(next, earliestAsk)
  }

  /// When somebody who wants to know may ask.
  ///
  /// - Parameter now: The present moment.
  /// - Returns: A moment that has come, or that comes soon, within the burst; nil if not now.
  public func ask(onDemandAt now: Moment) -> Moment? {
    guard !isStopped else { return nil }
    guard isInBurst else { return earliestAsk <= now ? now : nil }
    let due = failures == 0 ? max(next, barrier) : barrier
    return due <= now + pace.spacing ? due : nil
  }

  /// The earliest moment at which it may be asked after the burst.
  private var earliestAsk: Moment { max(barrier, spent - credit) }
}

// MARK: - What happens

extension AskingSchedule {
  /// The server is asked.
  ///
  /// - Parameter now: The present moment.
  public mutating func begin(at now: Moment) {
    asked = now
    // Whoever asks may be gone before there is an answer.
    next = now + Self.leastInterval
    if burstLeft > 0 {
      burstLeft -= 1
    } else {
      spent = max(spent, now) + cost
    }
    if burstLeft == 0 { barrier = max(barrier, now + Self.leastInterval) }
  }

  /// Another question is still under way: the server is left alone for a while.
  ///
  /// - Parameter now: The present moment.
  public mutating func postpone(at now: Moment) {
    next = max(next, now + Self.leastInterval)
  }

  /// The server has answered.
  ///
  /// - Parameters:
  ///   - isEnough: Whether that has settled what the time is; if not, it is asked again soon.
  ///   - now: The present moment.
  ///   - random: Any number, for the jitter.
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

  /// The server has not answered, or its answer counts for nothing.
  ///
  /// - Parameters:
  ///   - refusal: Why.
  ///   - now: The present moment.
  ///   - random: Any number, for the jitter.
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
      // What is lost on the way is part of the burst.
      next = max(now, asked + pace.spacing)
    default:
      failures = min(failures + 1, 10)
      barrier = max(barrier, asked + Self.leastInterval)
      let pause = min(Self.leastInterval * (1 << (failures - 1)), interval)
      next = asked + max(Self.leastInterval, Self.jittered(pause, random))
    }
  }

  /// A time that is up to a quarter longer or shorter, so that clients do not ask together.
  private static func jittered(_ time: Duration, _ random: UInt64) -> Duration {
    time * 3 / 4 + time / 2 * Int(random % 1001) / 1000
  }
}
