public import SandglassCore

// A kept countdown writes its record at each change of state and never at a tick, on a queue of
// its timekeeper's: no call waits for a disk. What is written is the state at the time of writing,
// so that changes in quick succession cost one write.

// MARK: - Keeping

extension Countdown {
  /// Makes a countdown that is kept in a store, and goes on with what the store has under `id`.
  ///
  /// The record is written at each change of state, removed when the countdown is cancelled, and
  /// removed once its finish has been handled: once a closure bound to the finish or the end has
  /// returned, or a reader has seen the end of ``readings``. One that ended while nobody was there
  /// is finished, and tells so once: to the first closure that is bound to the finish and to the
  /// first that is bound to the end.
  ///
  /// A start that the store knows of goes on as it was, total and deadline included, and counts as
  /// `options` say; the next start counts down from `duration`. The store is read before this
  /// returns. If that fails, ``storeError`` tells why, and the countdown is idle.
  ///
  /// A record has one countdown at a time: an earlier one of this timekeeper's, such as that of a
  /// screen that is made anew, leaves the record to this one and is cancelled.
  ///
  /// - Parameters:
  ///   - duration: What each start counts down from; zero or less finishes at its start.
  ///   - options: The unit, the rounding, the milestones, and what comes after zero.
  ///   - store: Where the record is kept.
  ///   - id: What names the record there.
  ///   - label: What people call it, for those who list records.
  ///   - timekeeper: What keeps the time.
  public convenience init(
    _ duration: Duration,
    options: CountdownOptions = .standard,
    keptIn store: any CountdownStore,
    as id: String,
    label: String? = nil,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(to: .duration(duration), options: options, on: timekeeper)
    keep(in: store, as: id, label: label)
  }

  /// Makes a countdown to an instant of the wall clock that is kept in a store, and goes on with
  /// what the store has under `id`.
  ///
  /// The same as ``init(_:options:keptIn:as:label:on:)`` with an instant to count down to.
  public convenience init(
    endingAt end: WallMoment,
    options: CountdownOptions = .standard,
    keptIn store: any CountdownStore,
    as id: String,
    label: String? = nil,
    on timekeeper: Timekeeper = .shared
  ) {
    self.init(to: .wall(end), options: options, on: timekeeper)
    keep(in: store, as: id, label: label)
  }

  private func keep(in store: any CountdownStore, as id: String, label: String?) {
    let keeping = CountdownKeeping(in: store, as: id, label: label)
    // Before others can know of it.
    let next = core.nextTarget
    // Whoever had the record until now has written all that it has to say.
    timekeeper.afterSaving {}
    keep(by: keeping)
    do throws(CountdownStoreError) {
      if let record = try store.record(id) { goOn(with: record, next: next) }
    } catch {
      timekeeper.withLock { _ in keeping.error = error }
    }
  }

  /// Takes a record over from whoever had it: a screen that is made anew finds the countdown of the
  /// former one still running, which must not write what it knows over what this one does.
  private func keep(by keeping: CountdownKeeping) {
    timekeeper.perform { state, now in
      core.keeping = keeping
      let former = state.keepers.updateValue(WeakReference(self), forKey: keeping.key)
      guard let former = former?.object as? Countdown else { return }
      former.core.leaveRecord(of: former, at: now, in: &state)
      state.effects.discarded.append(former)
    }
  }
}

// MARK: - Restoring

extension Countdown {
  /// The countdown that a store has a record of, going on as it was; nil if there is none.
  ///
  /// It is kept in the store as before. What it counts down to, its options and its label are those
  /// of the record. How it is known is told by ``restoration``.
  ///
  /// - Parameters:
  ///   - id: What names the record.
  ///   - store: Where it is kept.
  ///   - timekeeper: What keeps the time.
  /// - Returns: The countdown; nil if there is no record.
  /// - Throws: The store's error, if there is a record that cannot be read.
  public static func restored(
    _ id: String, from store: any CountdownStore, on timekeeper: Timekeeper = .shared
  ) throws(CountdownStoreError) -> Countdown? {
    let record = try timekeeper.afterSaving { () throws(CountdownStoreError) in
      try store.record(id)
    }
    guard let record else { return nil }
    let countdown = Countdown(to: record.target, options: record.options, on: timekeeper)
    countdown.keep(by: CountdownKeeping(in: store, as: id, label: record.label))
    countdown.goOn(with: record, next: record.target)
    return countdown
  }

