import SandglassCore

/// The state of a stopwatch's record in a store.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class StopwatchKeeping: @unchecked Sendable {
  let store: any StopwatchStore
  let key: RecordKey

  /// The certainty of the total.
  var certainty = Certainty.exact

  /// The error of reading the record, or of writing the latest change.
  private(set) var error: CountdownStoreError?

  /// Whether the record could not be read, and nothing was changed since.
  private(set) var isUnread = false

  /// Whether a save is pending.
  private var isUnsaved = false

  /// Whether the latest change could not be written, and a retry may help.
  private var hasChangeFailed = false

  /// The wall-clock time at the steady clock's origin when the record was written.
  private var writtenWallAtOrigin: WallMoment?

  init(in store: any StopwatchStore, key: RecordKey) {
    self.store = store
    self.key = key
  }

  /// Returns whether the stopwatch must be notified when the clock was set or a refresh is requested.
  func wantsToFollow(isRunning: Bool) -> Bool { isRunning || hasChangeFailed }

  /// Has the record written or removed soon. The stopwatch is retained until then.
  func markUnsaved(_ stopwatch: Stopwatch, in state: inout TimekeeperState) {
    isUnread = false
    guard !isUnsaved else { return }
    isUnsaved = true
    state.tell(on: stopwatch.timekeeper.savingQueue) { stopwatch.save() }
  }

  /// Stores the error of reading the record; nil if there was none.
  func noteRead(_ error: CountdownStoreError?) {
    self.error = error
    isUnread = error?.kind == .unavailable
  }

  /// Stores the certainty of the record that was found, and the offset of its clocks if it is of the same boot.
  func noteFound(_ record: StopwatchRecord, boot: BootIdentity?) {
    certainty = record.certainty
    guard boot != nil, record.written.boot == boot else { return }
    writtenWallAtOrigin = record.written.wall + (.origin - record.written.steady)
  }

  /// Notes that the record is being written.
  func noteSaving(at clocks: ClockReadings) {
    isUnsaved = false
    writtenWallAtOrigin = clocks.wallAtOrigin
  }

  /// Stores the result of a save. Returns whether the error has changed.
  func noteSaved(_ error: CountdownStoreError?) -> Bool {
    let former = self.error
    self.error = error
    // Retrying cannot help if the change was refused.
    hasChangeFailed = error?.kind == .notSaved || error?.kind == .unavailable
    return error != former
  }

  /// Returns whether the record is to be written again, because the last attempt failed, or because the wall clock was
  /// set since and a later boot would rely on it.
  func isOutOfDate(at clocks: ClockReadings) -> Bool {
    let shift = writtenWallAtOrigin.map { clocks.wallAtOrigin - $0 } ?? .zero
    return hasChangeFailed || !(.milliseconds(-1) ... .milliseconds(1)).contains(shift)
  }
}
