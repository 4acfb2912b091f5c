import Sandglass
import SandglassCore
import SandglassLedger

/// The record of a kept countdown: where it is, and what this process knows of it and wants to change.
///
/// All decisions are the ``CountdownLedger``'s. The saver reads and writes the store, and the core delivers events.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class CountdownRecordKeeper: CountdownKeeper, RecordKeeper, @unchecked Sendable {
  let saver: RecordSaver<Countdown>
  let key: RecordKey
  let boot: BootIdentity
  var ledger: CountdownLedger

  /// The state that was found in the store, until the next start.
  var restoration: RestoredCountdown?

  /// The target and options that the latest call requested, if the countdown has different ones.
  var refused: RefusedOptions?

  var error: CountdownStoreError?
  var folder: FolderIdentity?
  var changes: UInt64 = 0

  let keepsRun = true
  var order: WallMoment?
  var nextTry: Moment?

  /// What has numbered the events before there was a record.
  var numbers: EventNumbers?

  init(
    _ id: String, label: String?, options: CountdownOptions, target: CountdownTarget,
    savedBy saver: RecordSaver<Countdown>, on timekeeper: Timekeeper
  ) {
    self.saver = saver
    key = RecordKey(saver.store.key, id: id)
    // Without an identity, the records of this process are like those of a boot of its own.
    boot = timekeeper.bootIdentity ?? saver.boot
    let blank = CountdownRecord(
      id: id, label: label, state: .idle, target: target, total: .zero, options: options,
      written: ClockInstant(
        steady: .origin, wall: WallMoment(secondsSince1970: 0), boot: nil),
      run: 0)
    ledger = CountdownLedger(blank, process: timekeeper.process(in: boot))
  }

  var log: OperationLog<CountdownRecord> {
    get { ledger.log }
    set { ledger.log = newValue }
  }

  var lessee: ProcessIdentity? { log.stored?.lease?.process }

  func beginUpdate(
    at now: ClockInstant, life: (ProcessIdentity) -> ProcessLife
  ) -> RecordChanger<CountdownRecord>? {
    guard ledger.wantsUpdate(at: now, life: life) else { return nil }
    return ledger.begin(at: now, life: life).result
  }

  var label: String? { log.record.label }

  var place: WallMoment { log.record.started }

  var isUnread: Bool { error?.kind == .unavailable }

  /// Passes an event to the machine. What must not get lost reaches its receivers through the record.
  func handle<Answer>(
    of countdown: Countdown, _ core: inout CountdownCore, in state: inout TimekeeperState,
    _ event: (inout CountdownMachine, (CountdownEvent) -> Void) -> Answer
  ) -> Answer {
    var mustWrite = false
    ledger.beginCall()
    let answer = event(&core.machine) { reported in
      let isPending = ledger.note(
        reported, order: order, at: instant(at: state.now, on: countdown.timekeeper))
      if !isPending {
        core.listeners.report(reported, in: &state)
      } else {
        mustWrite = true
        if case .end = reported { core.listeners.show(reported, in: &state) }
      }
      // A run that begins here is independent of the record that was found.
      if case .change(.started, _) = reported { restoration = nil }
      core.listeners.noteForObservers(reported)
    }
    if mustWrite {
      let now = instant(at: state.now, on: countdown.timekeeper)
      ledger.write(core.machine, wallEnd: core.wallDeadline, at: now)
    }
    return answer
  }

  func note(
    performed operation: CountdownOperation, by countdown: Countdown, _ core: inout CountdownCore,
    calledAt call: WallMoment?, at now: Moment, in state: inout TimekeeperState
  ) {
    core.keep(.perform(operation), of: countdown, calledAt: call, at: now, in: &state)
  }

  func move(
    _ countdown: Countdown, _ core: inout CountdownCore, to place: WallMoment, at now: Moment,
    in state: inout TimekeeperState
  ) {
    // A record that is not known has its place already.
    if !isUntouched { core.keep(.setPlace(place), of: countdown, at: now, in: &state) }
  }

  func discard(
    _ countdown: Countdown, _ core: inout CountdownCore, at now: Moment,
    in state: inout TimekeeperState
  ) {
    core.keep(.discard, of: countdown, at: now, in: &state)
  }

  func noteCorrection(of countdown: Countdown, _ core: CountdownCore, at now: Moment) {
    let instant = instant(at: now, on: countdown.timekeeper)
    ledger.writeCorrection(core.machine, wallEnd: core.wallDeadline, at: instant)
  }

  func noteSleep(
    of countdown: Countdown, _ core: CountdownCore, at now: Moment,
    in state: inout TimekeeperState
  ) {
    noteCorrection(of: countdown, core, at: now)
    saver.attendSoon(to: countdown, in: &state)
  }

  func dropEvents() { ledger.dropEvents() }

  func countdownWillChange(
    _ countdown: Countdown, _ core: inout CountdownCore, at now: Moment,
    in state: inout TimekeeperState
  ) {
    core.followDelivery(of: countdown, at: now, in: &state)
  }

  func countdownHasChanged(
    _ countdown: Countdown, _ core: inout CountdownCore, at now: Moment,
    in state: inout TimekeeperState
  ) {
    if !ledger.reports.isEmpty {
      core.attend(to: countdown, settling: true, at: now, in: &state)
    } else if let nextTry, nextTry <= now {
      core.attend(to: countdown, at: now, in: &state)
    }
  }

  /// Attends to the record after the code that is running on the main queue, which may be adding more receivers. All of
  /// them get the events that are pending.
  func receiversHaveChanged(of countdown: Countdown, in state: inout TimekeeperState) {
    saver.attendSoon(to: countdown, in: &state)
  }

  /// Tries again to read what could not be read and to save what could not be saved, and writes a clock that was set.
  func refresh(
    _ countdown: Countdown, _ core: inout CountdownCore, in state: inout TimekeeperState
  ) {
    if error?.kind == .unavailable { saver.readSoon([id], in: &state) }
    core.attend(to: countdown, settling: true, at: state.now, in: &state)
  }

  func countdownWillEnd(_ countdown: ObjectIdentifier, in state: inout TimekeeperState) {
    state.forgetKeeper(of: key, countdown)
    ledger.receivers = []
    saver.save(self, of: nil, in: &state)
  }

  func isFinishPending(at now: Moment, on timekeeper: Timekeeper) -> Bool {
    ledger.isFinishPending(at: instant(at: now, on: timekeeper))
  }

  /// Whether the record could not be read, and this process has not changed it since.
  var isUntouched: Bool {
    isUnread && ledger.log.calls.allSatisfy { $0.operation == .notice }
  }

  /// Notes what has become due.
  func notice(at now: ClockInstant) {
    if ledger.notice(at: now) { changes += 1 }
  }

  /// Whether the store has, or will have, a record of this countdown.
  func hasRecord(at now: ClockInstant) -> Bool { !ledger.record(at: now).isEmpty }
}

