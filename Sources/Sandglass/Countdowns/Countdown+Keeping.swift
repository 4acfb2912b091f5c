public import SandglassCore

// A kept countdown writes its record on each change of state, and never on a tick. It writes on its timekeeper's saving
// queue, so no call waits for a write. The record describes the state at the time of writing, so changes in quick
// succession cost only one write.

// MARK: - Keeping

extension Countdown {
  /// Returns the countdown that a store keeps under an id, or a new one.
  ///
  /// ```swift
  /// let focus = Countdown.kept("focus", in: store, startingFrom: .seconds(25 * 60))
  /// ```
  ///
  /// Each timekeeper has at most one countdown for each record. While that countdown exists, every call returns it, so
  /// a SwiftUI view can make this call in an initialiser that runs repeatedly. If a call requests a different target or
  /// different options, ``refusedOptions`` contains them.
  ///
  /// If there is no such countdown, the store is read before this returns. A recorded run continues with its total and
  /// its deadline, and with these `options`. The next start counts down from `duration`. If the store cannot be read,
  /// the countdown is idle, and ``storeError`` contains the reason.
  ///
  /// This call does not write anything. Unless another process already runs the countdown, this process begins to run
  /// it at the first change, or as soon as a closure, a reader or an observer is attached to it. From then on, the
  /// record is written on each change of state. The record is removed when the countdown is cancelled or discarded, and
  /// when its finish has been handled.
  ///
  /// A finish is handled when one of the following has happened:
  ///
  /// - A closure that is bound to the finish, to the end or to changes has returned.
  /// - A call to ``finished()`` has received the end.
  /// - A reader has reached the end of the sequence ``readings``.
  ///
  /// If a countdown reached its end while no process was running it, this returns it as finished. Its finish is
  /// reported once to the first closure that is bound to the finish, once to the first that is bound to the end, and
  /// once to the first that is bound to changes.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - store: The store of the record.
  ///   - duration: The duration that each start counts down from. If it is zero or less, the countdown finishes
  ///     immediately when it is started.
  ///   - options: The unit, the rounding, the milestones and whether overtime is counted.
  ///   - label: The label to display in lists of records; nil to use the label in the record.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: This timekeeper's only countdown for the record.
  public static func kept(
    _ id: String,
    in store: any CountdownStore,
    startingFrom duration: Duration,
    options: CountdownOptions = .standard,
    label: String? = nil,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    KeptRequest(id, in: store, label: label, on: timekeeper)
      .countdown(towards: .duration(duration), options: options)
  }

  /// Returns the countdown that a store keeps under an id, or a new one that counts down to a wall-clock time.
  ///
  /// This is the same as ``kept(_:in:startingFrom:options:label:on:)``, but with a wall-clock time as the target.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - store: The store of the record.
  ///   - end: When the countdown finishes. If it is started later, it finishes immediately.
  ///   - options: The unit, the rounding, the milestones and whether overtime is counted.
  ///   - label: The label to display in lists of records; nil to use the label in the record.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: This timekeeper's only countdown for the record.
  public static func kept(
    _ id: String,
    in store: any CountdownStore,
    until end: WallMoment,
    options: CountdownOptions = .standard,
    label: String? = nil,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    KeptRequest(id, in: store, label: label, on: timekeeper)
      .countdown(towards: .wall(end), options: options)
  }

  /// Returns the countdown that a store keeps under an id, or a new one that runs through phases.
  ///
  /// This is the same as ``kept(_:in:startingFrom:options:label:on:)``, but with phases as the target. A recorded run
  /// continues in the phase that it has reached, with the phases in its record. Phase ends that passed while no process
  /// was running the countdown are reported once, in order, to the first closures that are bound to phases and to
  /// changes. The same applies to the milestones of every kept countdown: those that passed in the meantime are
  /// reported once, to the first closures that are bound to milestones and to changes.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - store: The store of the record.
  ///   - phases: The phases of one round.
  ///   - rounds: The number of rounds.
  ///   - options: The unit, the rounding, the milestones of each phase, and whether overtime is counted after the last
  ///     phase.
  ///   - label: The label to display in lists of records; nil to use the label in the record.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: This timekeeper's only countdown for the record.
  public static func kept(
    _ id: String,
    in store: any CountdownStore,
    phases: [Phase],
    rounds: Int = 1,
    options: CountdownOptions = .standard,
    label: String? = nil,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    KeptRequest(id, in: store, label: label, on: timekeeper)
      .countdown(towards: .phases(PhasePlan(phases, rounds: rounds)), options: options)
  }

