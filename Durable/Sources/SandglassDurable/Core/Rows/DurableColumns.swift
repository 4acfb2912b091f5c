package import SandglassCore
package import SandglassLedger

/// The columns of a row in a table. Times are in nanoseconds, since 1970 or as durations.
package struct DurableColumns: Sendable, Hashable {
  package var number: Int64
  package var version: Int
  package var id: String
  package var state: State

  /// When something becomes due; nil if nothing will. A store looks here for what is due.
  package var due: Int64?

  /// When the countdown came to its end; nil while it is in progress. A store looks here for what may be pruned.
  package var ended: Int64?

  /// The deadline of what is running, or the time that remains of what is paused; otherwise zero.
  package var time: Int64
  package var total: Int64
  package var phase: Int
  package var run: Int

  /// How many events of the run have become due.
  package var events: Int
  package var written: Int64

  /// The phases and milestones; nil if there are none.
  package var extras: Extras?

  package enum State: Int, Sendable {
    case idle = 0
    case running = 1
    case paused = 2
    case finished = 3
  }

  /// What few countdowns have. It is one column, as JSON.
  package struct Extras: Codable, Sendable, Hashable {
    package struct Phase: Codable, Sendable, Hashable {
      package var name: String
      package var time: Int64
    }

    package var phases: [Phase]?
    package var rounds: Int?

    /// Milestones that are remaining times. All others are in ``others``.
    package var milestones: [Int64]?
    package var others: [Milestone]?

    package struct Milestone: Codable, Sendable, Hashable {
      package var kind: Int
      package var detail: Int64
    }
  }

  package init(
    number: Int64, version: Int, id: String, state: State, due: Int64?, ended: Int64?, time: Int64,
    total: Int64, phase: Int, run: Int, events: Int, written: Int64, extras: Extras?
  ) {
    self.number = number
    self.version = version
    self.id = id
    self.state = state
    self.due = due
    self.ended = ended
    self.time = time
    self.total = total
    self.phase = phase
    self.run = run
    self.events = events
    self.written = written
    self.extras = extras
  }
}

extension DurableColumns {
  /// Creates the columns of a row.
  package init(_ row: DurableRow) {
    let record = row.record
    let (state, time): (State, Int64) =
      switch record.state {
      case .idle: (.idle, 0)
      case .running(let deadline, _): (.running, deadline.column)
      case .paused(let remaining, _): (.paused, remaining.column)
      // Nothing that is durable counts past zero.
      case .overtime, .finished: (.finished, 0)
      }
    self.init(
      number: row.number, version: row.version, id: row.id, state: state, due: row.due?.column,
      ended: row.ended?.column, time: time, total: record.total.column, phase: record.phaseIndex,
      run: record.run, events: record.eventCount, written: record.written.steady.column,
      extras: Extras(record))
  }
}

extension DurableColumns.Extras {
  fileprivate init?(_ record: CountdownRecord) {
    let plan = record.target.plan
    if plan == nil, record.options.milestones.isEmpty { return nil }
    phases = plan?.phases.map { Phase(name: $0.name, time: $0.duration.column) }
    rounds = plan?.rounds
    let columns = record.options.milestones.map(\.columns)
    milestones = columns.filter { $0.kind == 1 }.map(\.detail)
    let others = columns.filter { $0.kind != 1 }
    self.others =
      others.isEmpty ? nil : others.map { Milestone(kind: $0.kind, detail: $0.detail) }
  }

  fileprivate var plan: PhasePlan? {
    phases.map { phases in
      PhasePlan(
        phases.map { SandglassCore.Phase($0.name, Duration(column: $0.time)) }, rounds: rounds ?? 1)
    }
  }
}

extension DurableRow {
  /// Reads the row that has been stored as columns.
  package init(_ columns: DurableColumns) {
    let state: CountdownRecord.State =
      switch columns.state {
      case .idle: .idle
      case .running: .running(until: Moment(column: columns.time))
      case .paused: .paused(remaining: Duration(column: columns.time))
      case .finished: .finished(at: WallMoment(Moment(column: columns.ended ?? columns.written)))
      }
    let total = Duration(column: columns.total)
    let milestones =
      (columns.extras?.milestones ?? []).compactMap { Milestone(kind: 1, detail: $0) }
      + (columns.extras?.others ?? []).compactMap { Milestone(kind: $0.kind, detail: $0.detail) }
    let record = CountdownRecord(
      id: columns.id, label: nil, state: state,
      target: columns.extras?.plan.map { .phases($0) } ?? .duration(total), total: total,
      phaseIndex: columns.phase,
      options: milestones.isEmpty ? .standard : CountdownOptions(milestones: milestones),
      written: ClockInstant(ofDatabase: Moment(column: columns.written)),
      run: columns.run, eventCount: columns.events)
    self.init(number: columns.number, version: columns.version, record: record)
  }
}

extension CountdownRecord.State {
  fileprivate static func running(until deadline: Moment) -> Self {
    .running(deadline: deadline, wallDeadline: WallMoment(deadline))
  }
}

// MARK: - Times in a column

extension Moment {
  /// The nanoseconds since 1970, at most those of the year 2262.
  package var column: Int64 { Int64(clamping: nanoseconds) }

  package init(column: Int64) {
    self.init(nanoseconds: UInt64(clamping: column))
  }
}

extension Duration {
  package var column: Int64 { Int64(clamping: clampedNanoseconds) }

  package init(column: Int64) {
    self = .nanoseconds(column)
  }
}

// MARK: - Kinds of events in columns

extension Milestone {
  /// The number of the kind among those of events, and what goes with it.
  package var columns: (kind: Int, detail: Int64) {
    switch self {
    case .remaining(let time): (1, time.column)
    case .elapsed(let time): (3, time.column)
    case .progress(let progress): (4, Int64(bitPattern: progress.bitPattern))
    }
  }

  package init?(kind: Int, detail: Int64) {
    switch kind {
    case 1: self = .remaining(Duration(column: detail))
    case 3: self = .elapsed(Duration(column: detail))
    case 4: self = .progress(Double(bitPattern: UInt64(bitPattern: detail)))
    default: return nil
    }
  }
}

extension PendingEvent.Kind {
  /// The number of the kind, and what goes with it.
  package var columns: (kind: Int, detail: Int64) {
    switch self {
    case .finish: (0, 0)
    case .milestone(let milestone): milestone.columns
    case .phaseEnd(let isSkipped): (2, isSkipped ? 1 : 0)
    }
  }

  package init?(kind: Int, detail: Int64) {
    switch kind {
    case 0: self = .finish
    case 2: self = .phaseEnd(isSkipped: detail == 1)
    default:
      guard let milestone = Milestone(kind: kind, detail: detail) else { return nil }
      self = .milestone(milestone)
    }
  }
}
