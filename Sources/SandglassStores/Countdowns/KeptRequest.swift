import Sandglass
import SandglassCore
import SandglassLedger

/// A request for the countdown of a record. The result is the existing countdown, or a new one that continues from the
/// record in the store.
///
/// The store is read without holding the lock. If the record may have changed in the meantime, it is read again. If a
/// run is cancelled or saved during the read, or its finish is handled, the run is therefore never restored from the
/// old record. Concurrent requests all get the same countdown.
struct KeptRequest {
  private let key: RecordKey
  private let store: RecordAccess<CountdownRecord>
  private let label: String?
  private let timekeeper: Timekeeper

  private typealias Found = Result<CountdownRecord?, CountdownStoreError>

  /// The result of checking whether there is already a countdown for the record.
  private enum Answer {
    case living(Countdown, hasRecord: Bool)

    /// The store must be read, for an existing countdown that does not know a record, or for a new countdown.
    case read(for: Countdown?, changes: UInt64)
  }

  init(_ id: String, in store: some CountdownStore, label: String?) {
    self.store = RecordAccess(store.countdownRecords)
    key = RecordKey(self.store.key, id: id)
    self.label = label
    timekeeper = store.timekeeper
  }

  /// Returns the countdown of the record, or a new one.
  ///
  /// - Parameters:
  ///   - target: What the next start counts down to; nil for what the record says.
  ///   - options: The options; nil for those of the record, or the standard ones.
  /// - Returns: The countdown.
  func countdown(
    towards target: CountdownTarget?, options: CountdownOptions?
  ) -> Countdown {
    while true {
      switch answer(isNewWanted: true) {
      case .living(let countdown, _):
        countdown.compare(target, options, label)
        return countdown
      case .read(let living, let changes):
        let (found, point) = read(for: living)
        let present = options ?? (try? found.get())?.options ?? .standard
        let countdown =
          living ?? Countdown(to: target ?? .duration(.zero), options: present, on: timekeeper)
        if take(found, point, target, options, by: countdown, ifStill: changes) { return countdown }
      }
    }
  }

  /// Returns the countdown of the record; nil if there is none.
  func countdown() throws(CountdownStoreError) -> Countdown? {
    while true {
      switch answer(isNewWanted: false) {
      case .living(let countdown, let hasRecord):
        return hasRecord ? countdown : nil
      case .read(let living, let changes):
        let (found, point) = read(for: living)
        if living == nil { timekeeper.perform { state, _ in setAside(found, in: &state) } }
        guard let record = try found.get() else { return nil }
        let countdown =
          living ?? Countdown(to: record.target, options: record.options, on: timekeeper)
        if take(found, point, nil, nil, by: countdown, ifStill: changes) { return countdown }
      }
    }
  }

  /// When a record was read.
  private struct ReadPoint {
    let saver: RecordSaver<Countdown>

    /// How often the store had reported changes before.
    let reports: UInt64

    /// Where the record was; nil if there was none.
    var lastFolder: FolderIdentity?
  }

  /// Reads the record. The store is already watched, so that no change after this is missed.
  private func read(for living: Countdown?) -> (Found, ReadPoint) {
    let saver = RecordSaver<Countdown>.shared(by: store, on: timekeeper)
    var point = ReadPoint(saver: saver, reports: saver.reportCount)
    point.lastFolder = timekeeper.withLock { living?.core.recordKeeper?.folder }
    return (saver.store.read(key.id, &point.lastFolder), point)
  }

  private func answer(isNewWanted: Bool) -> Answer {
    timekeeper.perform { state, now in
      guard let living = Countdown.living(key, in: &state) else {
        return .read(for: nil, changes: state.goneKeepers)
      }
      living.advance(to: now, in: &state)
      guard let recordKeeper = living.core.recordKeeper else {
        return .living(living, hasRecord: false)
      }
      if recordKeeper.isUntouched { return .read(for: living, changes: recordKeeper.changes) }
      if recordKeeper.hasRecord(at: recordKeeper.instant(at: now, on: timekeeper)) {
        return .living(living, hasRecord: true)
      }
      // Another process may have begun a run in the meantime.
      return isNewWanted || recordKeeper.ledger.log.calls.contains { !$0.operation.isQuiet }
        ? .living(living, hasRecord: false) : .read(for: living, changes: recordKeeper.changes)
    }
  }

