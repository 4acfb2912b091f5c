public import Sandglass
import SandglassCore
public import SandglassLedger

// A kept stopwatch writes its record on each change, and never on a tick. It writes on its timekeeper's saving queue,
// so no call waits for a write. All operations that wait are applied to the newest record in one update, so changes in
// quick succession cost only one write.

// MARK: - The record

extension Stopwatch {
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
