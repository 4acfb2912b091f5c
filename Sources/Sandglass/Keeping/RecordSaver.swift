import SandglassCore

/// Saves the countdowns or the stopwatches that a timekeeper keeps in one store, and follows what other processes change
/// there.
///
/// Records that change together are saved in one update of the store, on the timekeeper's saving queue, so no call waits
/// for the store.
// Sendable: everything mutable is accessed only under the timekeeper's lock, except `watch`, which is set once, by the
// initialiser.
final class RecordSaver<Owner: RecordOwner>: @unchecked Sendable {
  let store: RecordStore<Owner.Keeping.Record>
  private let timekeeper: Timekeeper

  /// What takes the place of the boot's identity if the system does not provide one. No other process has the same.
  let boot: BootIdentity

  private var watch: (any StoreWatch)?

  /// A record that is to be saved. Its owner is retained until then, unless it has already been released.
  private struct Waiting {
    let keeping: Owner.Keeping
    let owner: Owner?
  }

  private var waiting: [Waiting] = []

  /// The identities of the records that wait.
  private var waitingIDs: Set<ObjectIdentifier> = []

  /// The records that another process may have changed, and that are to be read.
  private enum Changed: Equatable {
    case ids(Set<RecordID>)
    case all

    mutating func formUnion(_ others: [String]?) {
      guard let others, case .ids(let ids) = self else {
        self = .all
        return
      }
      self = .ids(ids.union(others.map { RecordID($0) }))
    }
  }

  private var changed = Changed.ids([])

  /// Returns the only saver of a store on a timekeeper.
  static func shared(
    by store: RecordStore<Owner.Keeping.Record>, on timekeeper: Timekeeper
  ) -> RecordSaver {
    let new = RecordSaver(store, on: timekeeper)
    let saver = timekeeper.perform { state, _ -> RecordSaver in
      if let living = state.keepers[store.key]?.object as? RecordSaver { return living }
      state.keepers[store.key] = WeakReference(new)
      return new
    }
    if saver === new { new.watchStore() }
    return saver
  }

  private init(_ store: RecordStore<Owner.Keeping.Record>, on timekeeper: Timekeeper) {
    self.store = store
    self.timekeeper = timekeeper
    boot = BootIdentity(
      "unknown to process \(timekeeper.process.number) at \(timekeeper.wallNow.nanosecondsSince1970)"
    )
  }

  private func watchStore() {
    let watch = store.watch { [weak self] ids in
      self?.timekeeper.perform { state, _ in self?.readSoon(ids, in: &state) }
    }
    timekeeper.withLock { self.watch = watch }
  }
}

// MARK: - Saving

extension RecordSaver {
  /// Schedules an update of a record, together with all others that are scheduled before it begins.
  func save(_ keeping: Owner.Keeping, of owner: Owner?, in state: inout TimekeeperState) {
    guard waitingIDs.insert(ObjectIdentifier(keeping)).inserted else { return }
    waiting.append(Waiting(keeping: keeping, owner: owner))
    if waiting.count == 1 { state.tell(on: timekeeper.savingQueue) { self.saveAll() } }
  }

  /// Updates all records that wait. Called on the saving queue.
  private func saveAll() {
    let waiting = timekeeper.perform { _, _ in
      waitingIDs.removeAll(keepingCapacity: true)
      return exchange(&self.waiting, with: [])
    }
    let lives = lives(of: waiting)
    let life: (ProcessIdentity) -> ProcessLife = { lives[$0] ?? .alive }
    let updates = timekeeper.perform { _, now in
      waiting.map {
        $0.keeping.beginUpdate(at: $0.keeping.instant(at: now, on: timekeeper), life: life)
      }
    }
    var places: [RecordID: Int] = [:]
    for (place, update) in updates.enumerated() where update != nil {
      places[RecordID(waiting[place].keeping.id)] = place
    }
    let ids = waiting.indices.filter { updates[$0] != nil }.map { waiting[$0].keeping.id }
    var results = [Owner.Keeping.Record?](repeating: nil, count: waiting.count)
    let errors = store.update(ids) { id, present in
      guard let place = places[RecordID(id)], let update = updates[place] else { return .none }
      let keeping = waiting[place].keeping
      let now = keeping.instant(at: timekeeper.now, on: timekeeper)
      let result = update(present, now) { lives[$0] ?? timekeeper.life(of: $0) }
      results[place] = result
      if result == present { return .none }
      return result.map { .save($0) } ?? .remove
    }
    var failures: [Int: CountdownStoreError] = [:]
    for (id, error) in zip(ids, errors) {
      if let error, let place = places[RecordID(id)] { failures[place] = error }
    }
    timekeeper.perform { state, now in
      for (place, item) in waiting.enumerated() {
        let result = updates[place].map { _ in (record: results[place], error: failures[place]) }
        if let owner = item.owner {
          owner.noteUpdated(result, life: life, at: now, in: &state)
        } else if let result {
          _ = item.keeping.noteUpdated(result.record, result.error)
        }
      }
      state.effects.discarded.append(waiting)
    }
  }

  /// Returns whether the processes are alive that have the leases of the records.
  private func lives(of waiting: [Waiting]) -> [ProcessIdentity: ProcessLife] {
    let holders = timekeeper.withLock {
      Set(waiting.compactMap(\.keeping.lessee))
    }
    var lives: [ProcessIdentity: ProcessLife] = [:]
    for holder in holders { lives[holder] = timekeeper.life(of: holder) }
    return lives
  }
}

// MARK: - Changes by other processes

extension RecordSaver {
  /// Schedules reading the records that another process may have changed; nil for all.
  func readSoon(_ ids: [String]?, in state: inout TimekeeperState) {
    let isFirst = changed == .ids([])
    changed.formUnion(ids)
    guard isFirst, changed != .ids([]) else { return }
    state.tell(on: timekeeper.savingQueue) { [weak self] in self?.readChanged() }
  }

  /// Called on the saving queue, so that no update of this process begins between reading a record and noting it.
  private func readChanged() {
    let owners = timekeeper.perform { state, _ -> [(id: String, owner: Owner)] in
      let keys: [RecordKey] =
        switch exchange(&self.changed, with: .ids([])) {
        case .ids(let ids): ids.map { RecordKey(store.key, id: $0.text) }
        case .all:
          state.keepers.keys.compactMap { $0 as? RecordKey }.filter { $0.store == store.key }
        }
      return keys.compactMap { key in
        guard let owner = state.keepers[key]?.object as? Owner else { return nil }
        // This may be the last reference, which must not be released under the lock.
        state.effects.discarded.append(owner)
        return (key.id, owner)
      }
    }
    for (id, owner) in owners {
      let found = Result { () throws(CountdownStoreError) in try store.read(id) }
      timekeeper.perform { state, now in owner.noteRead(found, at: now, in: &state) }
    }
  }
}
