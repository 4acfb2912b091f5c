public import SandglassCore

// A kept stopwatch writes its record at each change and never at a tick, on a queue of its timekeeper's: no call waits
// for a write. What is written is the state at the time of writing, so that changes in quick succession cost one write.

// MARK: - Keeping

extension Stopwatch {
  /// The stopwatch that a store keeps under an id, or a new one.
  ///
  /// ```swift
  /// let run = Stopwatch.kept("run", in: store, on: timekeeper)
  /// ```
  ///
  /// A record has one stopwatch in a process: while that lives, each call returns it, with the unit that it has. So a
  /// SwiftUI view may call this in an initialiser that runs again and again. Otherwise the store is read, once and
  /// before this returns. One that was running has run on, and ``certainty`` tells how sure the total is. If the store
  /// cannot be read, ``storeError`` tells why, and the stopwatch is idle.
  ///
  /// A record that is unavailable for the moment is read again by the next call, by ``Timekeeper/refresh()``, and before anything
  /// is written in its place. If the stopwatch was started meanwhile, it then goes on as if the record had been known.
  ///
  /// The record is written at each start, stop and lap, and is removed by ``reset()``. Of two processes that change the
  /// same stopwatch, the last that writes wins; neither hears of the other.
  ///
  /// - Parameters:
  ///   - id: What names the record. Ids are told apart by the bytes of their UTF-8.
  ///   - store: Where the record is kept.
  ///   - unit: The unit of the shown time. Traps unless it is positive.
  ///   - timekeeper: What keeps the time.
  /// - Returns: The one stopwatch of this timekeeper's that is kept there.
  public static func kept(
    _ id: String,
    in store: any StopwatchStore,
    unit: Duration = .milliseconds(100),
    on timekeeper: Timekeeper = .shared
  ) -> Stopwatch {
    let key = RecordKey(store, id: id)
    // The store is read without the lock, and again if another one was kept there meanwhile.
    while true {
      let (living, goneKeepers) = timekeeper.perform { state, _ in
        (Self.living(key, in: &state), state.goneKeepers)
      }
      if let living, !living.isUnread { return living }
      let found = Result { () throws(CountdownStoreError) in try store.stopwatch(id) }
      let stopwatch = living ?? Stopwatch(unit: unit, on: timekeeper)
      if stopwatch.take(found, key, in: store, ifStill: goneKeepers) { return stopwatch }
    }
  }

  /// The id under which it is kept; nil if it is not.
  public var id: String? { timekeeper.withLock { core.keeping?.key.id } }

  /// How sure the total is: exact, unless it is that of a kept stopwatch which ran while the system was started anew.
  /// It is exact again after a reset.
  public var certainty: Certainty {
    observed(\.certainty, ticks: false) { core, _ in core.keeping?.certainty ?? .exact }
  }

  private static func living(_ key: RecordKey, in state: inout TimekeeperState) -> Stopwatch? {
    guard let living = state.keepers[key]?.object as? Stopwatch else { return nil }
    // This may be the last reference, which must not be released under the lock.
    state.effects.discarded.append(living)
    return living
  }

  /// Whether the store could not be read so far.
  private var isUnread: Bool { timekeeper.withLock { core.keeping?.isUnread ?? false } }

  /// Makes this the stopwatch of a record, and has it go on with what was found; false if another one has the record,
  /// or may have written it since it was read.
  private func take(
    _ found: Result<StopwatchRecord?, CountdownStoreError>, _ key: RecordKey,
    in store: any StopwatchStore, ifStill goneKeepers: UInt64
  ) -> Bool {
    let boot = timekeeper.bootIdentity
    return timekeeper.perform { state, now in
      if let keeping = core.keeping {
        // Whoever was quicker has read it as well.
        guard keeping.isUnread else { return true }
      } else {
        guard Self.living(key, in: &state) == nil, state.goneKeepers == goneKeepers else {
          return false
        }
        core.keeping = StopwatchKeeping(in: store, key: key)
        state.keepers[key] = WeakReference(self)
      }
      core.take(found, for: self, boot: boot, at: now, in: &state)
      return true
    }
  }
}

// MARK: - Saving

extension Stopwatch {
  /// Why the record could not be read or written; nil if it could.
  ///
  /// The stopwatch runs on all the same, and the next change tries again, as does ``Timekeeper/refresh()``. A damaged
  /// record is set aside when the next one is written in its place.
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

  /// Writes the record, or removes it, once what the store has is known; on the saving queue.
  func save() {
    guard let keeping = timekeeper.perform({ _, _ in core.keeping }) else { return }
    let boot = timekeeper.bootIdentity
    readIfUnread(keeping, boot: boot)
    let saving = timekeeper.perform { _, _ -> StopwatchRecord?? in
      let clocks = timekeeper.clocks
      guard keeping.beginSaving(at: clocks) else { return nil }
      return core.record(of: keeping, at: clocks, boot: boot)
    }
    guard let record = saving else { return }
    let error = keeping.put(record)
    timekeeper.perform { state, now in
      if keeping.noteSaved(error) { core.noteForObservers(in: &state) }
      core.plan(at: now, in: &state)
    }
  }

  private func readIfUnread(_ keeping: StopwatchKeeping, boot: BootIdentity?) {
    guard isUnread else { return }
    let found = keeping.found()
    timekeeper.perform { state, now in
      // Another thread may have read it meanwhile.
      if keeping.isUnread { core.take(found, for: self, boot: boot, at: now, in: &state) }
    }
  }
}

extension StopwatchKeeping {
  /// What the store has.
  fileprivate func found() -> Result<StopwatchRecord?, CountdownStoreError> {
    Result { () throws(CountdownStoreError) in try store.stopwatch(key.id) }
  }

  /// Writes a record, or removes it if there is to be none; answers why that failed, if it did.
  fileprivate func put(_ record: StopwatchRecord?) -> CountdownStoreError? {
    do throws(CountdownStoreError) {
      if let record { try store.save(record) } else { try store.removeStopwatch(key.id) }
      return nil
    } catch {
      return error
    }
  }
}
