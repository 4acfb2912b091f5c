package import SandglassCore

extension CountdownRecord {
  /// Notes what the machine of the run has reported. The start of a run gets a number. What must not get lost becomes a
  /// pending event. ``write(_:at:_:wallEnd:changed:)`` must follow, which writes where the run is.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - order: The time by which runs are numbered.
  ///   - now: The present moment on the machine's clock.
  ///   - instant: The present instant.
  /// - Returns: The pending event; `nil` if the event is none.
  package mutating func note(
    _ event: CountdownEvent, order: WallMoment, at now: Moment, _ instant: ClockInstant
  ) -> PendingEvent? {
    switch event {
    case .change(.started, let reading):
      total = reading.total
      run = Self.number(ofRunAt: order, after: run)
      eventCount = 0
      return nil
    case .reading, .change:
      return nil
    case .milestone(let reached, _):
      return add(
        .milestone(reached.milestone), reached.phaseIndex, reached.duration,
        reached.phase.map { PendingEvent.PhaseOfEvent($0) },
        at: instant.earlier(by: reached.instant.age(at: now)))
    case .phaseEnd(let end, let reading):
      defer { total = reading.total }
      return add(
        .phaseEnd(isSkipped: end.isSkipped), end.index, total,
        PendingEvent.PhaseOfEvent(end.phase, round: end.round, next: end.next),
        at: instant.earlier(by: end.instant.age(at: now)))
    case .end(let end, let reading):
      guard end.outcome == .finished else { return nil }
      let ended = instant.earlier(by: end.instant.age(at: now))
      if reading.state == .finished { state = .finished(at: ended.wall) }
      return add(.finish, reading.phaseIndex, reading.total, at: ended)
    }
  }

  private mutating func add(
    _ kind: PendingEvent.Kind, _ phaseIndex: Int, _ total: Duration,
    _ phase: PendingEvent.PhaseOfEvent? = nil, at instant: ClockInstant
  ) -> PendingEvent {
    // A record from elsewhere may have any number.
    if eventCount < .max { eventCount += 1 }
    let event = PendingEvent(
      kind, run: run, number: eventCount, phaseIndex: phaseIndex, total: total, phase: phase,
      at: instant)
    add(event)
    return event
  }

  /// Drops the pending events of the run, because it is cancelled.
  package mutating func dropEvents() {
    pending.removeAll { $0.run == run }
  }

  /// Removes an event that a receiver has handled.
  package mutating func acknowledge(_ event: PendingEvent) {
    if event.kind == .finish {
      // With its finish, a run is over. Its other events, which no receiver has handled, are dropped.
      pending.removeAll { $0.run == event.run }
      return
    }
    let index =
      pending.firstIndex(where: event.isSame)
      ?? pending.firstIndex {
        $0.run == event.run && $0.kind == event.kind && $0.phaseIndex == event.phaseIndex
          && $0.number >= event.number
      }
    if let index { pending.remove(at: index) }
  }

  /// Notes an operation that the machine of the run has performed, and what it changes beside the run.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - change: The change that the machine has reported; `nil` if it is not one of those.
  ///   - call: The instant of the call.
  package mutating func note(
    performed operation: CountdownOperation, _ change: Change?, at call: ClockInstant
  ) {
    revise(by: operation.name, change, at: call)
    switch operation {
    case .start(let target, let options, _, let order),
      .restart(let target, let options, let order):
      prepare(for: target, options, order: order)
      certainty = .exact
    case .moveEnd(let end, let finished):
      if state.isOver, let finished {
        prepare(for: finished.target, finished.options, order: finished.order)
      }
      if change == .started { certainty = .exact }
      if target.wallEnd != nil { target = .wall(end) }
    case .setMilestones(let milestones):
      options.milestones = milestones
    default:
      break
    }
  }

  /// Gives the run another revision, because of an operation.
  ///
  /// The digest is that of FNV-1a, over words instead of bytes, with a shift that spreads what the multiplication leaves
  /// in the upper half.
  package mutating func revise(by operation: String, _ change: Change?, at call: ClockInstant) {
    var digest = UInt64(truncatingIfNeeded: revision) ^ 0xcbf2_9ce4_8422_2325
    func add(_ value: UInt64) {
      digest = (digest ^ value) &* 0x0000_0100_0000_01b3
      digest ^= digest >> 32
    }
    add(call.wall.timeSince1970.clampedNanoseconds)
    // The same operation does something else after an event that another process has noticed first.
    add(UInt64(truncatingIfNeeded: eventCount))
    for byte in operation.utf8 { add(UInt64(byte)) }
    revision = Int(truncatingIfNeeded: digest >> 1)
    self.change = change
  }

  /// Takes over what the next run counts down to.
  package mutating func prepare(
    for target: CountdownTarget, _ options: CountdownOptions, order: WallMoment
  ) {
    notePlace(order)
    self.target = target
    self.options = options
  }
}

extension CountdownRecord.State {
  /// Whether no run is in progress, and no overtime is counted.
  fileprivate var isOver: Bool {
    switch self {
    case .idle, .finished: true
    case .running, .paused, .overtime: false
    }
  }
}

extension CountdownRecord.Change {
  /// The change that a machine has reported; `nil` if it is not one of these.
  package init?(_ kind: CountdownChange.Kind) {
    switch kind {
    case .started: self = .started
    case .paused: self = .paused
    case .resumed: self = .resumed
    case .extended(let duration): self = .extended(by: duration)
    case .corrected(let duration): self = .corrected(by: duration)
    case .wentBack: self = .wentBack
    case .undone: self = .undone
    case .reset: self = .reset
    // Each process notices a sleep by itself.
    case .milestone, .phaseEnded, .finished, .overtime, .overtimeStopped, .cancelled, .pausedAsleep:
      return nil
    }
  }

  /// What processes report that did not perform the operation.
  package var kind: CountdownChange.Kind {
    switch self {
    case .started: .started
    case .paused: .paused
    case .resumed: .resumed
    case .extended(let duration): .extended(by: duration)
    case .corrected(let duration): .corrected(by: duration)
    case .wentBack: .wentBack
    case .undone: .undone
    case .reset: .reset
    }
  }
}
