import Sandglass
import SandglassCore
import SandglassLedger

// A kept countdown's machine shows at once what this process does. Its events are the pending events of the record, and
// only these reach receivers. If another process was faster, the machine follows the record.

// MARK: - What this process does

extension CountdownCore {
  /// What keeps the countdown in a store; nil if it is not kept.
  var recordKeeper: CountdownRecordKeeper? { keeper as? CountdownRecordKeeper }

  /// Notes an operation, and schedules saving it.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - countdown: The countdown.
  ///   - call: The wall-clock time of the call; nil for the present one.
  ///   - now: The current moment.
  ///   - state: The timekeeper's state.
  mutating func keep(
    _ operation: CountdownRecord.Operation, of countdown: Countdown,
    calledAt call: WallMoment? = nil, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let recordKeeper else { return }
    // A run whose finish was handled has left no record, and there is nothing in it to reset.
    if operation == .perform(.reset), recordKeeper.log.record.state == .idle { return }
    var performed: CountdownOperation?
    if case .perform(let operation) = operation, operation.isOfMachine { performed = operation }
    // An operation of the record alone settles it. What that adds, the machine must have reported.
    if performed == nil {
      handle(of: countdown, in: &state) { $0.advance(to: now, report: $1) }
    }
    let present = recordKeeper.instant(at: now, on: countdown.timekeeper)
    let instant = ClockInstant(
      steady: now, wall: call ?? present.wall, boot: recordKeeper.boot, asleep: present.asleep)
    recordKeeper.order = nil
    if let performed {
      recordKeeper.changes += 1
      recordKeeper.ledger.note(
        performed: performed, by: machine, wallEnd: wallDeadline, at: instant)
    } else {
      recordKeeper.append(operation, at: instant)
    }
    recordKeeper.saver.save(recordKeeper, of: countdown, in: &state)
  }

  /// Lets the machine of a kept countdown continue from its record, if what was delivered had not come about.
  mutating func followDelivery(
    of countdown: Countdown, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let recordKeeper, recordKeeper.ledger.takeIsAheadOfMachine() else { return }
    let instant = recordKeeper.instant(at: now, on: countdown.timekeeper)
    goOn(countdown, with: recordKeeper.ledger.record(at: instant), at: instant, in: &state)
  }

  /// Delivers what this process may deliver, and schedules an update of the record if it is needed.
  ///
  /// - Parameters:
  ///   - countdown: The countdown.
  ///   - asks: Whether to find out if another process still has the lease that keeps this one from delivering.
  ///   - settles: Whether to write what has become due, although no other change has to be written.
  ///   - saves: Whether to schedule an update. After a failed one, only a new reason does.
  ///   - life: Returns whether another process is alive.
  ///   - now: The current moment.
  ///   - state: The timekeeper's state.
  mutating func attend(
    to countdown: Countdown, asking asks: Bool = true, settling settles: Bool = false,
    saving saves: Bool = true,
    life: (ProcessIdentity) -> ProcessLife = CountdownRecordKeeper.assumedAlive,
    at now: Moment, in state: inout TimekeeperState
  ) {
    guard let recordKeeper else { return }
    let instant = recordKeeper.instant(at: now, on: countdown.timekeeper)
    followDelivery(of: countdown, at: now, in: &state)
    handle(of: countdown, in: &state) { $0.advance(to: now, report: $1) }
    recordKeeper.ledger.receivers = listeners.pendingKinds
    deliver(of: countdown, life: life, at: instant, in: &state)
    // What has been shown as over stays over, whatever happens to the clocks.
    if settles {
      if recordKeeper.ledger.isUnsettled(at: instant, life: life) {
        keep(.settle, of: countdown, at: now, in: &state)
      } else {
        recordKeeper.notice(at: instant)
      }
    }
    let isHeldUp =
      asks && !recordKeeper.ledger.receivers.isEmpty
      && recordKeeper.ledger.isHeldUp(at: instant, life: life)
    if saves, isHeldUp || recordKeeper.ledger.wantsUpdate(at: instant, life: life) {
      recordKeeper.saver.save(recordKeeper, of: countdown, in: &state)
    }
    recordKeeper.nextTry = recordKeeper.ledger.nextTry(at: instant, life: life)
    plan(countdown, at: now, in: &state)
  }

