public import SandglassCore

/// The persisted state of a stopwatch, from which another process can continue counting.
///
/// A record is a plain value, and its store decides how to encode it. An idle stopwatch has no record.
public struct StopwatchRecord: Sendable, Hashable {
  /// The id of the stopwatch in its store.
  public let id: String

  /// The state of the stopwatch when the record was written. An idle one is never stored.
  package let state: StopwatchState

  /// Whether the stopwatch was running when the record was written. Otherwise it was stopped.
  public var isRunning: Bool { state == .running }

  /// The total when the record was written.
  public let total: Duration

  /// The durations of the finished laps, in order.
  public let laps: [Duration]

  /// Whether the time does not count for which the device sleeps.
  public let pausesAsleep: Bool

  /// The instant at which the record was written.
  public let written: ClockInstant

  /// The certainty of the total when the record was written. Writing an estimated total does not make it exact.
  public let certainty: Certainty

  /// Creates a record.
  public init(
    id: String, isRunning: Bool, total: Duration, laps: [Duration], written: ClockInstant,
    certainty: Certainty = .exact, pausesAsleep: Bool = false
  ) {
    self.init(
      id: id, state: isRunning ? .running : .stopped, total: total, laps: laps, written: written,
      certainty: certainty, pausesAsleep: pausesAsleep)
  }

  package init(
    id: String, state: StopwatchState, total: Duration, laps: [Duration], written: ClockInstant,
    certainty: Certainty, pausesAsleep: Bool = false
  ) {
    self.id = id
    self.state = state
    self.total = total
    self.laps = laps
    self.pausesAsleep = pausesAsleep
    self.written = ClockInstant(
      steady: written.steady, wall: written.wall, boot: written.boot,
      asleep: pausesAsleep ? written.asleep : nil)
    self.certainty = certainty
  }
}

/// The state of a recorded stopwatch at a later time, and its certainty.
public struct RestoredStopwatch: Sendable, Equatable {
  /// Whether the stopwatch is running. Otherwise it is stopped.
  public let isRunning: Bool

  /// The total at that time.
  public let total: Duration

  /// The durations of the finished laps, in order.
  public let laps: [Duration]

  /// The certainty of the total.
  public let certainty: Certainty
}

extension StopwatchRecord {
  /// Returns the state of the stopwatch at `now`.
  ///
  /// | recorded state | boot | clocks | added time | certainty |
  /// | --- | --- | --- | --- | --- |
  /// | stopped | any | any | none | as in the record |
  /// | running | the same | steady clock at or after the record's | time on the steady clock | as in the record |
  /// | running | a different one | wall clock at or after the record's | time on the wall clock | estimated, or as in the record if that is worse |
  /// | running | a different one | wall clock before the record's | none | suspect |
  ///
  /// With ``pausesAsleep``, the time on the steady clock for which the device slept is not added.
  ///
  /// A boot with an unknown identity counts as a different one. So does a boot whose steady clock is earlier than the
  /// record's. The total saturates at 584 years.
  ///
  /// - Parameter now: The current instant.
  /// - Returns: The state and the total at that instant, and the certainty of the total.
  public func restored(at now: ClockInstant) -> RestoredStopwatch {
    let (gap, certainty) = isRunning ? gap(until: now) : (.zero, certainty)
    return RestoredStopwatch(
      isRunning: isRunning, total: total.addingSaturated(gap).clampedToMoments, laps: laps,
      certainty: certainty)
  }

  /// Returns the time of the same boot that counts since the record was written.
  func counted(until now: ClockInstant) -> Duration {
    let passed = now.steady - written.steady
    return pausesAsleep ? passed.subtractingSaturated(now.slept(since: written)) : passed
  }

  /// Returns the time that has passed since the record was written, and the certainty of the total with that time
  /// added.
  private func gap(until now: ClockInstant) -> (Duration, Certainty) {
    let counted = counted(until: now)
    if now.isSameBoot(as: written), counted >= .zero { return (counted, certainty) }
    guard now.wall >= written.wall else { return (.zero, .suspect) }
    return (now.wall - written.wall, certainty == .exact ? .estimated : certainty)
  }
}
