/// A timer that is waiting on a timekeeper, as listed by `Timekeeper.pending`.
public struct PendingTimer: Sendable, Equatable {
  /// The kind of a pending timer.
  public enum Kind: Sendable, Equatable {
    /// A `Countdown`, with the time to zero, which is negative after zero. It is waiting for its next tick, milestone
    /// or finish, whichever comes first.
    case countdown(remaining: Duration)

    /// A `Stopwatch` that has observers. It is waiting for its next tick.
    case stopwatch

    /// A `RepeatingTimer`, with its interval.
    case repeatingTimer(every: Duration)

    /// A `WallTimer`.
    case wallTimer

    /// A `OneShotTimer`.
    case oneShotTimer

    /// A `Debouncer` with a waiting call, and its quiet time.
    case debouncer(for: Duration)

    /// A `Throttler` with a waiting call, and its interval.
    case throttler(every: Duration)

    /// A task that is waiting in `Timekeeper.sleep`, or for the next element of its `Ticks`.
    case sleep

    /// A set of `Timeouts`, with their number. It is waiting for the earliest of them.
    case timeouts(count: Int)

    /// A `RateLimiter` with the number of tasks that wait for their turns.
    case rateLimiter(waiting: Int)

    /// A closure that was scheduled with `Timekeeper.schedule`.
    case call
  }

  /// When the timer is due.
  public let deadline: Moment

  /// How long after its deadline the timer may fire, so that it shares a wake-up with others. This is the step to which
  /// its tolerance was rounded down.
  public let tolerance: Duration

  /// The kind of the timer.
  public let kind: Kind

  /// The name of the type of the object that the timer is bound to; `nil` if it is bound to none.
  public let owner: String?

  package init(deadline: Moment, tolerance: Duration, kind: Kind, owner: String?) {
    self.deadline = deadline
    self.tolerance = tolerance
    self.kind = kind
    self.owner = owner
  }
}

extension PendingTimer: CustomStringConvertible {
  /// The kind of the timer, the type of its owner, and when it is due on the steady clock.
  public var description: String {
    "\(kind)" + (owner.map { " for \($0)" } ?? "") + ", due at \(deadline)"
  }
}

extension PendingTimer.Kind: CustomStringConvertible {
  /// The kind as text, such as `RepeatingTimer every 1s` or `Countdown, 12.3s left`.
  public var description: String {
    switch self {
    case .countdown(let remaining) where remaining < .zero:
      "Countdown, \((.zero - remaining).readableText) past zero"
    case .countdown(let remaining): "Countdown, \(remaining.readableText) left"
    case .repeatingTimer(let interval): "RepeatingTimer every \(interval.readableText)"
    case .wallTimer: "WallTimer"
    case .stopwatch: "Stopwatch"
    case .oneShotTimer: "OneShotTimer"
    case .debouncer(let quietTime): "Debouncer for \(quietTime.readableText)"
    case .throttler(let interval): "Throttler every \(interval.readableText)"
    case .sleep: "Timekeeper.sleep"
    case .timeouts(let count): "Timeouts, \(count) of them"
    case .rateLimiter(let count): "RateLimiter, \(count) waiting"
    case .call: "Timekeeper.schedule"
    }
  }
}

extension Duration {
  /// The duration as text for debugging. If it is one second or longer, fractions below a millisecond are omitted.
  package var readableText: String {
    guard self >= .seconds(1) else { return compactText }
    return Duration.milliseconds(clampedNanosecondsRoundedDown / 1_000_000).compactText
  }
}
