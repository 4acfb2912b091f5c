package import SandglassCore
package import SandglassLedger

/// A stored countdown, as a plain value. Its record says everything about the run, and the core's own machine decides
/// what becomes of it.
///
/// What has become due is not pending in the record: it is in the outbox of the store, in the same transaction.
package struct DurableRow: Sendable, Hashable {
  /// The number that the store has given to the countdown; zero before it is stored.
  package var number: Int64

  /// Counts the changes. Every change is conditional on the version that it was made from, so of two changes that race,
  /// one fails.
  package private(set) var version: Int

  package private(set) var record: CountdownRecord

  package init(number: Int64, version: Int, record: CountdownRecord) {
    self.number = number
    self.version = version
    self.record = record
  }

  /// Creates the row of a countdown that has never been started.
  package init(id: String, at now: Moment) {
    let blank = CountdownRecord(
      id: id, label: nil, state: .idle, target: .duration(.zero), total: .zero, options: .standard,
      written: ClockInstant(ofDatabase: now), run: 0)
    self.init(number: 0, version: 0, record: blank)
  }

  package var id: String { record.id }

  /// When something becomes due; nil if nothing will.
  package var due: Moment? { record.nextDue }

  /// When the countdown came to its end; nil while it is in progress.
  package var ended: Moment? {
    switch record.state {
    case .idle: record.written.steady
    case .finished(let end): Moment(end)
    case .running, .paused, .overtime: nil
    }
  }

  package var state: CountdownState {
    switch record.state {
    case .idle: .idle
    case .running: .running
    case .paused: .paused
    case .overtime: .overtime
    case .finished: .finished
    }
  }
}

/// A change of a row, to be written in one transaction.
package struct DurableChange: Sendable, Hashable {
  /// The version that the row must have.
  package let expected: Int

  /// The row to write.
  package let row: DurableRow

  /// The events to add to the outbox, in order.
  package let events: [PendingEvent]

  /// The run whose undelivered events leave the outbox, because it was cancelled.
  package let withdrawn: Int?
}

extension DurableRow {
  /// Returns the change that fires what is due by `now`; nil if nothing is.
  package func firing(at now: Moment) -> DurableChange? {
    var row = self
    let events = row.settle(at: now)
    return events.isEmpty ? nil : change(to: row, events)
  }

  /// Returns the change that an operation makes. Everything that is due by `now` happens before it.
  package func performing(
    _ operation: CountdownOperation, at now: Moment
  ) throws(DurableError) -> DurableChange {
    var row = self
    let events = row.settle(at: now)
    let instant = ClockInstant(ofDatabase: max(now, row.record.written.steady))
    let operation = try row.resolved(operation, at: instant)
    // What is so already may be said again.
    if let refusal = row.record.apply(operation, at: instant), refusal.reason != .changesNothing {
      throw .refused(id: id, refusal)
    }
    try DurableLimits.check(row.record, at: instant)
    let caused = row.takePending()
    guard operation == .cancel else { return change(to: row, events + caused) }
    // Whoever cancels a run hears no more of it.
    return change(to: row, events.filter { $0.run != row.record.run }, withdrawn: row.record.run)
  }

  /// Checks what a caller has passed, and makes it an operation on this row. A start to an instant counts down the time
  /// to it, because the clock of the database is the only one.
  private func resolved(
    _ operation: CountdownOperation, at now: ClockInstant
  ) throws(DurableError) -> CountdownOperation {
    try DurableLimits.check(operation, at: now.steady)
    switch operation {
    case .start(let target, let options, let age, _):
      let target = target.wallEnd.map { .duration(max(.zero, $0 - now.wall)) } ?? target
      return .start(target, options, age: age, order: now.wall)
    case .moveEnd(let end, nil):
      return .moveEnd(to: end, after: record.finishedRun(at: now))
    default:
      return operation
    }
  }

  private func change(
    to row: DurableRow, _ events: [PendingEvent], withdrawn: Int? = nil
  ) -> DurableChange {
    var row = row
    row.version = version + 1
    return DurableChange(expected: version, row: row, events: events, withdrawn: withdrawn)
  }

  /// Lets everything happen that is due by `now`, one instant after the other: a record keeps only so many events.
  private mutating func settle(at now: Moment) -> [PendingEvent] {
    var events: [PendingEvent] = []
    while let due, due <= now {
      record = record.settled(at: ClockInstant(ofDatabase: due))
      let new = takePending()
      if new.isEmpty { break }
      events += new
    }
    return events
  }

  private mutating func takePending() -> [PendingEvent] {
    defer { if !record.pending.isEmpty { record.pending = [] } }
    return record.pending
  }
}

extension RestoredCountdown.State {
  /// The time that remains; zero unless the countdown is running or paused.
  package var remaining: Duration {
    switch self {
    case .running(let remaining), .paused(let remaining): remaining
    case .idle, .overtime, .finished: .zero
    }
  }
}
