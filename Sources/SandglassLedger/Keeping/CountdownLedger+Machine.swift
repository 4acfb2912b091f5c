package import SandglassCore

// The machine of a countdown performs an operation once, and the record of this process is written from it. Whoever changes
// the record otherwise, as another process does, makes the machine continue from it.

extension CountdownLedger {
  /// A pending event, and what the machine has reported: only it knows the reading and the missed ticks.
  package struct Report: Sendable, Hashable {
    package let event: PendingEvent
    package let report: CountdownEvent
  }

  /// Begins a call of the machine. What it reports is noted.
  package mutating func beginCall() { change = nil }

  /// Notes what the machine has reported. ``write(_:wallEnd:at:)`` must follow if it is pending in the record.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - order: The time by which a run is numbered that the event begins; `nil` for the present time.
  ///   - now: The instant of the call. Ticks do not read it.
  /// - Returns: Whether the event is pending.
  package mutating func note(
    _ event: CountdownEvent, order: WallMoment?, at now: @autoclosure () -> ClockInstant
  ) -> Bool {
    switch event {
    case .reading:
      return false
    case .change(let kind, _):
      change = CountdownRecord.Change(kind) ?? change
      if kind != .started { return false }
    case .end(let end, _):
      if end.outcome != .finished { return false }
    case .milestone, .phaseEnd:
      break
    }
    let now = now()
    let pending = log.change { $0.note(event, order: order ?? now.wall, at: now.steady, now) }
    if let pending { reports.append(Report(event: pending, report: event)) }
    return pending != nil
  }

  /// Writes into the record where the run is after events that were noted.
  ///
  /// - Parameters:
  ///   - machine: The machine.
  ///   - wallEnd: The end on the wall clock; `nil` for a run that is measured on the steady clock.
  ///   - now: The present instant.
  package mutating func write(
    _ machine: CountdownMachine, wallEnd: WallMoment?, at now: ClockInstant
  ) {
    write(machine, wallEnd: wallEnd, isAhead: true, at: now)
  }

  /// Writes into the record where the run is by the present setting of the wall clock. Each process does that by itself.
  package mutating func writeCorrection(
    _ machine: CountdownMachine, wallEnd: WallMoment?, at now: ClockInstant
  ) {
    write(machine, wallEnd: wallEnd, isAhead: log.isAhead, at: now)
  }

  private mutating func write(
    _ machine: CountdownMachine, wallEnd: WallMoment?, isAhead: Bool,
    at now: ClockInstant
  ) {
    let event = reports.last?.event.instant.steady ?? .origin
    log.change(isAhead: isAhead) { record in
      record = record.movedBySleep(until: now)
      let written = now.isSameBoot(as: record.written) ? record.written.steady : .origin
      record.write(
        machine, at: now.steady, now, wallEnd: wallEnd,
        changed: min(max(written, event), now.steady))
    }
  }

  /// Notes an operation that the machine has performed, and writes where the run is.
  package mutating func note(
    performed operation: CountdownOperation, by machine: CountdownMachine,
    wallEnd: WallMoment?, at now: ClockInstant
  ) {
    log.change { [change] record in
      record.note(performed: operation, change, at: now)
      record.write(machine, at: now.steady, now, wallEnd: wallEnd, changed: now.steady)
    }
    log.note(performed: .perform(operation), at: now)
    // A second operation of the same call has not made the change.
    change = nil
  }

  /// Drops the pending events of the run, because the machine has cancelled it.
  package mutating func dropEvents() {
    log.change { $0.dropEvents() }
  }

  /// Takes what the machine has just reported.
  package mutating func takeReports() -> [Report] {
    defer { reports = [] }
    return reports
  }

  /// Takes whether the record says something of the run that the machine does not know: what was delivered had not come
  /// about. The machine must then continue from the record.
  package mutating func takeIsAheadOfMachine() -> Bool {
    defer { isAheadOfMachine = false }
    return isAheadOfMachine
  }
}

extension CountdownRecord {
  /// Whether both records describe the same run, which the same operations have changed. After a reboot, processes may
  /// place its deadline differently.
  package func isSameRun(as other: CountdownRecord) -> Bool {
    if isEmpty || other.isEmpty { return isEmpty == other.isEmpty }
    guard run == other.run && revision == other.revision && eventCount == other.eventCount else {
      return false
    }
    guard target.wallEnd == nil, case .running(let deadline, _) = state,
      case .running(let otherDeadline, _) = other.state
    else { return true }
    return ClockInstant.unnoticedShift.contains(deadline - otherDeadline)
  }
}
