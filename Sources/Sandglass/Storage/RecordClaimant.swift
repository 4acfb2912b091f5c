package import SandglassCore

/// A process that claims records, and what it knows of others that do.
///
/// Each call is one step of the store's, which no other process comes between: see
/// ``CountdownStore/change(_:_:)``.
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

  /// The same, which asks once for each other process whether it lives: for a look at many records.
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

  /// What asking for a record comes to.
  package enum Answer: Equatable {
    /// The process runs the countdown, and tells its end.
    case granted(CountdownRecord)

    /// Another process does, and this is its record; `until` is when its claim lapses where it cannot be known whether it
    /// lives.
    case taken(by: ProcessIdentity, until: Moment?, CountdownRecord)

    /// There is no record, or not one that is wanted.
    case absent
  }

  /// What saving a record comes to.
  package enum Saving: Equatable {
    /// It is written so.
    case saved(CountdownRecord)

    /// Another process runs the countdown, and this is its record.
    case refused(by: ProcessIdentity, CountdownRecord)

    /// Another process has changed the record, or removed it, and runs it no more.
    case outdated(CountdownRecord?)
  }

  /// Claims the record of an id.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - store: Where the record is kept.
  ///   - isWanted: Asked of the record: whether it is to be claimed.
  /// - Returns: Whether this process has it now.
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

  /// Whether this process may claim a record.
  package func standing(of record: CountdownRecord) -> CountdownRecord.Standing {
    record.standing(for: process, at: now(), life: life)
  }

  /// Saves a new record with this process's claim; nil if there is one of its id.
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

  /// Saves a record in place of one that this process knows.
  ///
  /// - Parameters:
  ///   - record: The record.
  ///   - isClaimed: Whether to save it with this process's claim, or with none.
  ///   - store: Where it is kept.
  ///   - mayReplace: Asked of the record that is there, or nil if there is none, where that is not this process's.
  /// - Returns: What has come of it.
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
        // Only what is there is taken.
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

  /// Removes the record of an id; does nothing if there is none.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - store: Where it is kept.
  ///   - mayRemove: Asked of the record that is there, where that is not this process's. If not, it stays.
  /// - Throws: The store's error; `claimed` where another process runs the countdown.
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

  /// Gives up the claim to the record of an id, if this process has it.
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
