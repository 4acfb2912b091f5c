import Sandglass

/// The folder of kept countdowns, and who may run which.
struct CountdownCatalog {
  let store: FileCountdownStore

  /// The catalog in the folder that the environment names.
  static func inEnvironment(
    _ environment: (String) throws(CatalogError) -> String? = Environment.path
  ) throws(CatalogError) -> CountdownCatalog {
    guard let folder = try StateFolder.path(environment: environment) else { throw .noFolder }
    try StateFolder.check(folder)
    return CountdownCatalog(store: FileCountdownStore(folder: folder))
  }

  /// Takes the right to run a new countdown, under an id that is like `name` and that no other
  /// countdown has.
  ///
  /// - Parameters:
  ///   - name: What people call it.
  ///   - taken: The ids of which it is known already that others have them.
  /// - Returns: The right.
  /// - Throws: The store's error.
  func place(
    for name: String, besides taken: Set<String>
  ) throws(CountdownStoreError) -> RecordClaim {
    let stem = RecordID.stem(of: name)
    var number = 1
    while true {
      let id = RecordID.numbered(stem, number)
      // First the lock, then the look: nobody can take the id in between.
      if !taken.contains(id), let lock = try store.lock(id), isFree(id) {
        return RecordClaim(lock, in: store)
      }
      number += 1
    }
  }

  /// All records, by their ids.
  func entries() throws(CountdownStoreError) -> [KeptEntry] {
    try store.ids().compactMap { entry($0) }
  }

  /// What the record of an id tells; nil if there is none.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - heldBySelf: Whether this process has the lock, so that nobody else does.
  /// - Returns: What the record tells.
  func entry(_ id: String, heldBySelf: Bool = false) -> KeptEntry? {
    do throws(CountdownStoreError) {
      return try countdown(id, heldBySelf: heldBySelf).map { .countdown($0) }
    } catch {
      return .unreadable(id: id, error)
    }
  }

  /// The countdown that a record tells of, as ``entry(_:heldBySelf:)`` does.
  func countdown(
    _ id: String, heldBySelf: Bool = false
  ) throws(CountdownStoreError) -> KeptCountdown? {
    // Read before the record: whoever ends meanwhile takes the record along.
    let process = heldBySelf ? nil : try store.holder(of: id)
    return try store.record(id).map { KeptCountdown($0, process: process, at: Self.now) }
  }

  /// Takes the right to run the kept countdown that `word` means.
  ///
  /// - Parameters:
  ///   - word: An id, or a label.
  ///   - warn: Told of each damaged record that is found on the way.
  /// - Returns: The lock.
  /// - Throws: ``CatalogError`` if no countdown is meant, or more than one, if another process runs
  ///   it, or if the store fails.
  func claim(_ word: String, warn: (String) -> Void) throws(CatalogError) -> RecordLock {
    let id = try id(of: word, warn: warn)
    let lock = try failing { () throws(CountdownStoreError) in try store.lock(id) }
    if let lock { return lock }
    throw .held(id, by: try failing { () throws(CountdownStoreError) in try store.holder(of: id) })
  }

  /// Says that there is no record, though there was one a moment ago.
  func notFound(_ word: String) -> CatalogError {
    .notFound(word, accepted: (try? store.ids()) ?? [])
  }

  private func id(of word: String, warn: (String) -> Void) throws(CatalogError) -> String {
    let ids = try failing { () throws(CountdownStoreError) in try store.ids() }
    // Where the id is known, the other records are left alone.
    if let id = ids.first(where: { $0 == word }) { return id }
    let entries = ids.compactMap { entry($0) }
    for error in entries.compactMap(\.error) { warn("\(error)") }
    let readable = entries.compactMap(\.countdown)
    switch WordMatch(word, among: readable.map { ($0.id, $0.label) }) {
    case .one(let id): return id
    case .several(let ids): throw .ambiguous(word, ids: ids)
    case .none: throw .notFound(word, accepted: readable.map(\.id))
    }
  }

  /// Does what may fail in the store, and says so to whoever typed a command.
  func failing<Result>(
    _ body: () throws(CountdownStoreError) -> Result
  ) throws(CatalogError) -> Result {
    do throws(CountdownStoreError) { return try body() } catch { throw .store(error) }
  }

  private func isFree(_ id: String) -> Bool {
    do { return try store.record(id) == nil } catch { return false }
  }

  private static var now: CountdownRecord.Instant {
    let keeper = Timekeeper.shared
    return CountdownRecord.Instant(
      steady: keeper.now, wall: keeper.wallNow, boot: keeper.bootIdentity)
  }
}