  /// Sends the pending events that this process may deliver to their receivers.
  private mutating func deliver(
    of countdown: Countdown, life: (ProcessIdentity) -> ProcessLife,
    at now: ClockInstant, in state: inout TimekeeperState
  ) {
    guard let recordKeeper else { return }
    let reports = recordKeeper.ledger.takeReports()
    for event in recordKeeper.ledger.deliverable(at: now, life: life) {
      let delivery = RecordDelivery(event: event, countdown: countdown, recordKeeper: recordKeeper)
      let report =
        reports.first { $0.event == event }?.report
        ?? machine.event(of: event, at: event.moment(at: now))
      listeners.report(report, delivery: delivery, in: &state)
    }
  }
}

extension RecordSaver where Owner == Countdown {
  /// Attends to a countdown together with all others for which this is called by then. So what is pending in several
  /// records is delivered together.
  func attendSoon(to countdown: Countdown, in state: inout TimekeeperState) {
    attended.append(countdown)
    if attended.count == 1 { state.enqueue(on: .theMain) { self.attendToAll() } }
  }

  private func attendToAll() {
    timekeeper.perform { state, now in
      let countdowns = exchange(&attended, with: [])
      for countdown in countdowns {
        countdown.core.apply(to: countdown, at: now, in: &state) { core, state in
          core.attend(to: countdown, settling: true, at: now, in: &state)
        }
      }
      // This may be the last reference to a countdown, which must not be released under the lock.
      state.effects.discarded.append(countdowns)
    }
  }
}

// MARK: - What another process has done

extension RecordNews {
  /// Whether the record is damaged, and another one may take its place.
  fileprivate var leavesPlace: Bool {
    switch self {
    case .found(.failure(let error)):
      if case .damaged = error.kind { true } else { false }
    case .updated(_, _, let error?):
      if case .damaged(_, setAsideAs: .some) = error.kind { true } else { false }
    case .found(.success), .updated(_, _, nil): false
    }
  }
}

extension Countdown: RecordOwner {
  var recordKeeper: CountdownRecordKeeper? { core.recordKeeper }

  func begin(_ recordKeeper: CountdownRecordKeeper) { core.keeper = recordKeeper }

  func learn(
    _ news: RecordNews<CountdownRecord>?, life: (ProcessIdentity) -> ProcessLife, at now: Moment,
    in state: inout TimekeeperState
  ) {
    core.apply(to: self, at: now, in: &state) { core, state in
      if let news { core.learn(news, of: self, at: now, in: &state) }
      var (asks, saves) = (false, true)
      let hasFailed = core.recordKeeper?.log.hasFailed(at: now) != false
      switch news {
      case .found(.success): asks = true
      case .found(.failure): (asks, saves) = (true, !hasFailed)
      case .updated: saves = !hasFailed
      case nil: break
      }
      core.attend(to: self, asking: asks, saving: saves, life: life, at: now, in: &state)
    }
  }
}

extension CountdownCore {
  /// Learns what the store says of the record, and lets the machine follow it.
  fileprivate mutating func learn(
    _ news: RecordNews<CountdownRecord>, of countdown: Countdown, at now: Moment,
    in state: inout TimekeeperState
  ) {
    guard let recordKeeper else { return }
    handle(of: countdown, in: &state) { $0.advance(to: now, report: $1) }
    let instant = recordKeeper.instant(at: now, on: countdown.timekeeper)
    let (before, known) = (recordKeeper.ledger.record(at: instant), recordKeeper.log.stored)
    if recordKeeper.note(news) { listeners.observation.noteState() }
    // The machine has gone on to the present, and the record must have.
    recordKeeper.notice(at: instant)
    let isChanged = follow(countdown, from: before, at: instant, in: &state)
    if isChanged, let found = news.found {
      reportChange(in: found, since: known, before, of: recordKeeper, at: instant, in: &state)
    }
    // What this process knows is written in place of a damaged record, unless the store cannot set that aside. That is
    // tried once. A store that reports a change after each failure would otherwise never come to rest.
    if recordKeeper.log.stored != nil, news.leavesPlace, !recordKeeper.log.replacesRecord {
      keep(.become(recordKeeper.ledger.record(at: instant)), of: countdown, at: now, in: &state)
    }
  }

