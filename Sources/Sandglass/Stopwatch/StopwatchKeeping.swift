import SandglassCore

/// How a stopwatch is kept in a store.
// Sendable: everything mutable is touched under the timekeeper's lock alone.
final class StopwatchKeeping: @unchecked Sendable {
  let store: any StopwatchStore
  let key: RecordKey

  /// How sure the total is.
  var certainty = Certainty.exact

  /// Why the record could not be read, or the latest change not be written.
  private(set) var error: CountdownStoreError?

  /// Whether what the store has could not be read so far: then it must not be overwritten.
  private(set) var isUnread = false

  /// Since when it has counted without knowing what the store has; nil if it has not.
  private var unreadStart: Moment?

  /// Whether there is a change that is not being written yet.
  private var isUnsaved = false

  /// Whether a look at the store, and a save, are on their way.
  private var isSaveOnItsWay = false

  /// Whether the latest change could not be written, and trying again may help.
  private var hasChangeFailed = false

  /// How the wall clock stood to the steady one when the record was written.
  private var writtenWallAtOrigin: WallMoment?

  init(in store: any StopwatchStore, key: RecordKey) {
    self.store = store
    self.key = key
  }

  /// Whether there is something to be done when the clock was set, or when somebody asks to look again.
  func wantsToFollow(isRunning: Bool) -> Bool { isRunning || hasChangeFailed || isUnread }

  /// Has the record written soon, or removed; the stopwatch lives until that is done.
  func markUnsaved(_ stopwatch: Stopwatch, in state: inout TimekeeperState) {
    isUnsaved = true
    readSoon(stopwatch, in: &state)
  }

  /// Has the record read soon, if it could not be so far, and a change written after that.
  func readSoon(_ stopwatch: Stopwatch, in state: inout TimekeeperState) {
    guard !isSaveOnItsWay else { return }
    isSaveOnItsWay = true
    state.tell(on: stopwatch.timekeeper.savingQueue) { stopwatch.save() }
  }

  /// Notes that the store was read, or why not; answers whether that is another answer than before.
  func noteRead(_ error: CountdownStoreError?) -> Bool {
    let former = self.error
    self.error = error
    isUnread = error?.kind == .unavailable
    return error != former
  }

  /// Notes what was done with the stopwatch.
  func noteChange(to state: StopwatchState, at now: Moment) {
    if state == .idle {
      certainty = .exact
      unreadStart = nil
    } else if isUnread, unreadStart == nil {
      unreadStart = now
    }
  }

  /// Takes the moment since when it has counted without knowing what the store has, as that is known now.
  func takeUnreadStart() -> Moment? { unreadStart.take() }

  /// Notes what was found in the store: how the clocks stood to each other is known where the boot is the same.
  func noteFound(_ record: StopwatchRecord, boot: BootIdentity?) {
    certainty = record.certainty
    guard boot != nil, record.written.boot == boot else { return }
    writtenWallAtOrigin = record.written.wall + (.origin - record.written.steady)
  }

  /// Notes that the record is being written; false if there is nothing to write, or if it must not be overwritten yet.
  func beginSaving(at clocks: ClockReadings) -> Bool {
    isSaveOnItsWay = false
    guard isUnsaved, !isUnread else { return false }
    isUnsaved = false
    writtenWallAtOrigin = clocks.wallAtOrigin
    return true
  }

  /// Notes that the record was written, or why not; answers whether that is another answer than before.
  func noteSaved(_ error: CountdownStoreError?) -> Bool {
    let former = self.error
    self.error = error
    // What was refused will not be changed by trying again.
    hasChangeFailed = error?.kind == .notSaved || error?.kind == .unavailable
    return error != former
  }

  /// Whether the record is to be written again: the last try failed, or the wall clock was set since, by which another
  /// boot would go.
  func isOutOfDate(at clocks: ClockReadings) -> Bool {
    let shift = writtenWallAtOrigin.map { clocks.wallAtOrigin - $0 } ?? .zero
    return hasChangeFailed || !(.milliseconds(-1) ... .milliseconds(1)).contains(shift)
  }
}
