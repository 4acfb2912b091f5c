import SandglassCore

/// A request for the countdown of a record. The result is the existing countdown, or a new one that continues from the
/// record in the store.
///
/// The store is read without holding the lock. If the record may have changed in the meantime, it is read again. If a
/// run is cancelled or saved during the read, or its finish is reported, the run is therefore never restored from the
/// old record. Concurrent requests all get the same countdown.
struct KeptRequest {
  private let key: RecordKey
  private let store: any CountdownStore
  private let label: String?
  private let timekeeper: Timekeeper

  private typealias Found = Result<CountdownRecord?, CountdownStoreError>

  /// The result of checking whether there is already a countdown for the record.
  private enum Answer {
    case living(Countdown, hasRecord: Bool)

    /// The store must be read, for an existing countdown that does not know its record, or for a new countdown.
    case read(for: Countdown?, changes: UInt64)
  }

  init(_ id: String, in store: any CountdownStore, label: String?, on timekeeper: Timekeeper) {
    key = RecordKey(store, id: id)
    self.store = store
    self.label = label
    self.timekeeper = timekeeper
  }

  /// Returns the countdown of the record, or a new one.
  func countdown(
    towards target: CountdownRecord.Target, options: CountdownOptions
  ) -> Countdown {
    while true {
      switch answer(isNewWanted: true) {
      case .living(let countdown, _):
        countdown.compare(target, options)
        return countdown
      case .read(let living, let changes):
        let countdown = living ?? Countdown(to: target, options: options, on: timekeeper)
        if take(look(), by: countdown, ifStill: changes) { return countdown }
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
        let found = look()
        if living == nil { timekeeper.perform { state, _ in setAside(found, in: &state) } }
        guard let record = try found.get() else { return nil }
        let countdown =
          living ?? Countdown(to: record.target, options: record.options, on: timekeeper)
        if take(found, by: countdown, ifStill: changes) { return countdown }
      }
    }
  }

  private func answer(isNewWanted: Bool) -> Answer {
    timekeeper.perform { state, now in
      guard let living = living(in: &state) else {
        return .read(for: nil, changes: state.goneKeepers)
      }
      living.advance(to: now, in: &state)
      let changes = living.core.keeping?.changes ?? 0
      switch living.core.recordKnowledge {
      case .unread:
        return .read(for: living, changes: changes)
      case .recorded:
        return .living(living, hasRecord: true)
      case .none where !isNewWanted:
        return .read(for: living, changes: changes)
      case .removing, .none:
        living.core.keeping?.tryAgain(living, in: &state)
        return .living(living, hasRecord: false)
      }
    }
  }

  private func living(in state: inout TimekeeperState) -> Countdown? {
    guard let living = state.keepers[key]?.object as? Countdown else { return nil }
    // This may be the last reference, which must not be released under the lock.
    state.effects.discarded.append(living)
    return living
  }

  /// Reads the store without waiting.
  private func look() -> Found {
    Result { () throws(CountdownStoreError) in try store.look(at: key.id) }
  }

  /// Schedules setting aside a damaged record, on the saving queue.
  private func setAside(_ found: Found, in state: inout TimekeeperState) {
    guard case .failure(let error) = found, case .damaged = error.kind else { return }
    state.tell(on: timekeeper.savingQueue) { setAside() }
  }

  private func setAside() {
    do throws(CountdownStoreError) {
      _ = try store.record(key.id)
    } catch {
      timekeeper.perform { state, _ in living(in: &state)?.noteSetAside(error, in: &state) }
    }
  }

  /// Attaches a countdown to the record, and continues the run that was found. Returns false if the record may have
  /// changed since it was read.
  private func take(_ found: Found, by countdown: Countdown, ifStill changes: UInt64) -> Bool {
    let boot = timekeeper.bootIdentity
    return timekeeper.perform { state, now in
      if let keeping = countdown.core.keeping {
        guard keeping.changes == changes else { return false }
      } else {
        guard living(in: &state) == nil, state.goneKeepers == changes else { return false }
        countdown.core.keeping = CountdownKeeping(in: store, label: label, key: key)
        state.keepers[key] = WeakReference(countdown)
      }
      let former = countdown.core.keeping?.error
      countdown.core.goOn(countdown, with: found, boot: boot, at: now, in: &state)
      // A notified observer may make this request again, so observers are notified only if something has changed.
      let isFound = if case .success(.some) = found { true } else { false }
      if isFound || countdown.core.keeping?.error != former {
        countdown.noteForObservers(in: &state)
      }
      setAside(found, in: &state)
      return true
    }
  }
}

extension Countdown {
  /// Stores the difference between the requested target and options and the actual ones.
  fileprivate func compare(_ target: CountdownRecord.Target, _ options: CountdownOptions) {
    timekeeper.perform { state, _ in
      let present = (core.nextTarget, core.machine.options)
      let refused =
        present == (target, options)
        ? nil
        : RefusedOptions(
          target: target, options: options, presentTarget: present.0, presentOptions: present.1)
      guard let keeping = core.keeping, keeping.refused != refused else { return }
      keeping.refused = refused
      noteForObservers(in: &state)
    }
  }

  /// Stores the error that contains the name under which a damaged record was set aside.
  fileprivate func noteSetAside(_ error: CountdownStoreError, in state: inout TimekeeperState) {
    guard let keeping = core.keeping, case .damaged? = keeping.error?.kind else { return }
    keeping.error = error
    noteForObservers(in: &state)
  }
}

extension CountdownCore {
  /// A countdown's knowledge of its record.
  enum RecordKnowledge {
    /// The record could not be read yet.
    case unread

    /// There is a record, or soon will be.
    case recorded

    /// There is no record, or soon will be none. It is being removed, or its removal has failed.
    case removing

    /// There was no record when the store was read, or the record has been removed. Another process may have created a
    /// record in the meantime.
    case none
  }

  fileprivate var recordKnowledge: RecordKnowledge {
    let isStoreOutOfDate = keeping?.isStoreOutOfDate ?? false
    switch machine.state {
    case .running, .paused, .overtime: return .recorded
    case .finished where keeping?.ownership.unhandled != nil: return .recorded
    case .idle where keeping?.isUnread ?? false: return .unread
    case .idle, .finished: return isStoreOutOfDate ? .removing : .none
    }
  }
}
