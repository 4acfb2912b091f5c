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

  /// What asking for a record comes to.
  package enum Answer: Equatable {
    /// The process runs the countdown, and tells its end.
    case granted(CountdownRecord)

    /// Another process does; `until` is when its claim lapses where it cannot be known whether it lives.
    case taken(by: ProcessIdentity, until: Moment?)

    /// There is no record, or not one that is wanted.
    case absent
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
        answer = .taken(by: owner, until: until)
        return .none
      case .own(let until) where now < until:
        answer = .granted(record)
        return .none
      case .own, .free:
        let claimed = record.claimed(by: CountdownRecord.Claim(by: process, made: now))
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

  /// Saves a new record with this process's claim; false if there is one of its id.
  ///
  /// - Throws: The store's error.
  package func create(
    _ record: CountdownRecord, in store: any CountdownStore
  ) throws(CountdownStoreError) -> Bool {
    let claimed = record.claimed(by: CountdownRecord.Claim(by: process, made: now()))
    var isFree = false
    try store.change(record.id) { present in
      isFree = present == nil
      return isFree ? .save(claimed) : .none
    }
    return isFree
  }

  /// Saves a record with this process's claim.
  ///
  /// - Throws: The store's error; `claimed` where another process runs the countdown.
  package func save(
    _ record: CountdownRecord, in store: any CountdownStore
  ) throws(CountdownStoreError) {
    let claimed = record.claimed(by: CountdownRecord.Claim(by: process, made: now()))
    try change(record.id, in: store) { _ in .save(claimed) }
  }

  /// Removes the record of an id; does nothing if there is none.
  ///
  /// - Throws: The store's error; `claimed` where another process runs the countdown.
  package func remove(
    _ id: String, in store: any CountdownStore
  ) throws(CountdownStoreError) {
    try change(id, in: store) { $0 == nil ? .none : .remove }
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

  private func change(
    _ id: String, in store: any CountdownStore, _ decide: (CountdownRecord?) -> RecordChange
  ) throws(CountdownStoreError) {
    var owner: ProcessIdentity?
    try store.change(id) { record in
      if case .taken(let other, _)? = record?.standing(for: process, at: now(), life: life) {
        owner = other
        return .none
      }
      owner = nil
      return decide(record)
    }
    if let owner { throw CountdownStoreError(.claimed(by: owner.number), id: id) }
  }
}
