package import SandglassCore

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
      written: CountdownRecord.Instant(ofDatabase: now), run: 0)
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

/// What a caller can do to a durable countdown.
package enum DurableOperation: Sendable, Hashable {
  case start(DurableCourse)
  case pause
  case resume
  case extend(by: Duration)
  case moveEnd(to: WallMoment)
  case skip
  case cancel

  /// Whether this is a start. If a transaction undoes one, it does no harm that the engine has heard of a row that is not
  /// there. Of any other change the engine must hear what is left, because it forgets the row from before.
  package var isStart: Bool { if case .start = self { true } else { false } }
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
    _ operation: DurableOperation, at now: Moment
  ) throws(DurableError) -> DurableChange {
    var row = self
    let events = row.settle(at: now)
    guard operation.states.contains(row.state), operation != .skip || row.record.target.plan != nil
    else { throw row.refusal(of: operation) }
    try row.apply(operation, at: now)
    let caused = row.takePending()
    guard operation == .cancel else { return change(to: row, events + caused) }
    // Whoever cancels a run hears no more of it.
    return change(to: row, events.filter { $0.run != row.record.run }, withdrawn: row.record.run)
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
      record = record.settled(at: CountdownRecord.Instant(ofDatabase: due))
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

// MARK: - Operations

extension DurableRow {
  private mutating func apply(
    _ operation: DurableOperation, at now: Moment
  ) throws(DurableError) {
    let instant = CountdownRecord.Instant(ofDatabase: max(now, record.written.steady))
    switch operation {
    case .start(let course):
      try DurableLimits.check(course, at: now)
      let target = course.target(at: instant.steady)
      record.apply(
        .start(target, course.options, age: .zero, order: instant.wall), at: instant)
    case .pause: record.apply(.pause, at: instant)
    case .resume: record.apply(.resume, at: instant)
    case .skip: record.apply(.skip, at: instant)
    case .cancel: record.apply(.cancel, at: instant)
    case .extend(let duration):
      try DurableLimits.check(extension: duration)
      try extend(by: duration, at: instant)
    case .moveEnd(let end):
      try DurableLimits.check(end: end, at: now)
      record.apply(.moveEnd(to: end, after: nil), at: instant)
    }
  }

  private mutating func extend(
    by duration: Duration, at now: CountdownRecord.Instant
  ) throws(DurableError) {
    let remaining = record.restored(at: now).state.remaining
    guard remaining + duration <= DurableLimits.longest else {
      throw .invalid(
        "\(remaining + duration) would remain; accepted: at most \(DurableLimits.days) days")
    }
    record.apply(.extend(by: duration), at: now)
  }

  private func refusal(of operation: DurableOperation) -> DurableError {
    let states = operation.states.map { "\($0)" }.joined(separator: ", ")
    return .wrongState(
      id: id, operation: operation.name, state: state,
      accepted: operation == .skip ? states + ", with phases" : states)
  }
}

extension DurableOperation {
  /// The states in which the operation is possible.
  fileprivate var states: [CountdownState] {
    switch self {
    case .start: [.idle, .finished]
    case .pause, .moveEnd: [.running]
    case .resume: [.paused]
    case .extend, .skip, .cancel: [.running, .paused]
    }
  }

  fileprivate var name: String {
    switch self {
    case .start: "start"
    case .pause: "pause"
    case .resume: "resume"
    case .extend: "extend"
    case .moveEnd: "move the end of"
    case .skip: "skip a phase of"
    case .cancel: "cancel"
    }
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
