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
  private enum Repetition {
    case every(Duration)
    case at(WallTimes)
  }

  private let repetition: Repetition
  private let options: TickOptions
  private let timekeeper: Timekeeper

  /// Creates a sequence of ticks.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. Traps unless it is positive.
  ///   - options: The first tick, missed ticks and the limit.
  ///   - tolerance: How late a tick may be, so that it shares a wake-up with others. Zero or less
  ///     means no tolerance.
  ///   - timekeeper: The timekeeper to run on.
  public init(
    every interval: Duration,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared
  ) {
    precondition(interval > .zero, "A timer's interval must be positive, but is \(interval).")
    repetition = .every(interval)
    self.options = options.tolerating(tolerance)
    self.timekeeper = timekeeper
  }

  /// Creates a sequence of ticks at times on the wall clock.
  ///
  /// ```swift
  /// for await tick in Ticks(at: .multiples(of: .seconds(30))) { await renew(at: tick.wallTime) }
  /// ```
  ///
  /// - Parameters:
  ///   - times: The times on the wall clock. If none are left, the sequence ends.
  ///   - options: The first tick, missed ticks and the limit.
  ///   - tolerance: How late a tick may be, so that it shares a wake-up with others. Zero or less
  ///     means no tolerance.
  ///   - timekeeper: The timekeeper to run on.
  public init(
    at times: WallTimes,
    options: TickOptions = TickOptions(),
    tolerance: Duration = .zero,
    on timekeeper: Timekeeper = .shared
  ) {
    repetition = .at(times)
    self.options = options.tolerating(tolerance)
    self.timekeeper = timekeeper
  }

  /// Starts the ticks.
  public func makeAsyncIterator() -> Iterator {
    switch repetition {
    case .every(let interval):
      return Iterator(
        source: .every(
          options.schedule(every: interval, from: timekeeper.now), Sleeper(on: timekeeper)),
        tolerance: options.tolerance, timekeeper: timekeeper)
    case .at(let times):
      // The sleeper comes first, so that no change of the clock is missed.
      let sleeper = WallSleeper(on: timekeeper)
      return Iterator(
        source: .at(timekeeper.schedule(at: times, options: options), sleeper),
        tolerance: options.tolerance, timekeeper: timekeeper)
    }
  }

  /// An iterator over the ticks, for one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate enum Source {
      case every(RepeatingSchedule, Sleeper)
      case at(WallSchedule, WallSleeper)
    }

    fileprivate var source: Source
    fileprivate let tolerance: Duration
    fileprivate let timekeeper: Timekeeper

    /// Waits for the next tick, in the caller's isolation. Returns nil at the end.
    public mutating func next() async -> Tick? {
      await next(isolation: #isolation)
    }

    /// Waits for the next tick, in the given isolation. Returns nil at the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Tick? {
      switch source {
      case .every(let schedule, let sleeper):
        await next(of: schedule, sleeper, isolation: actor)
      case .at(let schedule, let sleeper):
        await next(of: schedule, sleeper, isolation: actor)
      }
    }

    private mutating func next(
      of schedule: RepeatingSchedule, _ sleeper: Sleeper, isolation actor: isolated (any Actor)?
    ) async -> Tick? {
      var schedule = schedule
      defer { source = .every(schedule, sleeper) }
      while let due = schedule.due {
        guard await sleeper.sleep(until: due, tolerance: tolerance, isolation: actor) else { break }
        if let tick = schedule.tick(at: timekeeper.now) { return tick }
      }
      sleeper.end()
      return nil
    }

    private mutating func next(
      of schedule: WallSchedule, _ sleeper: WallSleeper, isolation actor: isolated (any Actor)?
    ) async -> Tick? {
      var schedule = schedule
      defer { source = .at(schedule, sleeper) }
      while !Task.isCancelled {
        let clocks = sleeper.readClocks()
        var run = schedule.run(at: clocks.steady, wall: clocks.wall, atMost: 1)
        if let tick = run?.popFirst() { return tick }
        guard let due = schedule.due else { break }
        await sleeper.sleep(until: due, tolerance: tolerance, isolation: actor)
      }
      sleeper.end()
      return nil
    }
  }
}

@available(*, unavailable)
extension Ticks.Iterator: Sendable {}
