/// What is kept of a stopwatch, so that another process can count on.
///
/// A record is a plain value: how it is written is the business of whoever stores it. An idle stopwatch has none.
public struct StopwatchRecord: Sendable, Hashable {
  /// An instant on both clocks.
  public typealias Instant = CountdownRecord.Instant

  /// What names the stopwatch in its store.
  public let id: String

  /// Whether it ran when the record was written; else it was stopped.
  public let isRunning: Bool

  /// What it had counted when the record was written.
  public let total: Duration

  /// How long each lap took that was over, the first one first.
  public let laps: [Duration]

  /// When the record was written.
  public let written: Instant

  /// How the total was known then: what was once estimated does not become exact by being written.
  public let certainty: Certainty

  /// Makes a record.
  public init(
    id: String, isRunning: Bool, total: Duration, laps: [Duration], written: Instant,
    certainty: Certainty = .exact
  ) {
    self.id = id
    self.isRunning = isRunning
    self.total = total
    self.laps = laps
    self.written = written
    self.certainty = certainty
  }
}

/// What has become of a recorded stopwatch, and how that is known.
public struct RestoredStopwatch: Sendable, Hashable {
  /// Whether it runs; else it is stopped.
  public let isRunning: Bool

  /// What it has counted by now.
  public let total: Duration

  /// How long each lap took that was over, the first one first.
  public let laps: [Duration]

  /// How the total is known.
  public let certainty: Certainty
}

extension StopwatchRecord {
  /// What has become of the stopwatch by `now`.
  ///
  /// | it was | boot | clocks | what is added | how the total is known |
  /// | --- | --- | --- | --- | --- |
  /// | stopped | any | any | nothing | as in the record |
  /// | running | the same | steady clock at or after the record's | the steady clock's time | as in the record |
  /// | running | another | wall clock at or after the record's | the wall clock's time | estimated, or as in the record if that is worse |
  /// | running | another | wall clock before the record's | nothing | suspect |
  ///
  /// A boot whose identity is not known is another one; so is one whose steady clock reads earlier than the record's.
  /// What is longer than a stopwatch can hold saturates.
  ///
  /// - Parameter now: The present instant.
  /// - Returns: What it has counted by that instant, and how that is known.
  public func restored(at now: Instant) -> RestoredStopwatch {
    let (gap, certainty) = isRunning ? gap(until: now) : (.zero, certainty)
    return RestoredStopwatch(
      isRunning: isRunning, total: total.addingSaturated(gap).clampedToMoments, laps: laps,
      certainty: certainty)
  }

  /// The time from the writing until now, and how the total is known with that added.
  private func gap(until now: Instant) -> (Duration, Certainty) {
    if now.boot != nil, now.boot == written.boot, now.steady >= written.steady {
      return (now.steady - written.steady, certainty)
    }
    guard now.wall >= written.wall else { return (.zero, .suspect) }
    return (now.wall - written.wall, certainty == .exact ? .estimated : certainty)
  }
}