  /// Returns the countdown that a store keeps under an id; nil if there is none.
  ///
  /// This is for callers that do not know the target. The target, the options and the label come from the record.
  /// Otherwise this is the same as ``kept(_:in:startingFrom:options:label:on:)``. ``restoration`` is the state that was
  /// found in the store.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - store: The store of the record.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: This timekeeper's only countdown for the record; nil if there is no record.
  /// - Throws: The store's error, if there is a record that cannot be read.
  public static func kept(
    _ id: String, in store: any CountdownStore, on timekeeper: Timekeeper = .shared
  ) throws(CountdownStoreError) -> Countdown? {
    try KeptRequest(id, in: store, label: nil, on: timekeeper).countdown()
  }

  /// Returns the current state of a kept countdown, for code that only displays it, such as a widget. Returns nil if
  /// there is no record.
  ///
  /// This does not create a countdown or write anything. It reads the store once, and does not wait for other
  /// processes.
  ///
  /// - Parameters:
  ///   - id: The id of the record.
  ///   - store: The store of the record.
  ///   - timekeeper: The timekeeper whose clocks are used.
  /// - Returns: The current state of the countdown, and its certainty.
  /// - Throws: The store's error, if there is a record that cannot be read.
  public static func look(
    at id: String, in store: any CountdownStore, on timekeeper: Timekeeper = .shared
  ) throws(CountdownStoreError) -> RestoredCountdown? {
    guard let record = try store.look(at: id) else { return nil }
    let clocks = timekeeper.clocks
    return record.restored(
      at: CountdownRecord.Instant(
        steady: clocks.steady, wall: clocks.wall, boot: timekeeper.bootIdentity))
  }

  /// Returns all countdowns that a store keeps, in the order of their ids.
  ///
  /// This calls ``kept(_:in:on:)`` for each id. A record that cannot be read yields a failure, and does not affect the
  /// others.
  ///
  /// - Returns: For each id, a countdown or the error that prevented reading its record.
  /// - Throws: The store's error, if the store cannot list its ids.
  public static func allKept(
    in store: any CountdownStore, on timekeeper: Timekeeper = .shared
  ) throws(CountdownStoreError) -> [(id: String, result: Result<Countdown, CountdownStoreError>)] {
    var all: [(id: String, result: Result<Countdown, CountdownStoreError>)] = []
    for id in try store.ids() {
      do throws(CountdownStoreError) {
        if let countdown = try kept(id, in: store, on: timekeeper) {
          all.append((id, .success(countdown)))
        }
      } catch {
        all.append((id, .failure(error)))
      }
    }
    return all
  }

  /// The id of a kept countdown's record; nil without a record.
  public var id: String? { timekeeper.withLock { core.keeping?.id } }

  /// The label of a kept countdown, from its record; nil without a record, or if the record has no label.
  public var label: String? {
    observed(\.state, ticks: false) { core, _ in core.keeping?.label }
  }

  /// The certainty of the countdown's values. It is exact unless the countdown continues a run that was found in a
  /// store.
  public var certainty: Certainty {
    observed(\.state, ticks: false) { core, _ in core.keeping?.restoration?.certainty ?? .exact }
  }

  /// The state that was found in the store, and its certainty; nil if no record was found, and after the next start.
  public var restoration: RestoredCountdown? {
    timekeeper.withLock { core.keeping?.restoration }
  }
}

extension Countdown {
  /// The target and the options that the latest call to ``kept(_:in:startingFrom:options:label:on:)`` requested, if
  /// this countdown already existed with different ones; nil if there is no difference.
  ///
  /// The existing countdown is not changed. To replace it, discard it first, or use a different id.
  public var refusedOptions: RefusedOptions? {
    observed(\.refusedOptions, ticks: false) { core, _ in core.keeping?.refused }
  }
}

// MARK: - Saving

extension Countdown {
  /// The error that prevented the record from being read or written; nil if there was none.
  ///
  /// The countdown keeps running regardless. The next change of state tries to write the record again, and so does
  /// ``Timekeeper/refresh()`` while the countdown is running.
  public var storeError: CountdownStoreError? {
    observed(\.storeError, ticks: false) { core, _ in core.keeping?.error }
  }

