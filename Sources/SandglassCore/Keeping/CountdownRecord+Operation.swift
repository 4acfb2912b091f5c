extension CountdownRecord: OperableRecord {
  /// A change of a countdown, for whoever stores it, sends it, or applies it to a newer record. The names are those of
  /// the methods of a countdown, and each means what the method does.
  package enum Operation: Sendable, Hashable {
    /// Begins a run, unless one is in progress. The run began `age` ago. `order` is the wall-clock time of the call, by
    /// which records are ordered and runs are numbered. No two starts have the same.
    case start(Target, CountdownOptions, age: Duration = .zero, order: WallMoment)

    /// Begins a run, after cancelling a run in progress.
    case restart(Target, CountdownOptions, order: WallMoment)

    /// Begins a run like the latest one, which is cancelled if it is in progress. What has come of it is told no more. A
    /// run to a wall-clock time is not begun again, because it would have the same end.
    case startAgain

    case pause
    case resume

    /// Pauses a run, or resumes it. Unlike the method, this starts none.
    case toggle

    case extend(by: Duration)

    /// Shortens the run, but so that at least this much remains.
    case shorten(by: Duration, leaving: Duration)

    /// Moves the end to a wall-clock time. If the process saw a run that had finished, and none is in progress, a new
    /// run begins.
    case moveEnd(to: WallMoment, after: FinishedRun?)

    /// Moves the end of the run by what a clock says that is better than the steady clock.
    case correct(by: Duration)

    /// Makes the run one in a period of this length, which is its total.
    case setPeriod(Duration)

    case skip
    case back
    case cancel
    case stopOvertime

    /// Puts the run back that was before an operation.
    case undo(RunChange)

    case setMilestones([Milestone])
    case setLabel(String?)

    /// Sets what the next start counts down to, unless a run is in progress. `order` is the wall-clock time of the call.
    case prepare(Target, CountdownOptions, order: WallMoment)

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
  package mutating func apply(_ operation: Operation, at call: Instant) -> Refusal? {
    var instant = call
    if isSameBoot(at: call), call.steady < written.steady {
      instant = Instant(
        steady: written.steady, wall: call.wall + (written.steady - call.steady), boot: call.boot)
    }
    var replay = RecordReplay(self, at: instant)
    replay.settle()
    let refusal = replay.perform(operation)
    self = replay.result
    if refusal == nil, operation.changesRun || replay.hasMovedOn {
      revise(by: operation, replay.change, at: call)
    }
    return refusal
  }

  /// Returns the record with everything that has become due among its pending events.
  ///
  /// The result depends only on the record and the clocks, so every process gets the same one.
  package func settled(at now: Instant) -> CountdownRecord {
    switch state {
    case .idle, .paused, .finished: return self
    case .running, .overtime: break
    }
    if isSameBoot(at: now), now.steady < written.steady { return self }
    var replay = RecordReplay(self, at: now)
    replay.settle()
    return replay.result
  }
}
