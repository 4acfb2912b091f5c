public import Sandglass
import SandglassCore
import SandglassLedger

extension StopwatchStore {
  /// Returns the stopwatch that is kept under an id, or a new one.
  ///
  /// ```swift
  /// let run = store.stopwatch("run")
  /// ```
  ///
  /// Each timekeeper has at most one stopwatch for each record. While that stopwatch exists, every call returns it,
  /// with the unit that it already has. A SwiftUI view can therefore make this call in an initialiser that runs
  /// repeatedly. If there is no such stopwatch, the store is read before this returns. If the recorded stopwatch was
  /// running, it has kept running, and ``Stopwatch/certainty`` is the certainty of its total. If the store cannot be
  /// read, the stopwatch is idle, and ``Stopwatch/storeError`` contains the reason.
  ///
  /// A record that is temporarily unavailable is read again by the next call, by ``Timekeeper/refresh()``, and before
  /// anything is written in its place. If the stopwatch was started in the meantime, it then continues as if the record
  /// had been known.
  ///
  /// The record is written on each start, stop and lap, and ``Stopwatch/reset()`` removes it. Any process may change the
  /// stopwatch. Each operation is applied to the newest record, so none is lost, and the other processes show the
  /// change.
  ///
  /// - Parameters:
  ///   - id: The id of the record. Ids are compared by their UTF-8 bytes.
  ///   - unit: The unit of the displayed time. Traps unless it is positive.
  ///   - pausesAsleep: Whether the time does not count for which the device sleeps. A record that exists has its own.
  /// - Returns: The timekeeper's only stopwatch for the record.
  public func stopwatch(
    _ id: String, unit: Duration = .milliseconds(100), pausesAsleep: Bool = false
  ) -> Stopwatch {
    let (store, timekeeper) = (RecordAccess(stopwatchRecords), timekeeper)
    let key = RecordKey(store.key, id: id)
    // The store is read without holding the lock. It is read again if the record may have changed in the meantime.
    while true {
      let (living, isUnread, changes) = timekeeper.perform { state, _ in
        let living = Stopwatch.living(key, in: &state)
        let recordKeeper = living?.recordKeeper
        return (living, recordKeeper?.isUnread ?? true, recordKeeper?.changes ?? state.goneKeepers)
      }
      if let living, !isUnread { return living }
      // The store is already watched, so that no change after this is missed.
      let saver = RecordSaver<Stopwatch>.shared(by: store, on: timekeeper)
      let reports = saver.reportCount
      var lastFolder = timekeeper.withLock { living?.recordKeeper?.folder }
      let found = store.read(id, &lastFolder)
      let stopwatch = living ?? Stopwatch(unit: unit, pausesAsleep: pausesAsleep, on: timekeeper)
      let new = StopwatchRecordKeeper(
        key, pausesAsleep: pausesAsleep, savedBy: saver, on: timekeeper)
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
}
