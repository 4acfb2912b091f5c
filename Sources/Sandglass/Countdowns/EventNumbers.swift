import SandglassCore

/// The numbers of a run and of its events, for a countdown that may get a record later.
///
/// They are chosen as a record chooses them, in memory, when the run begins and when an event becomes due. A record that
/// is made later goes on with them. So an event has one number, whenever the disk answers.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class EventNumbers: @unchecked Sendable {
  private var record = CountdownRecord(
    id: "", label: nil, state: .idle, target: .duration(.zero), total: .zero, options: .standard,
    written: CountdownRecord.Instant(
      steady: .origin, wall: WallMoment(secondsSince1970: 0), boot: nil), run: 0)

  /// The number of the latest run; zero before the first.
  var run: Int { record.run }

  /// How many events of the run have become due.
  var count: Int { record.eventCount }

  /// The latest events that have become due while there was no record.
  var events: [PendingEvent] { record.pending }

  /// Notes the start of a run, or an event that has become due, if it is one that a record would have.
  func note(_ event: CountdownEvent, at now: Moment, on timekeeper: Timekeeper) {
    if case .reading = event { return }
    let wall = timekeeper.clocks.wall(at: now)
    _ = record.note(
      event, order: wall, at: now, CountdownRecord.Instant(steady: now, wall: wall, boot: nil))
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