extension Timekeeper {
  /// This process, for leases. The boot is read twice, and one of the reads may have failed.
  func process(in boot: BootIdentity?) -> ProcessIdentity {
    ProcessIdentity(
      number: process.number, start: process.start, space: process.space, boot: boot)
  }
}

/// The delivery of a pending event of a record to its receivers.
// Sendable: it has only constants, and the keeper is accessed only under the timekeeper's lock.
final class RecordDelivery: PendingDelivery, @unchecked Sendable {
  private let event: PendingEvent
  private let countdown: Countdown
  private let recordKeeper: CountdownRecordKeeper

  var run: Int { event.run }
  var wall: WallMoment { event.instant.wall }

  init(event: PendingEvent, countdown: Countdown, recordKeeper: CountdownRecordKeeper) {
    self.event = event
    self.countdown = countdown
    self.recordKeeper = recordKeeper
  }

  func send() {
    recordKeeper.ledger.deliver(event)
  }

  func begin(at now: Moment) -> Bool {
    let instant = recordKeeper.instant(at: now, on: countdown.timekeeper)
    return recordKeeper.ledger.beginCallback(
      of: event, at: instant, life: CountdownRecordKeeper.assumedAlive)
  }

  func age() -> Duration {
    event.age(at: recordKeeper.instant(at: countdown.timekeeper.now, on: countdown.timekeeper))
  }

  func report(isHandled: Bool, in state: inout TimekeeperState) {
    let instant = recordKeeper.instant(at: state.now, on: countdown.timekeeper)
    recordKeeper.ledger.noteDelivered(event, isHandled: isHandled, at: instant)
    // An update in progress does not contain this. Whoever waits for the saves from now on must wait for the next one.
    if recordKeeper.log.isUpdating {
      recordKeeper.saver.save(recordKeeper, of: countdown, in: &state)
    }
    // The caller may be inside a change of the countdown, which is attended to only afterwards.
    state.effects.calls.append { [countdown] in countdown.attend() }
  }
}

extension CountdownRecordKeeper {
  /// Whether another process is alive takes system calls to find out, which are not made under a lock. The saver makes
  /// them.
  static let assumedAlive: @Sendable (ProcessIdentity) -> ProcessLife = { _ in .alive }
}
