package import SandglassCore

/// A process that claims records, and its knowledge of other claiming processes.
///
/// Each call is atomic in the store. See ``CountdownStore/change(_:_:)``.
package struct RecordClaimant: Sendable {
  private let process: ProcessIdentity
  private let now: @Sendable () -> Moment
  private let life: @Sendable (ProcessIdentity) -> ProcessLife

  package init(
    _ process: ProcessIdentity, now: @escaping @Sendable () -> Moment,
    life: @escaping @Sendable (ProcessIdentity) -> ProcessLife
  ) {
    self.process = process
    self.now = now
    self.life = life
  }

  /// Returns a claimant that checks only once whether each other process is alive. Use it to read many records.
  package func rememberingLives() -> RecordClaimant {
    let lives = Locked<[ProcessIdentity: ProcessLife]>([:])
    return RecordClaimant(
      process, now: now,
      life: { [life] other in
        if let known = lives.withLock({ $0[other] }) { return known }
        let answer = life(other)
        lives.withLock { $0[other] = answer }
        return answer
      })
  }

  /// The result of requesting a claim.
  package enum Answer: Equatable {
    /// This process runs the countdown and reports its end.
    case granted(CountdownRecord)

    /// Another process runs the countdown, and this is its record.
    ///
    /// `until` is the moment at which that claim lapses, if it is unknown whether the other process is alive.
    case taken(by: ProcessIdentity, until: Moment?, CountdownRecord)

    /// There is no record, or the caller does not want to claim it.
    case absent
  }

  /// The result of saving a record.
  package enum Saving: Equatable {
    /// This record was written.
    case saved(CountdownRecord)

    /// Another process runs the countdown, and this is its record.
    case refused(by: ProcessIdentity, CountdownRecord)

    /// Another process has changed or removed the record, and no longer runs the countdown.
    case outdated(CountdownRecord?)
  }

  /// Claims the record with the given id.
  ///
  /// - Parameters:
  ///   - id: The id of the record.
  ///   - store: The store of the record.
  ///   - isWanted: The closure that returns whether to claim the given record.
  /// - Returns: Whether the claim was granted, and the record.
  /// - Throws: The store's error.
  package func claim(
    _ id: String, in store: any CountdownStore,
    if isWanted: (CountdownRecord) -> Bool = { _ in true }
  ) throws(CountdownStoreError) -> Answer {
    var answer = Answer.absent
    try store.change(id) { record in
      guard let record, isWanted(record) else {
        answer = .absent
        return .none
      }
      let now = now()
      switch record.standing(for: process, at: now, life: life) {
      case .taken(let owner, let until):
        answer = .taken(by: owner, until: until, record)
        return .none
      case .own(let until) where now < until - CountdownRecord.Claim.margin:
        answer = .granted(record)
        return .none
      case .own, .free:
        let claimed = record.claimed(by: newClaim)
        answer = .granted(claimed)
        return .save(claimed)
      }
    }
    return answer
  }

  /// Returns whether this process may claim a record.
  package func standing(of record: CountdownRecord) -> CountdownRecord.Standing {
    record.standing(for: process, at: now(), life: life)
  }

  /// Saves a new record with this process's claim, and returns it; nil if a record with the same id already exists.
  ///
  /// - Throws: The store's error.
  package func create(
    _ record: CountdownRecord, in store: any CountdownStore
  ) throws(CountdownStoreError) -> CountdownRecord? {
    let claimed = record.claimed(by: newClaim)
    var isFree = false
    try store.change(record.id) { present in
      isFree = present == nil
      return isFree ? .save(claimed) : .none
    }
    return isFree ? claimed : nil
  }

  /// Saves a record, replacing one that this process knows.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - isClaimed: Whether to save the record with this process's claim. Otherwise it is saved without a claim.
  ///   - store: The store of the record.
  ///   - mayReplace: The closure that returns whether the stored record may be replaced. It is called if no process has
  ///     a valid claim, and receives nil if there is no stored record.
  /// - Returns: Whether the record was saved.
  /// - Throws: The store's error.
  package func save(
    _ record: CountdownRecord, isClaimed: Bool = true, in store: any CountdownStore,
    mayReplace: (CountdownRecord?) -> Bool
  ) throws(CountdownStoreError) -> Saving {
    let record = record.claimed(by: isClaimed ? newClaim : nil)
    var answer = Saving.saved(record)
    try store.change(record.id) { present in
      switch present.map(standing) ?? .free {
      case .taken(let owner, _):
        // A claimed record always exists.
        if let present { answer = .refused(by: owner, present) }
        return .none
      case .free where !mayReplace(present):
        answer = .outdated(present)
        return .none
      case .own, .free:
        answer = .saved(record)
        return .save(record)
      }
    }
    return answer
  }

  /// Removes the record with the given id. Does nothing if there is none.
  ///
  /// - Parameters:
  ///   - id: The id of the record.
  ///   - store: The store of the record.
  ///   - mayRemove: The closure that returns whether the stored record may be removed. It is called if no process has a
  ///     valid claim.
  /// - Throws: The store's error; `claimed` if another process runs the countdown.
  package func remove(
    _ id: String, in store: any CountdownStore, mayRemove: (CountdownRecord) -> Bool = { _ in true }
  ) throws(CountdownStoreError) {
    var owner: ProcessIdentity?
    try store.change(id) { record in
      owner = nil
      guard let record else { return .none }
      switch standing(of: record) {
      case .taken(let other, _):
        owner = other
        return .none
      case .free where !mayRemove(record):
        return .none
      case .own, .free:
        return .remove
      }
    }
    if let owner { throw CountdownStoreError(.claimed(by: owner.number), id: id) }
  }

  /// Releases this process's claim on the record with the given id, if there is one.
  ///
  /// - Throws: The store's error.
  package func release(
    _ id: String, in store: any CountdownStore
  ) throws(CountdownStoreError) {
    try store.change(id) { record in
      guard let record, record.claim?.process == process else { return .none }
      return .save(record.claimed(by: nil))
    }
  }

  private var newClaim: CountdownRecord.Claim {
    CountdownRecord.Claim(by: process, made: now())
  }
}
