import SandglassCore

/// What is to be called, under the timekeeper's lock, once somebody was told of a finish: whether
/// they were still there to handle it.
typealias FinishHandler = @Sendable (_ isHandled: Bool, inout TimekeeperState) -> Void

/// How a countdown is kept in a store.
// Sendable: everything mutable is touched under the timekeeper's lock alone.
final class CountdownKeeping: @unchecked Sendable {
  let store: any CountdownStore
  let id: String
  let label: String?
  let key: RecordKey

  /// What the next start counts down to, where a record had the present one count to something
  /// else.
  private(set) var nextTarget: CountdownRecord.Target?

  /// What a start that was found in the store counts down to.
  private(set) var presentTarget: CountdownRecord.Target?

  /// What was found in the store, until the next start.
  private(set) var restoration: RestoredCountdown?

  /// Whether a save is on its way.
  var isUnsaved = false

  /// Why the latest save, or the restoring, failed.
  var error: CountdownStoreError?

  /// A finish that nobody has handled yet.
  var unhandledFinish: CountdownEnd?

  /// Whether that is on its way to somebody.
  var isFinishBeingTold = false

  /// A finish that nobody was told of before the countdown was restored, and the kinds of bindings
  /// of which the first has still to be told of it.
  private var restoredFinish: CountdownEnd?
  private var kindsToTell: Set<CountdownBinding.Kind> = []

  /// How the wall clock stood to the steady one when the record was written.
  var writtenWallAtOrigin: WallMoment?

  /// Whether what the store has could not be read, and nothing was started since.
  private(set) var isUnread = false

  /// Whether the record is that of the present start, or will be with the save that is on its way.
  var isStartWritten = false

  init(in store: any CountdownStore, as id: String, label: String?, key: RecordKey) {
    self.store = store
    self.id = id
    self.label = label
    self.key = key
  }

  /// Notes why the record could not be read; nil if it could.
  func noteRead(_ error: CountdownStoreError?) {
    self.error = error
    isUnread = error != nil
  }

  /// Notes what was found in the store.
  func noteRestored(
    _ restoration: RestoredCountdown, present: CountdownRecord.Target,
    next: CountdownRecord.Target, untoldFinish: CountdownEnd?
  ) {
    self.restoration = restoration
    presentTarget = present
    nextTarget = next
    unhandledFinish = untoldFinish
    restoredFinish = untoldFinish
    isStartWritten = true
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
    restoredFinish = nil
    unhandledFinish = nil
    isFinishBeingTold = false
  }

  /// The restored finish, if `kind` has still to be told of it; only once.
  func takeFinishToTell(_ kind: CountdownBinding.Kind) -> CountdownEnd? {
    kindsToTell.remove(kind) == nil ? nil : restoredFinish
  }

  /// Has the record written soon.
  func markUnsaved(_ countdown: Countdown, in state: inout TimekeeperState) {
    guard !isUnsaved else { return }
    isUnsaved = true
    state.tell(on: countdown.timekeeper.savingQueue) { countdown.save() }
  }

  /// Notes a finish that nobody has handled; answers what is to be called once somebody was told.
  func finishHandler(
    _ finish: CountdownEnd, of countdown: Countdown, isBeingTold: Bool
  ) -> FinishHandler? {
    guard finish.outcome == .finished else { return nil }
    unhandledFinish = finish
    isFinishBeingTold = isBeingTold
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
    if isHandled { unhandledFinish = nil }
    markUnsaved(countdown, in: &state)
  }
}

/// What tells the record of a kept countdown from all others in a process.
struct RecordKey: Hashable {
  private let kindOfStore: ObjectIdentifier
  private let store: String

  /// The id, whose bytes count: as strings, different ones may be equal.
  let id: String

  init(_ store: any CountdownStore, id: String) {
    kindOfStore = ObjectIdentifier(type(of: store))
    self.store = store.identity
    self.id = id
  }

  static func == (left: RecordKey, right: RecordKey) -> Bool {
    left.kindOfStore == right.kindOfStore && left.store.utf8.elementsEqual(right.store.utf8)
      && left.id.utf8.elementsEqual(right.id.utf8)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(kindOfStore)
    for byte in store.utf8 { hasher.combine(byte) }
    for byte in id.utf8 { hasher.combine(byte) }
  }
}
