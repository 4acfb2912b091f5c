/// A timer that is waiting on a timekeeper, as listed by `Timekeeper.pending`.
public struct PendingTimer: Sendable, Hashable {
  /// The kind of a pending timer.
  public enum Kind: Sendable, Hashable {
    /// A `Countdown`, with the time to zero, which is negative after zero. It is waiting for its next tick, milestone
    /// or finish, whichever comes first.
    case countdown(remaining: Duration)

    /// A `Stopwatch` that has observers. It is waiting for its next tick.
    case stopwatch

    /// A `RepeatingTimer`, with its interval.
    case repeatingTimer(every: Duration)

    /// A `RepeatingTimer` with times on the wall clock that are not always the same interval apart.
    case repeatingTimerAtTimes

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

  /// The file in which the timer was created, in the form of `#fileID`; `nil` if the file was not recorded.
  public let fileID: String?

  /// The line on which the timer was created; `nil` if the line was not recorded.
  public let line: Int?

  package init(deadline: Moment, tolerance: Duration, kind: Kind, madeAt: SourceLine?) {
    self.deadline = deadline
    self.tolerance = tolerance
    self.kind = kind
    fileID = madeAt.map { "\($0.fileID)" }
    line = madeAt.map { Int($0.line) }
  }

  /// The file and the line as one string; empty if they were not recorded.
  var place: String {
    guard let fileID, let line else { return "" }
    return "\(fileID):\(line)"
  }
}

extension PendingTimer: CustomStringConvertible {
  /// The kind of the timer, when it is due on the steady clock, and where it was created.
  public var description: String {
    "\(kind), due at \(deadline)" + (place.isEmpty ? "" : ", made at \(place)")
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
    case .repeatingTimerAtTimes: "RepeatingTimer at times"
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

/// The source line on which a timer was created.
package struct SourceLine: Sendable {
  package let fileID: StaticString
  package let line: UInt32

  package init(fileID: StaticString, line: UInt32) {
    self.fileID = fileID
    self.line = line
  }
}

extension SourceLine: CustomStringConvertible {
  package var description: String { "\(fileID):\(line)" }
}
