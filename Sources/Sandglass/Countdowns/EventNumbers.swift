import SandglassCore

/// The numbers of a run and of its events, for a countdown that may get a record later.
///
/// They are chosen as a record chooses them, in memory, when the run begins and when an event becomes due. A record that
/// is made later goes on with them. So an event has one number, whenever the disk answers.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class EventNumbers: @unchecked Sendable {
  /// The number of the latest run; zero before the first.
  private(set) var run = 0

  /// How many events of the run have become due.
  private(set) var count = 0

  /// The latest events that have become due while there was no record.
  private(set) var events: [PendingEvent] = []

  /// Notes the start of a run, or an event that has become due, if it is one that a record would have.
  func note(_ event: CountdownEvent, on timekeeper: Timekeeper) {
    let (kind, phaseIndex, moment): (PendingEvent.Kind, Int, Moment)
    switch event {
    case .change(.started, _):
      run = CountdownRecord.number(ofRunAt: timekeeper.wallNow, after: run)
      count = 0
      return
    case .milestone(let reached, _):
      (kind, phaseIndex, moment) = (
        .milestone(reached.milestone), reached.phaseIndex, reached.moment
      )
    case .phaseEnd(let end, _):
      (kind, phaseIndex, moment) = (.phaseEnd(isSkipped: end.isSkipped), end.index, end.moment)
    case .end(let end, _) where end.outcome == .finished:
      (kind, phaseIndex, moment) = (.finish, 0, end.moment)
    case .reading, .change, .end: return
    }
    count += 1
    if events.count == CountdownRecord.pendingLimit { events.removeFirst() }
    events.append(
      PendingEvent(
        kind, run: run, number: count, phaseIndex: phaseIndex, total: .zero,
        at: CountdownRecord.Instant(
          steady: moment, wall: timekeeper.clocks.wall(at: moment), boot: nil)))
  }
}

extension Countdown {
  /// Begins to number the events of a countdown that has no record yet. Call this before the start.
  package func numberEvents() {
    timekeeper.withLock { core.numberEvents() }
  }

  /// The latest events that have become due before there was a record, and those that are pending in the record.
  package var numberedEvents: [PendingEvent] {
    let pending = pendingEvents
    return timekeeper.withLock { core.numbers?.events ?? [] } + pending
  }
}
