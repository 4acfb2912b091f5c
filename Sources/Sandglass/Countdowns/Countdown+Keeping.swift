public import SandglassCore

// A kept countdown writes its record at each change of state and never at a tick, on a queue of
// its timekeeper's: no call waits for a disk. What is written is the state at the time of writing,
// so that changes in quick succession cost one write.

// MARK: - Keeping

extension Countdown {
  /// The countdown that a store keeps under an id, or a new one.
  ///
  /// ```swift
  /// let focus = Countdown.kept("focus", in: store, startingFrom: .seconds(25 * 60))
  /// ```
  ///
  /// A record has one countdown in a process. While that lives, each call returns it, whatever else is asked for:
  /// so a SwiftUI view may call this in an initialiser that runs again and again. Otherwise the store is read,
  /// once and before this returns. A start that it knows of goes on as it was, total and deadline included, and
  /// counts as `options` say; the next start counts down from `duration`. If the store cannot be read,
  /// ``storeError`` tells why, and the countdown is idle.
  ///
  /// The record is written at each change of state, removed when the countdown is cancelled or
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
    kept(
      RecordKey(store, id: id), in: store, towards: .duration(duration), options: options,
      label: label, on: timekeeper)
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
    endingAt end: WallMoment,
    options: CountdownOptions = .standard,
    label: String? = nil,
    on timekeeper: Timekeeper = .shared
  ) -> Countdown {
    kept(
      RecordKey(store, id: id), in: store, towards: .wall(end), options: options, label: label,
      on: timekeeper)
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
    let key = RecordKey(store, id: id)
    if let living = timekeeper.living(key), living.hasRecord { return living }
    guard let record = try store.record(id) else { return nil }
    return kept(
      key, in: store, having: .success(record), towards: record.target, options: record.options,
      label: record.label, on: timekeeper)
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

  private typealias Found = Result<CountdownRecord?, CountdownStoreError>

  /// The living countdown of a record; else a new one, which goes on with what is found.
  ///
  /// - Parameters:
  ///   - key: The record.
  ///   - store: Where it is kept.
  ///   - found: What the store has; nil if that was not read yet.
  ///   - target: What the next start counts down to.
  ///   - options: How it counts.
  ///   - label: What people call it; nil for what the record has.
  ///   - timekeeper: What keeps the time.
  /// - Returns: The countdown.
  private static func kept(
    _ key: RecordKey, in store: any CountdownStore, having found: Found? = nil,
    towards target: CountdownRecord.Target, options: CountdownOptions, label: String?,
    on timekeeper: Timekeeper
  ) -> Countdown {
    if let living = timekeeper.living(key) {
      if found != nil || living.isUnread { living.goOn(with: found ?? read(key, in: store)) }
      return living
    }
    let found = found ?? read(key, in: store)
    let label = label ?? (try? found.get())?.label
    let countdown = Countdown(to: target, options: options, on: timekeeper)
    return countdown.kept(
      by: CountdownKeeping(in: store, as: key.id, label: label, key: key), goingOnWith: found)
  }

  private static func read(_ key: RecordKey, in store: any CountdownStore) -> Found {
    Result { () throws(CountdownStoreError) in try store.record(key.id) }
  }

  /// Becomes the one countdown of its record, unless another thread has made that meanwhile: then this is thrown
  /// away, and has touched nothing.
  private func kept(by keeping: CountdownKeeping, goingOnWith found: Found) -> Countdown {
    let boot = timekeeper.bootIdentity
    return timekeeper.perform { state, now in
      if let living = state.living(keeping.key) { return living }
      state.keepers[keeping.key] = WeakReference(self)
      core.keeping = keeping
      core.goOn(self, with: found, boot: boot, at: now, in: &state)
      return self
    }
  }

  /// Goes on with a record that was read once more, or that another process has made, unless it was started
  /// meanwhile.
  private func goOn(with found: Found) {
    let boot = timekeeper.bootIdentity
    timekeeper.perform { state, now in
      guard core.machine.state == .idle else { return }
      core.goOn(self, with: found, boot: boot, at: now, in: &state)
      noteForObservers(in: &state)
    }
  }

  /// Whether what the store has could not be read so far, as before a phone was unlocked for the first time.
  private var isUnread: Bool { timekeeper.withLock { core.keeping?.isUnread ?? false } }

  /// Whether it has a record, or is about to have one.
  private var hasRecord: Bool {
    timekeeper.perform { state, now in
      advance(to: now, in: &state)
      return switch core.machine.state {
      case .idle: false
      case .running, .paused, .overtime: true
      case .finished: core.keeping?.unhandledFinish != nil
      }
    }
  }
}

extension Timekeeper {
  /// The countdown of a record, if there is one.
  fileprivate func living(_ key: RecordKey) -> Countdown? {
    perform { state, _ in state.living(key) }
  }
}

extension TimekeeperState {
  fileprivate func living(_ key: RecordKey) -> Countdown? { keepers[key]?.object as? Countdown }
}

extension Countdown {
  /// What was found in the store when the countdown was made, and how that is known; nil if
  /// nothing was, and from the next start on.
  public var restoration: RestoredCountdown? {
    timekeeper.withLock { core.keeping?.restoration }
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
      if error != nil { keeping.isStartWritten = false }
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

  /// Ends whatever lasts, and has its record removed, in every state: a finish that nobody has handled is not
  /// told any more.
  ///
  /// A start that lasts is cancelled, and overtime is stopped. Without a record that is all.
  public func discard() {
    change { core, now, state in
      _ = core.cancel(self, at: now, in: &state)
      core.keeping?.forgetFinish()
      core.keeping?.markUnsaved(self, in: &state)
    }
  }
}
