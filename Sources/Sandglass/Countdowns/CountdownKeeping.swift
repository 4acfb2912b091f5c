import SandglassCore

/// What is to be called, under the timekeeper's lock, once somebody was told of a finish: whether
/// they were still there to handle it.
typealias FinishHandler = @Sendable (_ isHandled: Bool, inout TimekeeperState) -> Void

/// How a countdown is kept in a store.
// Sendable: everything mutable is touched under the timekeeper's lock alone.
final class CountdownKeeping: @unchecked Sendable {
  let store: any CountdownStore
  let id: String
  private(set) var label: String?
  let key: RecordKey

  /// What the next start counts down to, where a record had the present one count to something
  /// else.
  private(set) var nextTarget: CountdownRecord.Target?

  /// What a start that was found in the store counts down to.
  private(set) var presentTarget: CountdownRecord.Target?

  /// What was found in the store, until the next start.
  private(set) var restoration: RestoredCountdown?

  /// Whether a save is on its way.
  private var isUnsaved = false

  /// Whether a save is being made.
  private var isSaving = false

  /// Whether the store has, or may have, something else than it will have soon; so it does where a change failed.
  var isStoreOutOfDate: Bool { isUnsaved || isSaving || (error != nil && !isUnread) }

  /// Why the latest save, or the restoring, failed.
  var error: CountdownStoreError?

  /// A finish that nobody has handled yet.
  var unhandledFinish: CountdownEnd?

  /// Whether that is on its way to somebody.
  var isFinishBeingTold = false

  /// A finish that nobody was there to hear, in this process or before, and the kinds of bindings of which the first
  /// has still to be told of it.
  private var unheardFinish: CountdownEnd?
  private var kindsToTell: Set<CountdownBinding.Kind> = []

  /// How the wall clock stood to the steady one when the record was written.
  var writtenWallAtOrigin: WallMoment?

  /// Whether what the store has could not be read, and nothing was started since.
  private(set) var isUnread = false

  /// Whether the record is that of the present start, or will be with the save that is on its way.
  var isStartWritten = false

  init(in store: any CountdownStore, label: String?, key: RecordKey) {
    self.store = store
    id = key.id
    self.label = label
    self.key = key
  }

  /// Notes why the record could not be read; nil if it could.
  func noteRead(_ error: CountdownStoreError?) {
    self.error = error
    isUnread = error?.kind == .unavailable
  }

  /// Notes what was found in the store.
  func noteRestored(
    of record: CountdownRecord, _ restoration: RestoredCountdown, next: CountdownRecord.Target,
    untoldFinish: CountdownEnd?
  ) {
    self.restoration = restoration
    label = label ?? record.label
    presentTarget = record.target
    nextTarget = next
    isStartWritten = true
    untoldFinish.map(noteUnheard)
  }

  /// Notes a finish that nobody was there to hear: the next closures that are bound are told of it.
  private func noteUnheard(_ finish: CountdownEnd) {
    unhandledFinish = finish
    unheardFinish = finish
    kindsToTell = [.finish, .end]
  }

  /// Notes that a start has begun, which has nothing to do with what was found.
  func noteStart() {
    presentTarget = nil
    nextTarget = nil
    restoration = nil
    isStartWritten = false
    isUnread = false
    forgetFinish()
  }

  /// Forgets a finish that nobody has handled: nobody is told of it any more.
  func forgetFinish() {
    unheardFinish = nil
    unhandledFinish = nil
    isFinishBeingTold = false
  }

  /// The unheard finish, if `kind` has still to be told of it; only once.
  func takeFinishToTell(_ kind: CountdownBinding.Kind) -> CountdownEnd? {
    kindsToTell.remove(kind) == nil ? nil : unheardFinish
  }

  /// Has the record written soon.
  func markUnsaved(_ countdown: Countdown, in state: inout TimekeeperState) {
    state.recordChanges += 1
    guard !isUnsaved else { return }
    isUnsaved = true
    state.tell(on: countdown.timekeeper.savingQueue) { countdown.save() }
  }

  /// Notes that the record is being written.
  func noteSaving() {
    isUnsaved = false
    isSaving = true
  }

  /// Notes that the record was written, or why not; answers whether that is another answer than before.
  func noteSaved(_ error: CountdownStoreError?, in state: inout TimekeeperState) -> Bool {
    state.recordChanges += 1
    isSaving = false
    if error != nil { isStartWritten = false }
    defer { self.error = error }
    return self.error != error
  }

  /// Notes a finish that nobody has handled; answers what is to be called once somebody was told.
  func finishHandler(
    _ finish: CountdownEnd, of countdown: Countdown, isBeingTold: Bool
  ) -> FinishHandler? {
    guard finish.outcome == .finished else { return nil }
    unhandledFinish = finish
    isFinishBeingTold = isBeingTold
    if !isBeingTold { noteUnheard(finish) }
    return { [self] isHandled, state in
      finishWasTold(finish, of: countdown, isHandled: isHandled, in: &state)
    }
  }

  /// What is to be called once somebody has handled a finish that was restored or missed.
  func unhandledFinishHandler(of countdown: Countdown) -> FinishHandler? {
    unhandledFinish.flatMap { finishHandler($0, of: countdown, isBeingTold: true) }
  }

  /// Notes whether those who were told of a finish were there to handle it: then its record can go.
  func finishWasTold(
    _ finish: CountdownEnd, of countdown: Countdown, isHandled: Bool,
    in state: inout TimekeeperState
  ) {
    guard unhandledFinish == finish else { return }
    isFinishBeingTold = false
    if isHandled { unhandledFinish = nil } else { noteUnheard(finish) }
    markUnsaved(countdown, in: &state)
  }
}

/// What tells the record of a kept countdown from all others in a process.
struct RecordKey: Hashable {
  private let kindOfStore: ObjectIdentifier
  private let store: RecordID
  private let recordID: RecordID

  var id: String { recordID.text }

  init(_ store: any CountdownStore, id: String) {
    kindOfStore = ObjectIdentifier(type(of: store))
    self.store = RecordID(store.identity)
    recordID = RecordID(id)
  }
}
