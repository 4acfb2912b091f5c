public import SandglassCore

// A kept stopwatch writes its record on each change, and never on a tick. It writes on its timekeeper's saving queue,
// so no call waits for a write. The record describes the state at the time of writing, so changes in quick succession
// cost only one write.

// MARK: - Keeping

extension Stopwatch {
  /// Returns the stopwatch that a store keeps under an id, or a new one.
  ///
  /// ```swift
  /// let run = Stopwatch.kept("run", in: store, on: timekeeper)
  /// ```
  ///
  /// Each timekeeper has at most one stopwatch for each record. While that stopwatch exists, every call returns it,
  /// with the unit that it already has. A SwiftUI view can therefore make this call in an initialiser that runs
  /// repeatedly. If there is no such stopwatch, the store is read before this returns. If the recorded stopwatch was
  /// running, it has kept running, and ``certainty`` is the certainty of its total. If the store cannot be read, the
  /// stopwatch is idle, and ``storeError`` contains the reason.
  ///
  /// A record that is temporarily unavailable is read again by the next call, by ``Timekeeper/refresh()``, and before
  /// anything is written in its place. If the stopwatch was started in the meantime, it then continues as if the record
  /// had been known.
  ///
  /// The record is written on each start, stop and lap, and ``reset()`` removes it. If two processes change the same
  /// stopwatch, the last write wins, and neither process is notified of the other's changes.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - store: The store of the record.
  ///   - unit: The unit of the displayed time. Traps unless it is positive.
  ///   - timekeeper: The timekeeper to run on.
  /// - Returns: This timekeeper's only stopwatch for the record.
  public static func kept(
    _ id: String,
    in store: any StopwatchStore,
    unit: Duration = .milliseconds(100),
    on timekeeper: Timekeeper = .shared
  ) -> Stopwatch {
    let key = RecordKey(store, id: id)
    // The store is read without holding the lock. It is read again if another stopwatch was kept under the same id in
    // the meantime.
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

  /// The id of a kept stopwatch's record; nil if there is no record.
  public var id: String? { timekeeper.withLock { core.keeping?.key.id } }

  /// The certainty of the total. It is exact unless a kept stopwatch was running while the system was rebooted. It is
  /// exact again after a reset.
  public var certainty: Certainty {
    observed(\.certainty, ticks: false) { core, _ in core.keeping?.certainty ?? .exact }
  }

  private static func living(_ key: RecordKey, in state: inout TimekeeperState) -> Stopwatch? {
    guard let living = state.keepers[key]?.object as? Stopwatch else { return nil }
    // This may be the last reference, which must not be released under the lock.
    state.effects.discarded.append(living)
    return living
  }

  /// Whether the record could not be read yet.
  private var isUnread: Bool { timekeeper.withLock { core.keeping?.isUnread ?? false } }

  /// Attaches this stopwatch to a record, and continues from the record that was found. Returns false if another
  /// stopwatch keeps the record, or kept it and may have written it after it was read.
  private func take(
    _ found: Result<StopwatchRecord?, CountdownStoreError>, _ key: RecordKey,
    in store: any StopwatchStore, ifStill goneKeepers: UInt64
  ) -> Bool {
    let boot = timekeeper.bootIdentity
    return timekeeper.perform { state, now in
      if let keeping = core.keeping {
        // A concurrent call was faster, and has read the record as well.
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
  /// The error that prevented the record from being read or written; nil if there was none.
  ///
  /// The stopwatch keeps running regardless. The next change tries again, and so does ``Timekeeper/refresh()``. A
  /// damaged record is set aside when the next record replaces it.
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

  /// Writes or removes the record, after reading the store's record if that has not been possible yet. Called on the
  /// saving queue.
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
      // Another thread may have read the record in the meantime.
      if keeping.isUnread { core.take(found, for: self, boot: boot, at: now, in: &state) }
    }
  }
}

extension StopwatchKeeping {
  /// Reads the record from the store.
  fileprivate func found() -> Result<StopwatchRecord?, CountdownStoreError> {
    Result { () throws(CountdownStoreError) in try store.stopwatch(key.id) }
  }

  /// Writes a record, or removes the stored record if `record` is nil. Returns the error if this fails.
  fileprivate func put(_ record: StopwatchRecord?) -> CountdownStoreError? {
    do throws(CountdownStoreError) {
      if let record { try store.save(record) } else { try store.removeStopwatch(key.id) }
      return nil
    } catch {
      return error
    }
  }
}