  /// Schedules setting aside a damaged record, on the saving queue.
  private func setAside(_ found: Found, in state: inout TimekeeperState) {
    guard case .failure(let error) = found, case .damaged = error.kind else { return }
    state.enqueueSave(on: timekeeper.savingQueue) { setAside() }
  }

  private func setAside() {
    var lastFolders: [FolderIdentity?] = [nil]
    let errors = store.update([key.id], &lastFolders) { _, _ in .none }
    guard case .some(let error?) = errors.first else { return }
    timekeeper.perform { state, _ in
      Countdown.living(key, in: &state)?.noteSetAside(error, in: &state)
    }
  }

  /// Attaches a countdown to the record, and continues the run that was found. Returns false if the record may have
  /// changed since it was read.
  private func take(
    _ found: Found, _ point: ReadPoint, _ target: CountdownTarget?,
    _ options: CountdownOptions?, by countdown: Countdown, ifStill changes: UInt64
  ) -> Bool {
    let new = CountdownRecordKeeper(
      key.id, label: label, options: options ?? countdown.options, target: .duration(.zero),
      savedBy: point.saver, on: timekeeper)
    return timekeeper.perform { state, now in
      guard let recordKeeper = countdown.attach(new, ifStill: changes, in: &state) else {
        return false
      }
      countdown.core.apply(to: countdown, at: now, in: &state) { core, state in
        recordKeeper.folder = point.lastFolder
        if recordKeeper.note(.found(found)) { core.listeners.observation.noteState() }
        core.begin(countdown, target, options, label, at: now, in: &state)
      }
      setAside(found, in: &state)
      point.saver.readAgain(key.id, after: point.reports, in: &state)
      return true
    }
  }
}

extension CountdownCore {
  /// Continues the run that was found in the store.
  fileprivate mutating func begin(
    _ countdown: Countdown, _ target: CountdownTarget?, _ options: CountdownOptions?,
    _ label: String?, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let recordKeeper, let stored = recordKeeper.ledger.log.stored else { return }
    let instant = recordKeeper.instant(at: now, on: countdown.timekeeper)
    if let options, options != stored.options {
      recordKeeper.append(.setOptions(options), at: instant)
    }
    if let target, target != stored.target {
      let options = options ?? stored.options
      recordKeeper.refused = RefusedOptions(
        target: target, options: options, presentTarget: stored.target, presentOptions: options)
    }
    if let label, label != stored.label {
      // The machine does not continue from the record yet.
      recordKeeper.append(.perform(.setLabel(label)), at: instant)
      recordKeeper.saver.save(recordKeeper, of: countdown, in: &state)
    }
    recordKeeper.restoration = stored.restored(at: instant)
    goOn(countdown, with: recordKeeper.ledger.record(at: instant), at: instant, in: &state)
    attend(to: countdown, at: now, in: &state)
  }
}

extension Countdown {
  /// Stores the difference between the requested target and options and the actual ones. The latest label wins.
  fileprivate func compare(
    _ target: CountdownTarget?, _ options: CountdownOptions?, _ label: String?
  ) {
    timekeeper.perform { state, now in
      let present = (core.nextTarget, core.machine.options)
      let (target, options) = (target ?? present.0, options ?? present.1)
      let refused =
        present == (target, options)
        ? nil
        : RefusedOptions(
          target: target, options: options, presentTarget: present.0, presentOptions: present.1)
      guard let recordKeeper = core.recordKeeper else { return }
      if let label { setLabel(label, at: now, in: &state) }
      guard recordKeeper.refused != refused else { return }
      recordKeeper.refused = refused
      noteForObservers(in: &state)
    }
  }

  /// Stores the error that contains the name under which a damaged record was set aside.
  fileprivate func noteSetAside(_ error: CountdownStoreError, in state: inout TimekeeperState) {
    guard let recordKeeper = core.recordKeeper, case .damaged? = recordKeeper.error?.kind else {
      return
    }
    _ = recordKeeper.note(.found(.failure(error)))
    noteForObservers(in: &state)
  }
}
