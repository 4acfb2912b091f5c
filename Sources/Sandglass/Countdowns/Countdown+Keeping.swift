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
    let next = target(of: machine)
    // Whoever had the record until now has written all that it has to say.
    timekeeper.afterSaving {}
    keep(by: keeping)
    do throws(CountdownStoreError) {
      if let record = try store.record(id) { goOn(with: record, next: next) }
    } catch {
      keeping.error = error
    }
  }

  /// Takes a record over from whoever had it: a screen that is made anew finds the countdown of the
  /// former one still running, which must not write what it knows over what this one does.
  private func keep(by keeping: CountdownKeeping) {
    timekeeper.perform { state, now in
      self.keeping = keeping
      let former = state.keepers.updateValue(WeakReference(self), forKey: keeping.key)
      guard let former = former?.object as? Countdown else { return }
      former.leaveRecord(at: now, in: &state)
      state.afterwards.discarded.append(former)
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
    timekeeper.withLock { _ in keeping?.restoration }
  }

  private func goOn(with record: CountdownRecord, next: Target) {
    let boot = timekeeper.bootIdentity
    timekeeper.perform { state, now in
      // Another one may have taken the record over while it was read.
      guard keeping != nil else { return }
      let clocks = timekeeper.clocks
      let instant = CountdownRecord.Instant(steady: now, wall: clocks.wall(at: now), boot: boot)
      let restored = record.restored(at: instant)
      machine.restore(restored.state, total: restored.total, at: instant)
      note(record.target)
      if case .wall(let end) = record.target { wallDeadline = record.state.wallDeadline ?? end }
      // Overtime whose end the clock was set back before stands at zero until then.
      if machine.state == .overtime { followWallClock(at: now) { _ in } }
      let isUntold = restored.endedMeanwhile || record.state.isFinished
      keeping?.noteRestored(
        restored, present: record.target, next: next,
        untoldFinish: isUntold ? machine.end : nil)
      // What another boot has written is told by this boot's clock from now on.
      if record.written.boot != boot || restored.certainty != .exact { markUnsaved(in: &state) }
      follow(at: now, in: &state)
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
    observed(\.storeError, ticks: false) { _ in keeping?.error }
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

  /// Has the record written soon, if the countdown is kept.
  func markUnsaved(in state: inout TimekeeperState) {
    guard let keeping, !keeping.isUnsaved else { return }
    keeping.isUnsaved = true
    state.tell(on: timekeeper.savingQueue) { self.save() }
  }

  /// Has the record written again if the last try failed, or if the wall clock was set since.
  func refreshRecord(in state: inout TimekeeperState) {
    guard let keeping else { return }
    let clocks = timekeeper.clocks
    let shift = keeping.writtenWallAtOrigin.map { clocks.wallAtOrigin - $0 } ?? .zero
    if keeping.error != nil || !(.milliseconds(-1) ... .milliseconds(1)).contains(shift) {
      markUnsaved(in: &state)
    }
  }

  private func save() {
    guard let keeping else { return }
    let boot = timekeeper.bootIdentity
    let change = timekeeper.perform { _, _ in
      keeping.isUnsaved = false
      return recordChange(of: keeping, boot: boot)
    }
    let error = change.carryOut(in: keeping.store, id: keeping.id)
    timekeeper.perform { state, _ in
      guard keeping.error != error else { return }
      keeping.error = error
      noteForObservers(in: &state)
    }
  }

  private func recordChange(of keeping: CountdownKeeping, boot: BootIdentity?) -> RecordChange {
    let clocks = timekeeper.clocks
    let state: CountdownRecord.State
    switch machine.state {
    case .idle:
      return .remove
    case .finished where keeping.unhandledFinish == nil:
      return .remove
    case .finished where keeping.isFinishBeingTold,
      .overtime where keeping.unhandledFinish != nil:
      // The record of the run still stands, and tells the finish if nobody does before. What is
      // not written now has the record gone the sooner once the finish has been handled.
      return .none
    case .running, .paused, .overtime, .finished:
      state = recordState(of: keeping, at: clocks)
    }
    keeping.writtenWallAtOrigin = clocks.wallAtOrigin
    return .save(
      CountdownRecord(
        id: keeping.id, label: keeping.label, state: state,
        target: keeping.presentTarget ?? target(of: machine),
        total: machine.wholeDuration, options: machine.options,
        written: CountdownRecord.Instant(steady: clocks.steady, wall: clocks.wall, boot: boot),
        certainty: keeping.restoration?.certainty ?? .exact))
  }

  private func recordState(
    of keeping: CountdownKeeping, at clocks: ClockReadings
  ) -> CountdownRecord.State {
    let reading = machine.reading(at: clocks.steady)
    if let deadline = machine.deadline {
      return .running(
        deadline: deadline, wallDeadline: wallDeadline ?? clocks.wall(at: deadline))
    }
    if reading.state == .paused { return .paused(remaining: reading.remaining) }
    if reading.state == .overtime, let timeToZero = machine.timeToZero(at: clocks.steady) {
      return .overtime(
        deadline: clocks.steady + timeToZero,
        wallDeadline: wallDeadline ?? clocks.wall + timeToZero)
    }
    if case .finished(let end) = keeping.restoration?.state { return .finished(at: end) }
    return .finished(at: clocks.wall(at: machine.end?.moment ?? clocks.steady))
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
      guard let finish = keeping?.unhandledFinish else { return false }
      finishWasTold(finish, isHandled: true, in: &state)
      return true
    }
  }

  /// Notes that a kept countdown has finished and that nobody has handled that; answers what is to
  /// be called once somebody was told.
  func finishHandler(_ finish: CountdownEnd, isBeingTold: Bool) -> FinishHandler? {
    guard let keeping, finish.outcome == .finished else { return nil }
    keeping.unhandledFinish = finish
    keeping.isFinishBeingTold = isBeingTold
    return { [self] isHandled, state in
      finishWasTold(finish, isHandled: isHandled, in: &state)
    }
  }

  /// What is to be called once somebody has handled a finish that was restored or missed.
  func unhandledFinishHandler() -> FinishHandler? {
    keeping?.unhandledFinish.flatMap { finishHandler($0, isBeingTold: true) }
  }

  /// Tells a restored finish to a binding, if it is the first of its kind.
  func tellRestoredFinish(
    to binding: CountdownBinding, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let finish = keeping?.takeFinishToTell(binding.kind) else { return }
    binding.tell(
      .end(finish, machine.reading(at: now)), handled: unhandledFinishHandler(), in: &state)
  }

  private func finishWasTold(
    _ finish: CountdownEnd, isHandled: Bool, in state: inout TimekeeperState
  ) {
    guard let keeping, keeping.unhandledFinish == finish else { return }
    keeping.isFinishBeingTold = false
    if isHandled { keeping.unhandledFinish = nil }
    markUnsaved(in: &state)
  }
}
