package import SandglassCore

extension CountdownRecord: OperableRecord {
  /// A change of a record that a process has made, to be applied to the newest one.
  package indirect enum Operation: Sendable, Hashable {
    /// What was done to the countdown.
    case perform(CountdownOperation)

    /// Moves the record to another place in the order of records.
    case setPlace(WallMoment)

    case setOptions(CountdownOptions)

    /// Ends the run, and drops all pending events.
    case discard

    /// Adds what has become due to the pending events.
    case settle

    /// The same, for a process that only looks.
    case notice

    /// A receiver has handled this event.
    case acknowledge(PendingEvent)

    /// Replaces the record. Used in place of more operations than a process remembers.
    case become(CountdownRecord)

    /// Whether the operation says nothing of the run itself.
    package var isAcknowledgement: Bool {
      if case .acknowledge = self { true } else { false }
    }

    /// Whether the operation is written only together with others.
    package var isQuiet: Bool {
      switch self {
      case .setOptions, .notice: true
      default: false
      }
    }
  }

  package var replacement: Operation { .become(self) }

  package static func isReplacement(_ operation: Operation) -> Bool {
    if case .become = operation { true } else { false }
  }

  /// The label and the place are those of the countdown, and not of one run.
  package mutating func inherit(from former: CountdownRecord) {
    label = former.label
    started = former.started
  }

  /// Applies an operation. Returns why it does not apply; `nil` if it does. What has become due by then is added to the
  /// pending events either way.
  @discardableResult
  package mutating func apply(_ operation: Operation, at call: ClockInstant) -> CountdownRefusal? {
    // Another process may have noticed a sleep that came after the call.
    let written = movedBySleep(until: call).written
    var instant = call
    if call.isSameBoot(as: written), call.steady < written.steady {
      instant = ClockInstant(
        steady: written.steady, wall: call.wall + (written.steady - call.steady), boot: call.boot,
        asleep: written.asleep ?? call.asleep)
    }
    var replay = RecordReplay(self, at: instant)
    replay.settle()
    let refusal = replay.perform(operation)
    self = replay.result
    if refusal == nil, operation.changesRun || replay.hasMovedOn {
      revise(by: operation.name, replay.change, at: call)
    }
    return refusal
  }

  /// Applies an operation of the countdown. Returns why it does not apply; `nil` if it does.
  @discardableResult
  package mutating func apply(
    _ operation: CountdownOperation, at call: ClockInstant
  ) -> CountdownRefusal? {
    apply(.perform(operation), at: call)
  }

  /// Returns the record with everything that has become due among its pending events.
  ///
  /// The result depends only on the record and the clocks, so every process gets the same one.
  package func settled(at now: ClockInstant) -> CountdownRecord {
    switch state {
    case .idle, .paused, .finished: return self
    case .running, .overtime: break
    }
    let record = movedBySleep(until: now)
    if record.isSameBoot(at: now), now.steady < record.written.steady { return self }
    var replay = RecordReplay(record, at: now)
    replay.settle()
    return replay.result
  }
}

extension CountdownRecord.Operation {
  /// The name of the operation, which is that of the method, or of the command's subcommand.
  package var name: String {
    switch self {
    case .perform(let operation): operation.name
    case .setPlace: "setPlace"
    case .setOptions: "setOptions"
    case .discard: "discard"
    case .settle, .notice: "settle"
    case .acknowledge: "acknowledge"
    case .become: "become"
    }
  }

  /// Whether the run is another one by the operation, so that it has another revision.
  var changesRun: Bool {
    switch self {
    case .perform(.setLabel): false
    case .perform, .setOptions, .discard: true
    case .setPlace, .settle, .notice, .acknowledge, .become: false
    }
  }

  /// Returns why the operation has changed nothing.
  func refusal(by machine: CountdownMachine, of target: CountdownTarget) -> CountdownRefusal {
    if case .perform(let operation) = self { return operation.refusal(by: machine, of: target) }
    return CountdownRefusal(of: name, in: machine.state, .changesNothing)
  }
}

extension CountdownOperation {
  /// Whether a countdown's machine performs it.
  package var isOfMachine: Bool {
    switch self {
    case .startAgain, .prepare, .setLabel: false
    case .start, .restart, .pause, .resume, .toggle, .extend, .shorten, .moveEnd, .correct,
      .setPeriod, .skip, .back, .cancel, .stopOvertime, .reset, .undo, .setMilestones:
      true
    }
  }
}
