import SandglassCore

/// Time that runs at a rate, for games and demonstrations: 0 pauses everything that runs on its timekeeper, and 2 makes
/// it twice as fast.
///
/// ```swift
/// let game = RatedTime()
/// let round = Countdown(.seconds(30), on: game.timekeeper)
/// round.start()
/// game.rate = 0.5  // slow motion
/// ```
///
/// A change of the rate moves everything that is waiting on ``timekeeper``, and costs nothing otherwise. Nothing polls.
/// While the rate is zero, there are no wake-ups.
///
/// The time is that of another timekeeper, by default the shared one. In tests, use the timekeeper of a virtual time.
/// Closures that run on a timekeeper's own thread run on the thread of the other timekeeper.
///
/// A kept countdown, a kept stopwatch and a countdown to a wall-clock time need the real time. On this timekeeper, they
/// trap with a message.
public final class RatedTime: Sendable {
  /// The timekeeper that runs at the rate.
  public let timekeeper: Timekeeper

  private let source: DerivedSource

  /// Creates a time that runs at a rate.
  ///
  /// - Parameters:
  ///   - rate: How many seconds pass in one second of the other timekeeper. A number that is not above zero, or is not a
  ///     number, counts as zero. At most 1,000,000.
  ///   - other: The other timekeeper, which is retained.
  public init(rate: Double = 1, of other: Timekeeper = .shared) {
    source = DerivedSource(rate, of: other)
    timekeeper = Timekeeper(time: source)
  }

  /// How many seconds pass in one second of the other timekeeper. It is stored in steps of 2^-32.
  ///
  /// A new rate that is not above zero, or is not a number, counts as zero. At most 1,000,000.
  public var rate: Double {
    get { source.rate }
    set { source.setRate(newValue) }
  }
}

extension Timekeeper {
  /// Traps if this timekeeper does not run in real time.
  package func requireRealTime(for user: StaticString) {
    precondition(
      !time.isRated,
      "\(user) needs the real time, and cannot run on a RatedTime. Use that of another timekeeper, such as the shared one."
    )
  }
}
