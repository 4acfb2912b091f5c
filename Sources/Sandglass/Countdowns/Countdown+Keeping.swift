public import SandglassCore

// A kept countdown writes its record at each change of state and never at a tick, on a queue of
// its timekeeper's: no call waits for a write. What is written is the state at the time of writing,
// so that changes in quick succession cost one write.

// MARK: - Keeping

extension Countdown {
  /// The countdown that a store keeps under an id, or a new one.
  ///
  /// ```swift
  /// let focus = Countdown.kept("focus", in: store, startingFrom: .seconds(25 * 60))
  /// ```
  ///
  /// A record has one countdown in a process. While that lives, each call returns it, and what else is asked for is told by
  /// ``refusedOptions``: so a SwiftUI view may call this in an initialiser that runs again and again. Otherwise the store is read,
  /// once and before this returns. A start that it knows of goes on as it was, total and deadline included, and
  /// counts as `options` say; the next start counts down from `duration`. If the store cannot be read,
  /// ``storeError`` tells why, and the countdown is idle.
  ///
  /// Nothing is written by this call. From when somebody follows the countdown, or it is changed, this process runs it, unless
  /// another one does. Then the record is written at each change of state, removed when the countdown is cancelled or
  /// discarded, and removed once its finish has been handled: once a closure bound to the finish or the end has
  /// returned, or a reader has seen the end of ``readings``. One that ended while nobody was there
  /// is finished, and tells so once: to the first closure that is bound to the finish and to the
  /// first that is bound to the end.
  ///
  /// - Parameters:
  ///   - id: What names the record. Ids are told apart by the bytes of their UTF-8.
  ///   - store: Where the record is kept.
  ///   - duration: What each start counts down from; zero or less finishes at its start.
  ///   - options: The unit, the rounding, the milestones, and what comes after zero.
  ///   - label: What people call it, for those who list records; nil for what the record has.
  ///   - timekeeper: What keeps the time.
  /// - Returns: The one countdown of this timekeeper's that is kept there.
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

  /// The countdown that a store keeps under an id, or a new one to an instant of the wall clock.
  ///
  /// The same as ``kept(_:in:startingFrom:options:label:on:)`` with an instant to count down to.
  ///
  /// - Parameters:
  ///   - id: What names the record. Ids are told apart by the bytes of their UTF-8.
  ///   - store: Where the record is kept.
  ///   - end: When to finish; a start after it finishes at once.
  ///   - options: The unit, the rounding, the milestones, and what comes after zero.
  ///   - label: What people call it, for those who list records; nil for what the record has.
  ///   - timekeeper: What keeps the time.
  /// - Returns: The one countdown of this timekeeper's that is kept there.
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

  /// The countdown that a store keeps under an id, or a new one through phases.
  ///
  /// The same as ``kept(_:in:startingFrom:options:label:on:)`` with phases to go through. A start that the store knows
  /// of goes on in the phase that it has come to, by the phases of its record. The ends of phases that have passed while
  /// no process ran it are told once, in order, to the first closures that are bound to phases and changes; so
  /// are the milestones of any kept countdown that have passed meanwhile.
  ///
  /// - Parameters:
  ///   - id: What names the record. Ids are told apart by the bytes of their UTF-8.
  ///   - store: Where the record is kept.
  ///   - phases: The phases of one round.
  ///   - rounds: How often they are gone through.
  ///   - options: The unit, the rounding, the milestones of each phase, and what comes after the last.
  ///   - label: What people call it, for those who list records; nil for what the record has.
  ///   - timekeeper: What keeps the time.
  /// - Returns: The one countdown of this timekeeper's that is kept there.
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

  /// The countdown that a store keeps under an id; nil if there is none.
  ///
  /// The same as ``kept(_:in:startingFrom:options:label:on:)`` for those who do not know what it counts down to:
  /// that, the options and the label are those of the record. ``restoration`` tells what was found.
  ///
  /// - Parameters:
  ///   - id: What names the record. Ids are told apart by the bytes of their UTF-8.
  ///   - store: Where it is kept.
  ///   - timekeeper: What keeps the time.
  /// - Returns: The one countdown of this timekeeper's that is kept there; nil if there is no record.
  /// - Throws: The store's error, if there is a record that cannot be read.
  public static func kept(
    _ id: String, in store: any CountdownStore, on timekeeper: Timekeeper = .shared
  ) throws(CountdownStoreError) -> Countdown? {
    try KeptRequest(id, in: store, label: nil, on: timekeeper).countdown()
  }

  /// What has become of a kept countdown by now, for those who only show it, such as a widget; nil if there is no
  /// record.
  ///
  /// This makes no countdown, writes nothing, and waits for nobody: the store is read, once.
  ///
  /// - Parameters:
  ///   - id: What names the record.
  ///   - store: Where it is kept.
  ///   - timekeeper: What keeps the time.
  /// - Returns: Its state at this moment, and how that is known.
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

  /// All countdowns that a store keeps, in the order of their ids.
  ///
  /// The same as ``kept(_:in:on:)`` for each id; a record that cannot be read is a failure
  /// beside the others.
  ///
  /// - Returns: For each id a countdown, or why its record cannot be read.
  /// - Throws: The store's error, if it cannot tell its ids.
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

  /// What names the record of a kept countdown; nil without a record.
  public var id: String? { timekeeper.withLock { core.keeping?.id } }

  /// What people call a kept countdown, as its record has it; nil without a record, or without a label.
  public var label: String? {
    observed(\.state, ticks: false) { core, _ in core.keeping?.label }
  }

  /// How what it tells is known: exact, unless it goes on with a start that was found in a store.
  public var certainty: Certainty {
    observed(\.state, ticks: false) { core, _ in core.keeping?.restoration?.certainty ?? .exact }
  }

  /// What was found in the store when the countdown was made, and how that is known; nil if
  /// nothing was, and from the next start on.
  public var restoration: RestoredCountdown? {
    timekeeper.withLock { core.keeping?.restoration }
  }
}

extension Countdown {
  /// What the latest call of ``kept(_:in:startingFrom:options:label:on:)`` asked for that this countdown does not do, as it
  /// lived already with something else; nil if there is no difference.
  ///
  /// The living countdown wins. To have it count otherwise, discard it first, or use another id.
  public var refusedOptions: RefusedOptions? {
    observed(\.refusedOptions, ticks: false) { core, _ in core.keeping?.refused }
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
    await timekeeper.savesAreDone()
    if let error = storeError { throw error }
  }

  /// Writes the record, or removes it; on the saving queue.
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

  /// What is to be done about a record, and what it may take the place of.
  private struct Saving {
    let keeping: CountdownKeeping
    let wish: RecordWish
    let mayReplace: (CountdownRecord?) -> Bool
    let mayRemove: (CountdownRecord) -> Bool

    /// Does it; answers also what another process has made of the record, if one has.
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

  /// Claims the record, to be the one who tells the finish; on the saving queue.
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
  /// Says that the finish has been handled, so that its record can go; false if there is none to
  /// handle.
  ///
  /// For those who look at the ``state`` instead of being told: closures bound to the finish and
  /// readers of ``readings`` handle it by being there.
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

  /// Ends whatever lasts, and has its record removed, in every state: a finish that nobody has heard is not
  /// told any more.
  ///
  /// A start that lasts is cancelled, and overtime is stopped. Without a record that is all.
  public func discard() {
    change { core, now, state in
      _ = core.cancel(self, at: now, in: &state)
      core.keeping?.noteDiscarded()
      core.keeping?.markUnsaved(self, in: &state)
      core.tellWaiters(in: &state)
    }
  }
}
