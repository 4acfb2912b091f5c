public import SandglassCore

/// The ticks of a repeating timer, as an asynchronous sequence.
///
/// Each iterator has its own schedule, which begins when the iterator is created. The policy for missed ticks applies
/// to a busy receiver in the same way as to a suspended process. The sequence ends when the limit is reached, or when
/// the task is cancelled.
///
/// ```swift
/// for await tick in Ticks(every: .seconds(1)) { print(tick.index, tick.lateness) }
/// ```
public struct Ticks: AsyncSequence, Sendable {
  /// The elements of the sequence.
  public typealias Element = Tick

  /// The sequence never throws.
  public typealias Failure = Never

  private let interval: Duration
  private let options: TickOptions
  private let timekeeper: Timekeeper

  /// Creates a sequence of ticks.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - options: The first tick, missed ticks, the limit and the tolerance.
  ///   - timekeeper: The timekeeper to run on.
  public init(
    every interval: Duration,
    options: TickOptions = .standard,
    on timekeeper: Timekeeper = .shared
  ) {
    precondition(interval > .zero, "A timer's interval must be positive, but is \(interval).")
    self.interval = interval
    self.options = options
    self.timekeeper = timekeeper
  }

  /// Starts the ticks.
  public func makeAsyncIterator() -> Iterator {
    Iterator(
      schedule: options.schedule(every: interval, from: timekeeper.now),
      tolerance: options.tolerance,
      timekeeper: timekeeper,
      sleeper: Sleeper(on: timekeeper))
  }

  /// An iterator over the ticks, for one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate var schedule: RepeatingSchedule
    fileprivate let tolerance: Duration
    fileprivate let timekeeper: Timekeeper
    fileprivate let sleeper: Sleeper

    /// Waits for the next tick, in the caller's isolation. Returns nil at the end.
    public mutating func next() async -> Tick? {
      await next(isolation: #isolation)
    }

    /// Waits for the next tick, in the given isolation. Returns nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Tick? {
      while let due = schedule.due {
        guard await sleeper.sleep(until: due, tolerance: tolerance, isolation: actor) else { break }
        if let tick = schedule.tick(at: timekeeper.now) { return tick }
      }
      sleeper.end()
      return nil
    }
  }
}

@available(*, unavailable)
extension Ticks.Iterator: Sendable {}
