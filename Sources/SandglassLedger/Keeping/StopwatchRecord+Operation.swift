package import SandglassCore

extension StopwatchRecord: OperableRecord {
  /// A change of a stopwatch that a process has made, to be applied to the newest record.
  package enum Operation: Sendable, Hashable {
    case perform(StopwatchOperation)

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
  package mutating func apply(_ operation: Operation, at call: ClockInstant) -> StopwatchRefusal? {
    if case .become(let other) = operation {
      self = other
      return nil
    }
    let now = instant(at: call)
    var machine = StopwatchMachine(unit: .nanoseconds(1), pausesAsleep: pausesAsleep)
    machine.follow(self, at: now)
    var isReset = false
    if case .perform(let operation) = operation {
      guard machine.perform(operation, at: now.steady) else {
        return operation.refusal(in: machine.state)
      }
      isReset = operation == .reset || operation == .setToZero
    } else if !isUnsettled(at: now) {
      return StopwatchRefusal(of: "settle", in: machine.state, .changesNothing)
    }
    self = StopwatchRecord(
      id: id, state: machine.state, total: machine.reading(at: now.steady).elapsed,
      laps: machine.laps.map { $0.duration }, written: now,
      certainty: isReset ? .exact : certainty(at: now), pausesAsleep: pausesAsleep)
    return nil
  }

  /// Returns the certainty of the total at an instant.
  package func certainty(at now: ClockInstant) -> Certainty {
    restored(at: instant(at: now)).certainty
  }

  /// Returns whether the stopwatch is running, and the record is written in terms of other clocks.
  package func isUnsettled(at now: ClockInstant) -> Bool {
    isRunning && instant(at: now).isRebased(from: written)
  }

  /// Returns the instant as of which a call changes the record. It is not before anything that the record already says.
  fileprivate func instant(at call: ClockInstant) -> ClockInstant {
    let isLate = !isEmpty && call.isSameBoot(as: written) && counted(until: call) < .zero
    return isLate ? written : call
  }
}

extension StopwatchMachine {
  /// Continues from a record, or becomes idle if the record says nothing.
  package mutating func follow(_ record: StopwatchRecord, at now: ClockInstant) {
    _ = reset(at: now.steady)
    pausesAsleep = record.pausesAsleep
    if record.isEmpty { return }
    let instant = record.instant(at: now)
    let restored = record.restored(at: instant)
    restore(
      isRunning: restored.isRunning, total: restored.total, laps: restored.laps,
      at: instant.steady)
  }
}
