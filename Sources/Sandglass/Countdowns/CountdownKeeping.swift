import SandglassCore

/// How a countdown is kept in a store.
// Sendable: everything mutable is touched under the timekeeper's lock alone.
final class CountdownKeeping: @unchecked Sendable {
  let store: any CountdownStore
  private(set) var label: String?
  let key: RecordKey

  var id: String { key.id }

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

  /// Whether the latest change could not be written.
  private var hasChangeFailed = false

  /// Whether the store has, or may have, something else than it will have soon; so it does where a change failed.
  var isStoreOutOfDate: Bool { isUnsaved || isSaving || hasChangeFailed }

  /// What the latest call asked for that the countdown does not do.
  var refused: RefusedOptions?

  /// Grows with each change of the record: what was read before may be out of date.
  private(set) var changes: UInt64 = 0

  /// Why the latest save, or the restoring, failed.
  var error: CountdownStoreError?

  /// Who runs it, and who has to be told of its finish.
  var ownership = RecordOwnership()

  /// Whether this process has done something with it since it was found, and so writes it.
  var isTouched = false

  /// What the store has, as far as is known.
  private(set) var known: CountdownRecord?

  /// Whether the present start has ever been written.
  private var wasWritten = false

  /// Whether the present start was refused, as another process runs the countdown of the record.
  private var isUnkept = false

  /// Whether the finish, which nobody was there to hear, has still to be written and its claim given up.
  private(set) var isUnheard = false

  /// Whether the record is to go whatever it says.
  private(set) var isDiscarded = false

  /// Whether a claim is being made.
  private(set) var isClaiming = false

  /// When to ask for a claim again; nil if that is of no use.
  var nextClaim: Moment?

  /// Whether the record is to be written anew once it is claimed.
  private(set) var isOutOfDate = false

  /// What became due while no process ran the countdown.
  var untold = UntoldEvents()

  /// How the wall clock stood to the steady one when the record was written.
  var writtenWallAtOrigin: WallMoment?

  /// Whether what the store has could not be read, and nothing was started since.
  private(set) var isUnread = false

  /// Whether the record is that of the present start, or will be with the save that is on its way.
  var isStartWritten = false

  init(in store: any CountdownStore, label: String?, key: RecordKey) {
    self.store = store
    self.label = label
    self.key = key
  }

  /// Notes why the record could not be read; nil if it could.
  func noteRead(_ error: CountdownStoreError?) {
    changes += 1
    self.error = error
    isUnread = error?.kind == .unavailable
    hasChangeFailed = false
  }

  /// Notes that there is nothing to be found in the store any more.
  func noteDiscarded() {
    isUnread = false
    isDiscarded = true
    nextClaim = nil
    ownership.discard()
  }

  /// Notes what was found in the store.
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

  /// Notes that a start has begun, which has nothing to do with what was found.
  func noteStart() {
    presentTarget = nil
    nextTarget = nil
    restoration = nil
    noteStartOutOfOvertime()
  }

  /// Notes that overtime was extended beyond the present moment: a start with an end of its own, to the same target.
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

  /// Notes that nobody was there to hear of the finish.
  func noteUnheard() {
    isUnheard = true
  }

  /// Has the finish that nobody was there to hear written, and the claim given up.
  func leaveUnheard(_ countdown: Countdown, in state: inout TimekeeperState) {
    noteUnheard()
    markUnsaved(countdown, in: &state)
  }

  /// Has the record written soon.
  func markUnsaved(_ countdown: Countdown, in state: inout TimekeeperState) {
    changes += 1
    guard !isUnsaved else { return }
    isUnsaved = true
    state.tell(on: countdown.timekeeper.savingQueue) { countdown.save() }
  }

  /// Has the record written after a milestone was delivered, so that no later process delivers it again.
  func noteMilestone(of countdown: Countdown, in state: inout TimekeeperState) {
    if ownership.isClaimed { markUnsaved(countdown, in: &state) }
  }

  /// Has the record claimed soon, if whoever tells the finish is not known yet.
  func seekClaim(_ countdown: Countdown, in state: inout TimekeeperState) {
    nextClaim = nil
    guard ownership.wantsClaim, !isClaiming else { return }
    isClaiming = true
    state.tell(on: countdown.timekeeper.savingQueue) { countdown.claim() }
  }

  /// Gives up the claim, as nobody here runs the countdown any more: another process may.
  func releaseClaim(on timekeeper: Timekeeper, in state: inout TimekeeperState) {
    // Overtime whose finish was told is still run by whoever has told it.
    guard ownership.isClaimed || ownership.state == .handled, known != nil else { return }
    state.tell(on: timekeeper.savingQueue) { [store, key] in
      // It is kept anew already, and the claim is that one's.
      let isClaimedAnew = timekeeper.perform { state, _ in
        guard let living = state.keepers[key]?.object as? Countdown else { return false }
        state.effects.discarded.append(living)
        return living.core.keeping.map { $0.ownership.isClaimed || $0.isClaiming } ?? false
      }
      if isClaimedAnew { return }
      // Where that fails the claim lapses with the process.
      try? timekeeper.claimant.release(key.id, in: store)
    }
  }

  /// Notes what asking for the claim has come to.
  func noteClaim(_ record: CountdownRecord?) {
    isClaiming = false
    guard let record else { return }
    known = record
    wasWritten = true
  }

  /// Whether no other process can take this one's claim for lapsed while it tells a finish.
  func isClaimSure(at now: Moment) -> Bool {
    guard wasWritten else { return true }
    guard let lapse = known?.claimLapse else { return false }
    return now < lapse - CountdownRecord.Claim.margin
  }

  /// Whether a record that is not this process's may give way to the present one.
  ///
  /// One that is gone was removed by a cleaner, unless another process can have taken it over.
  func mayReplace(at now: Moment) -> @Sendable (CountdownRecord?) -> Bool {
    let (isNew, known) = (!wasWritten, known)
    let isOwned = ownership.isClaimed && isClaimSure(at: now)
    return { present in
      guard !isNew else { return true }
      guard let present else { return isOwned }
      return present.saysTheSame(as: known)
    }
  }

  /// Whether a record that is not this process's may be removed.
  var mayRemove: @Sendable (CountdownRecord) -> Bool {
    let (isFree, known) = (isDiscarded || (!wasWritten && !isUnkept), known)
    return { present in isFree || present.saysTheSame(as: known) }
  }

  /// Tries a change again that could not be written.
  func tryAgain(_ countdown: Countdown, in state: inout TimekeeperState) {
    if hasChangeFailed { markUnsaved(countdown, in: &state) }
  }

  /// Notes that the record is being written.
  func noteSaving() {
    isUnsaved = false
    isSaving = true
  }

  /// Notes that the record was written, or why not; answers whether that is another answer than before.
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
      // Its start is another process's, or runs unkept.
      if case .claimed = failure.kind {
        if wasWritten { ownership.lose() } else { isUnkept = true }
      }
      isStartWritten = false
      error = failure
    }
    // What was refused, or set aside, will not be changed by trying again.
    hasChangeFailed = error?.kind == .notSaved || error?.kind == .unavailable
    return former != error
  }
}

/// What is to be done about the record of a kept countdown.
enum RecordWish {
  case nothing
  case save(CountdownRecord, isClaimed: Bool)
  case remove
}

/// What was done about it.
enum RecordWriting {
  case nothing
  case saved(CountdownRecord)
  case removed

  /// Another process has changed the record, or has removed it.
  case outdated
}
