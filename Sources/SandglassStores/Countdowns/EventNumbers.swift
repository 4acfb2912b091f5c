package import Sandglass
import SandglassCore
package import SandglassLedger

/// Numbers the run and the events of a countdown that may get a record later.
///
/// They are chosen as a record chooses them, in memory, when the run begins and when an event becomes due. A record that
/// is made later goes on with them. So an event has one number, whenever the disk answers.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class EventNumbers: CountdownKeeper, @unchecked Sendable {
  let keepsRun = false
  var order: WallMoment?

  private var record = CountdownRecord(
    id: "", label: nil, state: .idle, target: .duration(.zero), total: .zero, options: .standard,
    written: ClockInstant(
      steady: .origin, wall: WallMoment(secondsSince1970: 0), boot: nil), run: 0)

  /// The number of the latest run; zero before the first.
  var run: Int { record.run }

  /// How many events of the run have become due.
  var count: Int { record.eventCount }

  /// The latest events that have become due while there was no record.
  var events: [PendingEvent] { record.pending }

  func handle<Answer>(
    of countdown: Countdown, _ core: inout CountdownCore, in state: inout TimekeeperState,
    _ event: (inout CountdownMachine, (CountdownEvent) -> Void) -> Answer
  ) -> Answer {
    event(&core.machine) { reported in
      note(reported, at: state.now, on: countdown.timekeeper)
      core.listeners.report(reported, in: &state)
      core.listeners.noteForObservers(reported)
    }
  }

  private func note(_ event: CountdownEvent, at now: Moment, on timekeeper: Timekeeper) {
    if case .reading = event { return }
    let wall = timekeeper.clocks.wall(at: now)
    _ = record.note(
      event, order: wall, at: now, ClockInstant(steady: now, wall: wall, boot: nil))
  }
}

extension CountdownCore {
  /// What numbers the events that are not in a record; nil unless they are wanted.
  var numbers: EventNumbers? { keeper as? EventNumbers ?? recordKeeper?.numbers }
}

extension Countdown {
  /// Begins to number the events of a countdown that has no record yet. Call this before the start. Does nothing if the
  /// countdown is kept.
  package func numberEvents() {
    timekeeper.withLock { if core.keeper == nil { core.keeper = EventNumbers() } }
  }

  /// The latest events that have become due before there was a record, and those that are pending in the record.
  package var numberedEvents: [PendingEvent] {
    let pending = pendingEvents
    return timekeeper.withLock { core.numbers?.events ?? [] } + pending
  }
}
