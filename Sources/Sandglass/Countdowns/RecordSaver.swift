import SandglassCore

/// Saves the countdowns that a timekeeper keeps in one store, and follows what other processes change there.
///
/// Records that change together are saved in one update of the store, on the timekeeper's saving queue, so no call waits
/// for the store.
// Sendable: everything mutable is accessed only under the timekeeper's lock, except `watch`, which is set once, by the
// initialiser.
final class RecordSaver: @unchecked Sendable {
  let store: any CountdownStore
  private let timekeeper: Timekeeper

  /// What takes the place of the boot's identity if the system does not provide one. No other process has the same.
  let boot: BootIdentity

  private var watch: (any StoreWatch)?

  /// A record that is to be saved. The countdown is retained until then, unless it has already been released.
  fileprivate struct Waiting {
    let keeping: CountdownKeeping
    let countdown: Countdown?
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
  static func shared(by store: any CountdownStore, on timekeeper: Timekeeper) -> RecordSaver {
    let key = StoreKey(store)
    let new = RecordSaver(store, on: timekeeper)
    let saver = timekeeper.perform { state, _ -> RecordSaver in
      if let living = state.keepers[key]?.object as? RecordSaver { return living }
      state.keepers[key] = WeakReference(new)
      return new
    }
    if saver === new { new.watchStore() }
    return saver
  }

  private init(_ store: any CountdownStore, on timekeeper: Timekeeper) {
    self.store = store
    self.timekeeper = timekeeper
    boot = BootIdentity(
      "unknown to process \(timekeeper.process.number) at \(timekeeper.wallNow.nanosecondsSince1970)"
    )
  }

  private func watchStore() {
    let watch = store.watch { [weak self] ids in self?.noteChange(of: ids) }
    timekeeper.withLock { self.watch = watch }
  }
}

// MARK: - Saving

extension RecordSaver {
  /// Schedules an update of a record, together with all others that are scheduled before it begins.
  func save(_ keeping: CountdownKeeping, of countdown: Countdown?, in state: inout TimekeeperState)
  {
    guard waitingIDs.insert(ObjectIdentifier(keeping)).inserted else { return }
    waiting.append(Waiting(keeping: keeping, countdown: countdown))
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
      waiting.map { $0.keeping.beginUpdate(at: now, on: timekeeper, life: life) }
    }
    var places: [RecordID: Int] = [:]
    for (place, update) in updates.enumerated() where update != nil {
      places[RecordID(waiting[place].keeping.id)] = place
    }
    let ids = waiting.indices.filter { updates[$0] != nil }.map { waiting[$0].keeping.id }
    var results = [CountdownRecord?](repeating: nil, count: waiting.count)
    let errors = store.update(ids) { id, present in
      guard let place = places[RecordID(id)], let update = updates[place] else { return .none }
      let keeping = waiting[place].keeping
      let now = keeping.instant(at: timekeeper.now, on: timekeeper)
      let result = update.result(on: present, at: now) { other in
        lives[other] ?? timekeeper.life(of: other)
      }
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
        let isUpdated = updates[place] != nil
        item.note(
          isUpdated ? (results[place], failures[place]) : nil, life: life, at: now, in: &state)
      }
      state.effects.discarded.append(waiting)
    }
  }

  /// Returns whether the processes are alive that have the leases of the records.
  private func lives(of waiting: [Waiting]) -> [ProcessIdentity: ProcessLife] {
    let holders = timekeeper.withLock {
      Set(waiting.compactMap { $0.keeping.keeper.log.stored?.lease?.process })
    }
    var lives: [ProcessIdentity: ProcessLife] = [:]
    for holder in holders { lives[holder] = timekeeper.life(of: holder) }
    return lives
  }
}

extension CountdownKeeping {
  fileprivate func beginUpdate(
    at now: Moment, on timekeeper: Timekeeper, life: (ProcessIdentity) -> ProcessLife
  ) -> PendingUpdate? {
    let instant = instant(at: now, on: timekeeper)
    guard keeper.wantsUpdate(at: instant, life: life) else { return nil }
    return keeper.begin(at: instant, life: life)
  }
}

extension RecordSaver.Waiting {
  /// Notes the result of an update; nil if none was necessary.
  fileprivate func note(
    _ result: (record: CountdownRecord?, error: CountdownStoreError?)?,
    life: (ProcessIdentity) -> ProcessLife, at now: Moment, in state: inout TimekeeperState
  ) {
    guard let countdown else {
      if let result { _ = keeping.noteUpdated(result.record, result.error) }
      return
    }
    countdown.core.apply(to: countdown, at: now, in: &state) { core, state in
      core.take(result, of: countdown, life: life, at: now, in: &state)
    }
  }
}

// MARK: - Changes by other processes

extension RecordSaver {
  /// Reads the records that another process may have changed.
  private func noteChange(of ids: [String]?) {
    timekeeper.perform { state, _ in
      let isFirst = changed == .ids([])
      changed.formUnion(ids)
      guard isFirst, changed != .ids([]) else { return }
      state.tell(on: timekeeper.savingQueue) { [weak self] in self?.readChanged() }
    }
  }

  private func readChanged() {
    let taken = timekeeper.perform { _, _ in exchange(&self.changed, with: Changed.ids([])) }
    switch taken {
    case .all: readAll(nil)
    case .ids(let ids): readAll(ids.map(\.text))
    }
  }

  /// Called on the saving queue, so that no update of this process begins between reading a record and noting it.
  private func readAll(_ ids: [String]?) {
    let countdowns = timekeeper.perform { state, _ -> [Countdown] in
      let keys =
        ids.map { $0.map { AnyHashable(RecordKey(store, id: $0)) } } ?? Array(state.keepers.keys)
      let living = keys.compactMap { state.keepers[$0]?.object as? Countdown }
      // These may be the last references, which must not be released under the lock.
      state.effects.discarded.append(living)
      return living.filter { $0.core.keeping?.saver === self }
    }
    for countdown in countdowns { countdown.readAgain() }
  }
}
