import SandglassCore

/// The state of a countdown's record in a store.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class CountdownKeeping: @unchecked Sendable {
  let store: any CountdownStore
  private(set) var label: String?
  let key: RecordKey

  var id: String { key.id }

  /// The target of the next start, if a record gave the current run a different target.
  private(set) var nextTarget: CountdownRecord.Target?

  /// The target of a run that was found in the store.
  private(set) var presentTarget: CountdownRecord.Target?

  /// The state that was found in the store, until the next start.
  private(set) var restoration: RestoredCountdown?

  /// Whether a save is pending.
  private var isUnsaved = false

  /// Whether a save is in progress.
  private var isSaving = false

  /// Whether the latest change could not be written.
  private var hasChangeFailed = false

  /// Whether the stored record differs, or may differ, from the record to be written. It also differs if a change could
  /// not be written.
  var isStoreOutOfDate: Bool { isUnsaved || isSaving || hasChangeFailed }

  /// The target and options that the latest call requested, if the countdown has different ones.
  var refused: RefusedOptions?

  /// Increases with each change to the record. A record that was read before the latest change may be out of date.
  private(set) var changes: UInt64 = 0

  /// The error from the latest save, or from reading the record.
  var error: CountdownStoreError?

  /// Which process runs the countdown, and whether its finish is handled.
  var ownership = RecordOwnership()

  /// Whether this process has changed the countdown since the record was found or written, and must therefore write the
  /// record.
  var isTouched = false

  /// The record in the store, as far as this process knows.
  private(set) var known: CountdownRecord?

  /// Whether the current run has ever been written.
  private var wasWritten = false

  /// Whether the store refused to save the current run because another process runs the countdown in the record.
  private var isUnkept = false

  /// Whether a finish had no receiver, so that it still has to be written and the claim has to be released.
  private(set) var isUnheard = false

  /// Whether the record must be removed, whatever it contains.
  private(set) var isDiscarded = false

  /// Whether a claim is being requested.
  private(set) var isClaiming = false

  /// When to request a claim again; nil if there is no need.
  var nextClaim: Moment?

  /// Whether the record must be rewritten once it is claimed.
  private(set) var isOutOfDate = false

  /// The events that became due while no process was running the countdown.
  var untold = UntoldEvents()

  /// The wall-clock time that corresponded to the steady clock's origin when the record was written.
  var writtenWallAtOrigin: WallMoment?

  /// Whether the record could not be read, and no run has begun since then.
  private(set) var isUnread = false

  /// Whether the record in the store describes the current run, or will describe it after the pending save.
  var isStartWritten = false

  init(in store: any CountdownStore, label: String?, key: RecordKey) {
    self.store = store
    self.label = label
    self.key = key
  }

  /// Stores the error that occurred when the record was read; nil if there was none.
  func noteRead(_ error: CountdownStoreError?) {
    changes += 1
    self.error = error
    isUnread = error?.kind == .unavailable
    hasChangeFailed = false
  }

  /// Notes that the countdown was discarded, so that the record must be removed.
  func noteDiscarded() {
    isUnread = false
    isDiscarded = true
    nextClaim = nil
    ownership.discard()
  }

  /// Stores the record that was found in the store, and the state that was restored from it.
  func noteRestored(
    of record: CountdownRecord, _ restoration: RestoredCountdown, next: CountdownRecord.Target,
    untoldFinish: CountdownEnd?, isOutOfDate: Bool
  ) {
    self.restoration = restoration
    label = label ?? record.label
    presentTarget = record.target
    nextTarget = next
    isStartWritten = true
    isTouched = false
    isUnheard = false
    isDiscarded = false
    wasWritten = true
    nextClaim = nil
    known = record
    self.isOutOfDate = isOutOfDate
    ownership.find(unhandled: untoldFinish)
  }

  /// Notes that a run has begun. The run is independent of the record that was found.
  func noteStart() {
    presentTarget = nil
    nextTarget = nil
    restoration = nil
    noteStartOutOfOvertime()
  }

  /// Notes that a countdown in overtime was extended, so that its deadline lies in the future again. This begins a run
  /// with its own end and the same target.
  func noteStartOutOfOvertime() {
    isStartWritten = false
    isUnread = false
    isOutOfDate = false
    isUnheard = false
    isDiscarded = false
    wasWritten = false
    isUnkept = false
    known = nil
    nextClaim = nil
    untold.set([])
    ownership.start()
  }

  /// Notes that the finish had no receiver.
  func noteUnheard() {
    isUnheard = true
  }

  /// Schedules two actions: writing the finish, which had no receiver, and releasing the claim.
  func leaveUnheard(_ countdown: Countdown, in state: inout TimekeeperState) {
    noteUnheard()
    markUnsaved(countdown, in: &state)
  }

  /// Schedules a save of the record.
  func markUnsaved(_ countdown: Countdown, in state: inout TimekeeperState) {
    changes += 1
    guard !isUnsaved else { return }
    isUnsaved = true
    state.tell(on: countdown.timekeeper.savingQueue) { countdown.save() }
  }

  /// Schedules a save of the record after a milestone was delivered, so that no later process delivers the milestone
  /// again.
  func noteMilestone(of countdown: Countdown, in state: inout TimekeeperState) {
    if ownership.isClaimed { markUnsaved(countdown, in: &state) }
  }

  /// Schedules a claim on the record, unless the process that reports the finish is already known.
  func seekClaim(_ countdown: Countdown, in state: inout TimekeeperState) {
    nextClaim = nil
    guard ownership.wantsClaim, !isClaiming else { return }
    isClaiming = true
    state.tell(on: countdown.timekeeper.savingQueue) { countdown.claim() }
  }

  /// Releases the claim, because this process no longer runs the countdown. Another process may then run it.
  func releaseClaim(on timekeeper: Timekeeper, in state: inout TimekeeperState) {
    // If a countdown is in overtime, the process that reported its finish still runs it.
    guard ownership.isClaimed || ownership.state == .handled, known != nil else { return }
    state.tell(on: timekeeper.savingQueue) { [store, key] in
      // If this process has already created a new countdown for the record, the claim belongs to that countdown.
      let isClaimedAnew = timekeeper.perform { state, _ in
        guard let living = state.keepers[key]?.object as? Countdown else { return false }
        state.effects.discarded.append(living)
        return living.core.keeping.map { $0.ownership.isClaimed || $0.isClaiming } ?? false
      }
      if isClaimedAnew { return }
      // If this fails, the claim lapses when the process exits.
      try? timekeeper.claimant.release(key.id, in: store)
    }
  }

  /// Stores the record if the claim was granted.
  func noteClaim(_ record: CountdownRecord?) {
    isClaiming = false
    guard let record else { return }
    known = record
    wasWritten = true
  }

  /// Returns whether this process's claim is certain to stay valid, in the view of every other process, while this
  /// process reports a finish.
  func isClaimSure(at now: Moment) -> Bool {
    guard wasWritten else { return true }
    guard let lapse = known?.claimLapse else { return false }
    return now < lapse - CountdownRecord.Claim.margin
  }

  /// Returns a closure that decides whether the current run's record may replace a stored record that does not have
  /// this process's claim.
  ///
  /// A missing record may be written again if this process's claim is certain, because then no other process can have
  /// removed the record.
  func mayReplace(at now: Moment) -> @Sendable (CountdownRecord?) -> Bool {
    let (isNew, known) = (!wasWritten, known)
    let isOwned = ownership.isClaimed && isClaimSure(at: now)
    return { present in
      guard !isNew else { return true }
      guard let present else { return isOwned }
      return present.saysTheSame(as: known)
    }
  }

  /// A closure that decides whether a record that does not have this process's claim may be removed.
  var mayRemove: @Sendable (CountdownRecord) -> Bool {
    let (isFree, known) = (isDiscarded || (!wasWritten && !isUnkept), known)
    return { present in isFree || present.saysTheSame(as: known) }
  }

  /// Retries a change that could not be written.
  func tryAgain(_ countdown: Countdown, in state: inout TimekeeperState) {
    if hasChangeFailed { markUnsaved(countdown, in: &state) }
  }

  /// Notes that the record is being written.
  func noteSaving() {
    isUnsaved = false
    isSaving = true
  }

  /// Stores the result of a save. Returns whether the error has changed.
  func noteSaved(_ outcome: Result<RecordWriting, CountdownStoreError>) -> Bool {
    changes += 1
    isSaving = false
    let former = error
    switch outcome {
    case .success(.nothing):
      hasChangeFailed = false
      return false
    case .success(.saved(let record)):
      known = record
      wasWritten = true
      isOutOfDate = false
      isUnkept = false
      isTouched = false
      if record.claim == nil { isUnheard = false }
      ownership.write(isClaimed: record.claim != nil)
      error = nil
    case .success(.removed):
      known = nil
      ownership.remove()
      error = nil
    case .success(.outdated):
      ownership.lose()
      error = nil
    case .failure(let failure):
      // Another process has taken over the run, or the run stays without a record.
      if case .claimed = failure.kind {
        if wasWritten { ownership.lose() } else { isUnkept = true }
      }
      isStartWritten = false
      error = failure
    }
    // Retrying does not help if the change was refused or the record was set aside.
    hasChangeFailed = error?.kind == .notSaved || error?.kind == .unavailable
    return former != error
  }
}

/// The action to carry out on the record of a kept countdown.
enum RecordWish {
  case nothing
  case save(CountdownRecord, isClaimed: Bool)
  case remove
}

/// The action that was carried out.
enum RecordWriting {
  case nothing
  case saved(CountdownRecord)
  case removed

  /// Another process has changed or removed the record.
  case outdated
}
