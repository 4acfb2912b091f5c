public import Sandglass
import SandglassCore
public import SandglassLedger

// A kept stopwatch writes its record on each change, and never on a tick. It writes on its timekeeper's saving queue,
// so no call waits for a write. All operations that wait are applied to the newest record in one update, so changes in
// quick succession cost only one write.

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
  /// The record is written on each start, stop and lap, and ``reset()`` removes it. Any process may change the
  /// stopwatch. Each operation is applied to the newest record, so none is lost, and the other processes show the
  /// change.
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
    let store = RecordAccess(store)
    let key = RecordKey(store.key, id: id)
    // The store is read without holding the lock. It is read again if the record may have changed in the meantime.
    while true {
      let (living, isUnread, changes) = timekeeper.perform { state, _ in
        let living = Self.living(key, in: &state)
        let recordKeeper = living?.recordKeeper
        return (living, recordKeeper?.isUnread ?? true, recordKeeper?.changes ?? state.goneKeepers)
      }
      if let living, !isUnread { return living }
      // The store is already watched, so that no change after this is missed.
      let saver = RecordSaver<Stopwatch>.shared(by: store, on: timekeeper)
      let reports = saver.reportCount
      var lastFolder = timekeeper.withLock { living?.recordKeeper?.folder }
      let found = store.read(id, &lastFolder)
      let stopwatch = living ?? Stopwatch(unit: unit, on: timekeeper)
      let new = StopwatchRecordKeeper(key, savedBy: saver, on: timekeeper)
      let isAttached = timekeeper.perform { state, now in
        guard let recordKeeper = stopwatch.attach(new, ifStill: changes, in: &state) else {
          return false
        }
        recordKeeper.folder = lastFolder
        stopwatch.core.learn(.found(found), at: now, in: &state)
        saver.readAgain(id, after: reports, in: &state)
        return true
      }
      if isAttached { return stopwatch }
    }
  }

  /// The id of a kept stopwatch's record; nil if there is no record.
  public var id: String? { timekeeper.withLock { core.recordKeeper?.key.id } }

  /// The certainty of the total. It is exact unless a kept stopwatch was running while the system was rebooted. It is
  /// exact again after a reset.
  public var certainty: Certainty {
    observed(\.state, ticks: false) { core, now in
      guard let recordKeeper = core.recordKeeper else { return .exact }
      return recordKeeper.log.record.certainty(at: recordKeeper.instant(at: now, on: timekeeper))
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
    observed(\.state, ticks: false) { core, _ in core.recordKeeper?.error }
  }

  /// Whether the store has had a record when it answered last.
  package var hasStoredRecord: Bool { timekeeper.withLock { core.recordKeeper?.log.stored != nil } }

  /// Whether the record lacks a change that this process has made.
  package var hasUnwrittenChanges: Bool {
    timekeeper.withLock { core.recordKeeper?.log.calls.isEmpty == false }
  }

  /// Tries again to write what could not be written, or else reads the record again.
  package func exchangeRecord() {
    timekeeper.perform { state, _ in
      guard let recordKeeper = core.recordKeeper else { return }
      if recordKeeper.error?.kind == .notSaved { return core.exchange(in: &state) }
      recordKeeper.saver.readSoon([recordKeeper.id], in: &state)
    }
  }

  /// Waits until all changes so far have been written.
  ///
  /// - Throws: The ``storeError``, if there is one.
  public func saved() async throws(CountdownStoreError) {
    await timekeeper.savesAreDone()
    if let error = storeError { throw error }
  }
}
