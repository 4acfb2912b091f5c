import SandglassCore

/// The record of a kept countdown: where it is, and what this process knows of it and wants to change.
///
/// All decisions are the ``RecordKeeper``'s. The saver reads and writes the store, and the core delivers events.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class CountdownKeeping: RecordKeeping, @unchecked Sendable {
  let saver: RecordSaver<Countdown>
  let key: RecordKey
  let boot: BootIdentity
  var keeper: RecordKeeper

  /// The state that was found in the store, until the next start.
  var restoration: RestoredCountdown?

  /// The target and options that the latest call requested, if the countdown has different ones.
  var refused: RefusedOptions?

  var error: CountdownStoreError?
  var place: RecordPlace?
  var changes: UInt64 = 0

  /// The wall-clock time of the latest operation that may begin a run, by which the run is numbered.
  var order: WallMoment?

  /// When to try again to deliver an event that this process may not deliver yet; nil if there is none.
  var nextTry: Moment?

  init(
    _ id: String, label: String?, options: CountdownOptions, target: CountdownRecord.Target,
    savedBy saver: RecordSaver<Countdown>, on timekeeper: Timekeeper
  ) {
    self.saver = saver
    key = RecordKey(saver.store.key, id: id)
    // Without an identity, the records of this process are like those of a boot of its own.
    boot = timekeeper.bootIdentity ?? saver.boot
    let blank = CountdownRecord(
      id: id, label: label, state: .idle, target: target, total: .zero, options: options,
      written: CountdownRecord.Instant(
        steady: .origin, wall: WallMoment(secondsSince1970: 0), boot: nil),
      run: 0)
    keeper = RecordKeeper(blank, process: timekeeper.process(in: boot))
  }

  var log: OperationLog<CountdownRecord> {
    get { keeper.log }
    set { keeper.log = newValue }
  }

  var lessee: ProcessIdentity? { log.stored?.lease?.process }

  func beginUpdate(
    at now: CountdownRecord.Instant, life: (ProcessIdentity) -> ProcessLife
  ) -> RecordChanger<CountdownRecord>? {
    guard keeper.wantsUpdate(at: now, life: life) else { return nil }
    return keeper.begin(at: now, life: life).result
  }

  /// Begins an operation that may begin a run. Returns the wall-clock time of the call.
  ///
  /// - Parameters:
  ///   - place: The place of the call among those that are made together.
  ///   - now: The current moment.
  ///   - timekeeper: The countdown's timekeeper.
  /// - Returns: The time.
  func beginOperation(place: Int = 0, at now: Moment, on timekeeper: Timekeeper) -> WallMoment {
    let time = timekeeper.clocks.wall(at: now) + .nanoseconds(place)
    order = time
    return time
  }

  /// Whether the record could not be read, and this process has not changed it since.
  var isUnread: Bool {
    error?.kind == .unavailable && keeper.log.calls.allSatisfy { $0.operation == .notice }
  }

  /// Notes what has become due.
  func notice(at now: CountdownRecord.Instant) {
    if keeper.notice(at: now) { changes += 1 }
  }

  /// Whether the store has, or will have, a record of this countdown.
  func hasRecord(at now: CountdownRecord.Instant) -> Bool { !keeper.record(at: now).isEmpty }

  /// Notes that a run has begun. It is independent of the record that was found.
  func noteStart() { restoration = nil }
}

extension Timekeeper {
  /// This process, for leases. The boot is read twice, and one of the reads may have failed.
  func process(in boot: BootIdentity?) -> ProcessIdentity {
    ProcessIdentity(
      number: process.number, start: process.start, space: process.space, boot: boot)
  }
}

/// The delivery of a pending event to its receivers. It is an object, so that countdowns without a record pass on nothing.
final class PendingDelivery: Sendable {
  let event: PendingEvent
  let countdown: Countdown
  let keeping: CountdownKeeping

  init(event: PendingEvent, countdown: Countdown, keeping: CountdownKeeping) {
    self.event = event
    self.countdown = countdown
    self.keeping = keeping
  }

  /// Notes that the event is being sent to one more receiver. The timekeeper's lock must be held.
  func send() {
    keeping.keeper.deliver(event)
  }

  /// Begins a callback. Returns whether it may begin. The timekeeper's lock must be held.
  func begin(at now: Moment) -> Bool {
    let instant = keeping.instant(at: now, on: countdown.timekeeper)
    return keeping.keeper.beginCallback(
      of: event, at: instant, life: CountdownKeeping.assumedAlive)
  }

  /// Returns how long ago the event occurred.
  func age() -> Duration {
    event.age(at: keeping.instant(at: countdown.timekeeper.now, on: countdown.timekeeper))
  }

  /// Notes whether a receiver has handled the event. The timekeeper's lock must be held.
  func report(isHandled: Bool, in state: inout TimekeeperState) {
    let instant = keeping.instant(at: state.now, on: countdown.timekeeper)
    keeping.keeper.noteDelivered(event, isHandled: isHandled, at: instant)
    // An update in progress does not contain this. Whoever waits for the saves from now on must wait for the next one.
    if keeping.log.isUpdating { keeping.saver.save(keeping, of: countdown, in: &state) }
    // The caller may be inside a change of the countdown, which is attended to only afterwards.
    state.effects.calls.append { [countdown] in countdown.attend() }
  }
}

extension CountdownKeeping {
  /// Whether another process is alive takes system calls to find out, which are not made under a lock. The saver makes
  /// them.
  static let assumedAlive: @Sendable (ProcessIdentity) -> ProcessLife = { _ in .alive }
}
