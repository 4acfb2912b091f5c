import SandglassCore

/// The state of a stopwatch's record in a store.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class StopwatchKeeping: @unchecked Sendable {
  let store: any StopwatchStore
  let key: RecordKey

  /// The certainty of the total.
  var certainty = Certainty.exact

  /// The error from reading the record, or from writing the latest change.
  private(set) var error: CountdownStoreError?

  /// Whether the record could not be read yet. While this is true, the record must not be overwritten.
  private(set) var isUnread = false

  /// The moment at which counting started while the record was unread; nil if the stopwatch has not been started during
  /// that time.
  private var unreadStart: Moment?

  /// Whether there is a change whose save has not begun yet.
  private var isUnsaved = false

  /// Whether a hop to the saving queue is pending. The hop reads the record if it is unread, and writes a change.
  private var isSaveOnItsWay = false

  /// Whether the latest change could not be written, and a retry may help.
  private var hasChangeFailed = false

  /// The wall-clock time that corresponded to the steady clock's origin, as the clocks were set when the record was
  /// written.
  private var writtenWallAtOrigin: WallMoment?

  init(in store: any StopwatchStore, key: RecordKey) {
    self.store = store
    self.key = key
  }

  /// Returns whether the stopwatch must be notified when the clock is set or a refresh is requested.
  func wantsToFollow(isRunning: Bool) -> Bool { isRunning || hasChangeFailed || isUnread }

  /// Schedules writing or removing the record. The stopwatch is retained until then.
  func markUnsaved(_ stopwatch: Stopwatch, in state: inout TimekeeperState) {
    isUnsaved = true
    readSoon(stopwatch, in: &state)
  }

  /// Schedules a hop to the saving queue. The hop reads the record if it is unread, and then writes a change if there
  /// is one. The stopwatch is retained until then.
  func readSoon(_ stopwatch: Stopwatch, in state: inout TimekeeperState) {
    guard !isSaveOnItsWay else { return }
    isSaveOnItsWay = true
    state.tell(on: stopwatch.timekeeper.savingQueue) { stopwatch.save() }
  }

  /// Stores the error that occurred when the record was read; nil if there was none. Returns whether the error has
  /// changed.
  func noteRead(_ error: CountdownStoreError?) -> Bool {
    let former = self.error
    self.error = error
    isUnread = error?.kind == .unavailable
    return error != former
  }

  /// Notes that the stopwatch has changed to `state`.
  func noteChange(to state: StopwatchState, at now: Moment) {
    if state == .idle {
      certainty = .exact
      unreadStart = nil
    } else if isUnread, unreadStart == nil {
      unreadStart = now
    }
  }

  /// Returns and resets the moment at which counting started while the record was unread. Called once the record has
  /// been read.
  func takeUnreadStart() -> Moment? { unreadStart.take() }

  /// Stores the certainty of the record that was found, and the offset between its clocks if the record is from the
  /// same boot.
  func noteFound(_ record: StopwatchRecord, boot: BootIdentity?) {
    certainty = record.certainty
    guard boot != nil, record.written.boot == boot else { return }
    writtenWallAtOrigin = record.written.wall + (.origin - record.written.steady)
  }

  /// Begins a save. Returns false if there is nothing to write, or if the record must not be overwritten yet.
  func beginSaving(at clocks: ClockReadings) -> Bool {
    isSaveOnItsWay = false
    guard isUnsaved, !isUnread else { return false }
    isUnsaved = false
    writtenWallAtOrigin = clocks.wallAtOrigin
    return true
  }

  /// Stores the result of a save. Returns whether the error has changed.
  func noteSaved(_ error: CountdownStoreError?) -> Bool {
    let former = self.error
    self.error = error
    // Retrying does not help if the change was refused.
    hasChangeFailed = [.notSaved, .notDurable, .unavailable].contains(error?.kind)
    return error != former
  }

  /// Returns whether the record must be written again, because the last attempt failed, or because the wall clock has
  /// been set since then and a later boot would rely on the record's wall-clock time.
  func isOutOfDate(at clocks: ClockReadings) -> Bool {
    let shift = writtenWallAtOrigin.map { clocks.wallAtOrigin - $0 } ?? .zero
    return hasChangeFailed || !(.milliseconds(-1) ... .milliseconds(1)).contains(shift)
  }
}
