import Sandglass
import SandglassCore
import SandglassLedger

/// Saves the countdowns or the stopwatches that a timekeeper keeps in one store, and follows what other processes change
/// there.
///
/// Records that change together are saved in one update of the store, on the timekeeper's saving queue, so no call waits
/// for the store.
// Sendable: everything mutable is accessed only under the timekeeper's lock, except `watch`, which is set once, by the
// initialiser.
final class RecordSaver<Owner: RecordOwner>: @unchecked Sendable {
  let store: RecordAccess<Owner.Keeper.Record>
  let timekeeper: Timekeeper

  /// What takes the place of the boot's identity if the system does not provide one. No other process has the same.
  let boot: BootIdentity

  private var watch: (any StoreWatch)?

  /// A record that is to be saved. Its owner is retained until then, unless it has already been released.
  private struct Waiting {
    let recordKeeper: Owner.Keeper
    let owner: Owner?
  }

  private var waiting: [Waiting] = []

  /// The identities of the records that wait.
  private var waitingIDs: Set<ObjectIdentifier> = []

  /// The owners to attend to after the code that is running on the main queue.
  var attended: [Owner] = []

  /// The records that another process may have changed, and that are to be read; nil stands for all.
  private var changed: Set<RecordID?> = []

  /// How often the store has reported changes.
  private var reports: UInt64 = 0

  /// Returns the only saver of a store on a timekeeper.
  static func shared(
    by store: RecordAccess<Owner.Keeper.Record>, on timekeeper: Timekeeper
  ) -> RecordSaver {
    timekeeper.requireRealTime(for: "A kept countdown or stopwatch")
    let new = RecordSaver(store, on: timekeeper)
    let saver = timekeeper.perform { state, _ -> RecordSaver in
      if let living = state.keepers[store.key]?.object as? RecordSaver { return living }
      state.keepers[store.key] = WeakReference(new)
      return new
    }
    if saver === new { new.watchStore() }
    return saver
  }

  private init(_ store: RecordAccess<Owner.Keeper.Record>, on timekeeper: Timekeeper) {
    self.store = store
    self.timekeeper = timekeeper
    boot = BootIdentity(
      "unknown to process \(timekeeper.process.number) at \(timekeeper.wallNow.timeSince1970)"
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
  func save(_ recordKeeper: Owner.Keeper, of owner: Owner?, in state: inout TimekeeperState) {
    let isFirst = waiting.isEmpty
    if waitingIDs.insert(ObjectIdentifier(recordKeeper)).inserted {
      waiting.append(Waiting(recordKeeper: recordKeeper, owner: owner))
    }
    // The update that is scheduled may be another thread's.
    guard isFirst else { return state.awaitSaves(on: timekeeper.savingQueue) }
    state.enqueueSave(on: timekeeper.savingQueue) { self.saveAll() }
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
        $0.recordKeeper.beginUpdate(
          at: $0.recordKeeper.instant(at: now, on: timekeeper), life: life)
      }
    }
    let changing = waiting.indices.filter { updates[$0] != nil }
    let ids = changing.map { waiting[$0].recordKeeper.id }
    var indices: [RecordID: Int] = [:]
    for index in changing { indices[RecordID(waiting[index].recordKeeper.id)] = index }
    var lastFolders = timekeeper.withLock { changing.map { waiting[$0].recordKeeper.folder } }
    var found = [Owner.Keeper.Record?](repeating: nil, count: waiting.count)
    var results = found
    let errors = store.update(ids, &lastFolders) { id, present in
      guard let index = indices[RecordID(id)], let update = updates[index] else { return .none }
      let recordKeeper = waiting[index].recordKeeper
      let now = recordKeeper.instant(at: timekeeper.now, on: timekeeper)
      let result = update(present, now) { lives[$0] ?? timekeeper.life(of: $0) }
      found[index] = present
      results[index] = result
      if result == present { return .none }
      return result.map { .save($0) } ?? .remove
    }
    var failures: [Int: CountdownStoreError] = [:]
    for (id, error) in zip(ids, errors) {
      if let error, let index = indices[RecordID(id)] { failures[index] = error }
    }
    timekeeper.perform { state, now in
      for (index, lastFolder) in zip(changing, lastFolders) {
        waiting[index].recordKeeper.folder = lastFolder
      }
      for (index, item) in waiting.enumerated() {
        let news = updates[index].map { _ in
          RecordNews.updated(results[index], over: found[index], failures[index])
        }
        if let owner = item.owner {
          owner.learn(news, life: life, at: now, in: &state)
        } else if let news {
          _ = item.recordKeeper.note(news)
        }
      }
      state.effects.discarded.append(waiting)
    }
  }

  /// Returns whether the processes are alive that have the leases of the records.
  private func lives(of waiting: [Waiting]) -> [ProcessIdentity: ProcessLife] {
    let holders = timekeeper.withLock { Set(waiting.compactMap(\.recordKeeper.lessee)) }
    var lives: [ProcessIdentity: ProcessLife] = [:]
    for holder in holders { lives[holder] = timekeeper.life(of: holder) }
    return lives
  }
}

// MARK: - Changes by other processes

extension RecordSaver {
  /// How often the store has reported changes. Ask before a record is read, and pass it to ``readAgain(_:after:in:)``.
  var reportCount: UInt64 { timekeeper.withLock { reports } }

  /// Schedules reading a record again whose owner was attached after it was read, if the store has reported changes since
  /// then. Such a report found no owner.
  func readAgain(_ id: String, after count: UInt64, in state: inout TimekeeperState) {
    if reports != count { readSoon([id], in: &state) }
  }

  /// Schedules reading the records that another process may have changed; nil for all.
  func readSoon(_ ids: [String]?, in state: inout TimekeeperState) {
    reports += 1
    let isFirst = changed.isEmpty
    changed.formUnion(ids?.map { RecordID($0) } ?? [nil])
    guard isFirst, !changed.isEmpty else { return state.awaitSaves(on: timekeeper.savingQueue) }
    state.enqueueSave(on: timekeeper.savingQueue) { [weak self] in self?.readChanged() }
  }

  /// Called on the saving queue, so that no update of this process begins between reading a record and noting it.
  private func readChanged() {
    let owners = timekeeper.perform { state, _ -> [(id: String, owner: Owner)] in
      let ids = exchange(&changed, with: [])
      let keys =
        ids.contains(nil)
        ? state.keepers.keys.compactMap { $0 as? RecordKey }.filter { $0.store == store.key }
        : ids.compactMap { $0.map { RecordKey(store.key, id: $0.text) } }
      return keys.compactMap { key in Owner.living(key, in: &state).map { (key.id, $0) } }
    }
    for (id, owner) in owners {
      var lastFolder = timekeeper.withLock { owner.recordKeeper?.folder }
      let found = store.read(id, &lastFolder)
      timekeeper.perform { state, now in
        owner.recordKeeper?.folder = lastFolder
        owner.learn(.found(found), life: { _ in .alive }, at: now, in: &state)
      }
    }
  }
}
