extension StopwatchRecord: OperableRecord {
  /// Why an operation does not apply to a stopwatch.
  public typealias Refusal = OperationRefusal<StopwatchState>

  /// A change of a stopwatch that a process has made, to be applied to the newest record.
  package enum Operation: Sendable, Hashable {
    case start
    case stop
    case resume
    case lap
    case reset

    /// Stops the stopwatch at zero, without laps, and keeps its record.
    case setToZero

    /// Writes a running stopwatch in terms of the clocks of the call. After a reboot, its total is known from then on.
    /// After the wall clock has been set, the next boot will not be misled.
    case settle

    /// Replaces the record. Used in place of more operations than a process remembers.
    case become(StopwatchRecord)
  }

  package var isEmpty: Bool { state == .idle }

  package var replacement: Operation { .become(self) }

  package static func isReplacement(_ operation: Operation) -> Bool {
    if case .become = operation { true } else { false }
  }

  @discardableResult
  package mutating func apply(_ operation: Operation, at call: Instant) -> Refusal? {
    if case .become(let other) = operation {
      self = other
      return nil
    }
    let now = instant(at: call)
    var machine = StopwatchMachine(unit: .nanoseconds(1))
    machine.follow(self, at: now)
    let mustSettle = operation == .settle && isUnsettled(at: now)
    guard machine.perform(operation, at: now.steady) || mustSettle else {
      return Refusal(of: operation.name, in: machine.state, operation.reason(in: machine.state))
    }
    self = StopwatchRecord(
      id: id, state: machine.state, total: machine.reading(at: now.steady).elapsed,
      laps: machine.laps.map { $0.duration }, written: now,
      certainty: [.reset, .setToZero].contains(operation) ? .exact : certainty(at: now))
    return nil
  }

  /// Returns the certainty of the total at an instant.
  package func certainty(at now: Instant) -> Certainty { restored(at: instant(at: now)).certainty }

  /// Returns whether the stopwatch is running, and the record is written in terms of other clocks.
  package func isUnsettled(at now: Instant) -> Bool {
    isRunning && instant(at: now).isRebased(from: written)
  }

  /// Returns the instant as of which a call changes the record. It is not before anything that the record already says.
  fileprivate func instant(at call: Instant) -> Instant {
    let isLate = !isEmpty && call.isSameBoot(as: written) && call.steady < written.steady
    return isLate ? written : call
  }
}

extension StopwatchRecord.Operation {
  /// The name of the operation, which is that of the method.
  package var name: String {
    switch self {
    case .start: "start"
    case .stop: "stop"
    case .resume: "resume"
    case .lap: "lap"
    case .reset: "reset"
    case .setToZero: "setToZero"
    case .settle: "settle"
    case .become: "become"
    }
  }

  /// Returns why a stopwatch in a state has refused the operation.
  fileprivate func reason(in state: StopwatchState) -> StopwatchRecord.Refusal.Reason {
    switch self {
    case .start: .because([.idle, .stopped], goal: .running, not: state)
    case .stop: .because([.running], goal: .stopped, not: state)
    case .resume: .because([.stopped], goal: .running, not: state)
    case .lap: .because([.running], not: state)
    case .reset, .setToZero: .because([.running, .stopped], goal: .idle, not: state)
    case .settle, .become: .changesNothing
    }
  }
}

extension StopwatchMachine {
  /// Continues from a record, or becomes idle if the record says nothing.
  package mutating func follow(_ record: StopwatchRecord, at now: StopwatchRecord.Instant) {
    _ = reset(at: now.steady)
    if record.isEmpty { return }
    let instant = record.instant(at: now)
    restore(record.restored(at: instant), at: instant.steady)
  }

  /// Performs an operation. Returns whether it has changed anything.
  package mutating func perform(_ operation: StopwatchRecord.Operation, at now: Moment) -> Bool {
    switch operation {
    case .start: start(at: now)
    case .stop: stop(at: now)
    case .resume: resume(at: now)
    case .lap: lap(at: now)
    case .reset: reset(at: now)
    case .setToZero: setToZero(at: now)
    case .settle, .become: false
    }
  }
}