  /// All countdowns that a store has records of, by their ids.
  ///
  /// The same as ``restored(_:from:on:)`` for each id; a record that cannot be read is a failure
  /// beside the others.
  ///
  /// - Returns: A countdown for each record, or why it cannot be read.
  /// - Throws: The store's error, if it cannot tell its ids.
  public static func restoredAll(
    from store: any CountdownStore, on timekeeper: Timekeeper = .shared
  ) throws(CountdownStoreError) -> [String: Result<Countdown, CountdownStoreError>] {
    var all: [String: Result<Countdown, CountdownStoreError>] = [:]
    for id in try store.ids() {
      do throws(CountdownStoreError) {
        if let countdown = try restored(id, from: store, on: timekeeper) {
          all[id] = .success(countdown)
        }
      } catch {
        all[id] = .failure(error)
      }
    }
    return all
  }

  /// What was found in the store when the countdown was made, and how that is known; nil if
  /// nothing was, and from the next start on.
  public var restoration: RestoredCountdown? {
    timekeeper.withLock { _ in core.keeping?.restoration }
  }

  private func goOn(with record: CountdownRecord, next: CountdownRecord.Target) {
    let boot = timekeeper.bootIdentity
    timekeeper.perform { state, now in
      core.goOn(self, with: record, next: next, boot: boot, at: now, in: &state)
    }
  }
}

// MARK: - Saving

extension Countdown {
  /// Why the record could not be read or written; nil if it could.
  ///
  /// The countdown runs on all the same, and the next change of state tries again, as does
  /// ``Timekeeper/refresh()`` while it runs.
  public var storeError: CountdownStoreError? {
    observed(\.storeError, ticks: false) { core, _ in core.keeping?.error }
  }

  /// Waits until all changes so far have been written.
  ///
  /// - Throws: Why the latest could not be.
  public func saved() async throws(CountdownStoreError) {
    await withCheckedContinuation { continuation in
      timekeeper.perform { state, _ in
        state.tell(on: timekeeper.savingQueue) { continuation.resume() }
      }
    }
    if let error = storeError { throw error }
  }

  /// Writes the record, or removes it; on the saving queue.
  func save() {
    let boot = timekeeper.bootIdentity
    let saving = timekeeper.perform { _, _ -> (keeping: CountdownKeeping, change: RecordChange)? in
      guard let keeping = core.keeping else { return nil }
      keeping.isUnsaved = false
      return (keeping, core.recordChange(of: keeping, at: timekeeper.clocks, boot: boot))
    }
    guard let (keeping, change) = saving else { return }
    let error = change.carryOut(in: keeping.store, id: keeping.id)
    timekeeper.perform { state, _ in
      guard keeping.error != error else { return }
      keeping.error = error
      noteForObservers(in: &state)
    }
  }
}

// MARK: - The finish of a kept countdown

extension Countdown {
  /// Says that the finish has been handled, so that its record can go; false if there is none to
  /// handle.
  ///
  /// For those who look at the ``state`` instead of being told: closures bound to the finish and
  /// readers of ``readings`` handle it by being there.
  @discardableResult
  public func acknowledgeFinish() -> Bool {
    timekeeper.perform { state, now in
      advance(to: now, in: &state)
      guard let keeping = core.keeping, let finish = keeping.unhandledFinish else { return false }
      keeping.finishWasTold(finish, of: self, isHandled: true, in: &state)
      return true
    }
  }
}