  /// Makes the machine continue from the record, if another process has changed the run. Returns whether the run goes on.
  private mutating func follow(
    _ countdown: Countdown, from before: CountdownRecord, at now: ClockInstant,
    in state: inout TimekeeperState
  ) -> Bool {
    guard let after = recordKeeper?.ledger.record(at: now) else { return false }
    let goneFinish = before.pending.last { finish in
      // If the run goes on, another process has changed it before its end.
      finish.kind == .finish && !(after.isInProgress && after.run == finish.run)
        && !after.pending.contains(where: finish.isSame)
    }
    if let goneFinish { leaveToAnother(goneFinish, at: now, in: &state) }
    if before.label != after.label { listeners.observation.noteState() }
    guard !after.isSameRun(as: before) else { return false }
    if before.isInProgress, before.run != after.run || !after.isInProgress,
      !after.pending.contains(where: { $0.kind == .finish && $0.run == before.run })
    {
      handle(of: countdown, in: &state) { _ = $0.cancel(at: now.steady, report: $1) }
    }
    guard !after.isEmpty else {
      handle(of: countdown, in: &state) { _ = $0.stopOvertime(at: now.steady, report: $1) }
      return false
    }
    // A run that is in progress here was over elsewhere, and its finish is pending.
    if after.state == .idle, machine.state == .overtime || machine.state == .finished {
      _ = resetMachine(of: countdown, to: after.target, at: now.steady, in: &state)
    }
    goOn(countdown, with: after, at: now, in: &state)
    return after.isInProgress
  }

  /// Reports whether another process has begun, paused or resumed the run, and then its latest change.
  private mutating func reportChange(
    in found: CountdownRecord?, since known: CountdownRecord?, _ before: CountdownRecord,
    of recordKeeper: CountdownRecordKeeper, at now: ClockInstant, in state: inout TimekeeperState
  ) {
    let after = recordKeeper.ledger.record(at: now)
    let isNew = after.run != before.run
    let wasPaused = !isNew && before.isPaused
    var changes: [CountdownRecord.Change] = isNew ? [.started] : []
    if after.isPaused != wasPaused { changes.append(wasPaused ? .resumed : .paused) }
    if let found, let change = found.change, found.run == after.run,
      found.revision != known?.revision, ![.started, .paused, .resumed].contains(change)
    {
      changes.append(change)
    }
    for change in changes {
      listeners.report(.change(change.kind, machine.reading(at: now.steady)), in: &state)
      listeners.observation.noteState()
    }
  }

  /// Continues with a record whose events are all settled.
  mutating func goOn(
    _ countdown: Countdown, with record: CountdownRecord, at now: ClockInstant,
    in state: inout TimekeeperState
  ) {
    // What has been shown as over stays over, whatever happens to the clocks.
    recordKeeper?.notice(at: now)
    machine.restore(record, at: now)
    noteSleep(now.asleep)
    // A record has the end, and not the times of which it is the next.
    noteTarget(record.target, nextOf: record.target.wallEnd == nil ? nil : times, in: &state)
    wallDeadline = record.target.wallEnd.map { record.state.wallDeadline ?? $0 }
    prepareMachine(for: record.target, at: now.steady, on: countdown.timekeeper)
    // If the clock was set back to a time before the end, overtime stays at zero until the end is reached again.
    if machine.state == .overtime,
      let timeToZero = correctedTimeToZero(at: now.steady, on: countdown.timekeeper)
    {
      machine.correct(timeToZero: timeToZero, at: now.steady) { _ in }
    }
    let reading = machine.reading(at: now.steady)
    if reading.state.lasts { listeners.report(reading, in: &state) }
    // The deadline may have moved although the state is the same.
    listeners.observation.noteReading()
  }

  /// Reports to some receivers that another process has delivered a finish.
  private mutating func leaveToAnother(
    _ finish: PendingEvent, at now: ClockInstant, in state: inout TimekeeperState
  ) {
    let instant = PastMoment(age: finish.age(at: now), at: now.steady)
    let end = CountdownEnd(.deliveredElsewhere, at: instant)
    let event = CountdownEvent.end(end, machine.reading(at: now.steady))
    listeners.reportFinishElsewhere(event, in: &state)
    if machine.state == .finished { listeners.finishReaders(delivery: nil, in: &state) }
  }
}

extension CountdownRecord {
  fileprivate var isPaused: Bool {
    if case .paused = state { true } else { false }
  }

  fileprivate var isInProgress: Bool {
    switch state {
    case .running, .paused: true
    case .idle, .overtime, .finished: false
    }
  }
}

// MARK: - A finish that a caller has handled

extension CountdownCore {
  /// Resumes the tasks that are waiting for the end, because the finish is no longer pending. If the countdown was reset
  /// since, only the pending finish says when that was.
  func reportToWaiters(
    of finish: PendingEvent?, at now: ClockInstant, in state: inout TimekeeperState
  ) {
    let finished = finish.map { CountdownEnd(.finished, at: $0.moment(at: now)) }
    guard let end = machine.end ?? finished else { return }
    let event = CountdownEvent.end(end, machine.reading(at: now.steady))
    listeners.reportToWaiters(event, in: &state)
  }
}