  /// Waits until all changes so far have been written.
  ///
  /// - Throws: The ``storeError``, if there is one.
  public func saved() async throws(CountdownStoreError) {
    await timekeeper.savesAreDone()
    if let error = storeError { throw error }
  }

  /// Writes or removes the record. Called on the saving queue.
  func save() {
    let boot = timekeeper.bootIdentity
    let saving = timekeeper.perform { _, now -> Saving? in
      guard let keeping = core.keeping else { return nil }
      keeping.noteSaving()
      return Saving(
        keeping: keeping, wish: core.recordWish(of: keeping, at: timekeeper.clocks, boot: boot),
        mayReplace: keeping.mayReplace(at: now), mayRemove: keeping.mayRemove)
    }
    guard let saving else { return }
    let (outcome, present) = saving.carryOut(by: timekeeper.claimant)
    timekeeper.perform { state, now in
      if saving.keeping.noteSaved(outcome) { noteForObservers(in: &state) }
      guard let present else { return }
      core.apply(to: self, at: now, in: &state) { core, state in
        core.follow(
          present, afterRefusal: true, by: self, boot: boot, at: now, in: &state)
      }
    }
  }

  /// The action to carry out on a record, and the conditions for replacing or removing the stored record.
  private struct Saving {
    let keeping: CountdownKeeping
    let wish: RecordWish
    let mayReplace: (CountdownRecord?) -> Bool
    let mayRemove: (CountdownRecord) -> Bool

    /// Carries out the action. Also returns the stored record if another process has changed it.
    func carryOut(
      by claimant: RecordClaimant
    ) -> (Result<RecordWriting, CountdownStoreError>, present: CountdownRecord??) {
      do throws(CountdownStoreError) {
        switch wish {
        case .nothing:
          return (.success(.nothing), nil)
        case .save(let record, let isClaimed):
          switch try claimant.save(
            record, isClaimed: isClaimed, in: keeping.store, mayReplace: mayReplace)
          {
          case .saved(let record):
            return (.success(.saved(record)), nil)
          case .refused(let owner, let present):
            let error = CountdownStoreError(.claimed(by: owner.number), id: keeping.id)
            return (.failure(error), .some(present))
          case .outdated(let present):
            return (.success(.outdated), .some(present))
          }
        case .remove:
          try claimant.remove(keeping.id, in: keeping.store, mayRemove: mayRemove)
          return (.success(.removed), nil)
        }
      } catch {
        return (.failure(error), nil)
      }
    }
  }

  /// Claims the record, so that this process reports the finish. Called on the saving queue.
  func claim() {
    guard let keeping = timekeeper.perform({ _, _ in core.keeping }) else { return }
    let answer = Result { () throws(CountdownStoreError) in
      try timekeeper.claimant.claim(keeping.id, in: keeping.store)
    }
    let boot = timekeeper.bootIdentity
    timekeeper.perform { state, now in
      core.apply(to: self, at: now, in: &state) { core, state in
        core.take(answer, by: self, boot: boot, at: now, in: &state)
      }
    }
  }
}

// MARK: - The finish of a kept countdown

extension Countdown {
  /// Marks the finish as handled, so that its record can be removed. Returns false if there is no finish to handle.
  ///
  /// Call this from code that reads ``state`` and does not receive the finish. Closures that are bound to the finish,
  /// and readers of ``readings``, handle the finish without this call.
  @discardableResult
  public func acknowledgeFinish() -> Bool {
    timekeeper.perform { state, now in
      core.apply(to: self, at: now, in: &state) { core, state in
        core.advance(self, to: now, in: &state)
        guard let keeping = core.keeping, keeping.ownership.unhandled != nil else { return false }
        keeping.ownership.acknowledge()
        core.tellWaiters(in: &state)
        keeping.markUnsaved(self, in: &state)
        return true
      }
    }
  }

  /// Ends the current run and removes the record, in every state. An unhandled finish is no longer reported.
  ///
  /// A run in progress is cancelled, and overtime is stopped. Without a record, nothing else happens.
  public func discard() {
    change { core, now, state in
      _ = core.cancel(self, at: now, in: &state)
      core.keeping?.noteDiscarded()
      core.keeping?.markUnsaved(self, in: &state)
      core.tellWaiters(in: &state)
    }
  }
}
