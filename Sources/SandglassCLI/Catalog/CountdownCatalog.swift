import Sandglass

/// The kept countdowns in a folder, and who may run which.
struct CountdownCatalog {
  let store: FileCountdownStore

  /// The catalog in the folder that the environment names.
  static func inEnvironment() throws(CatalogError) -> CountdownCatalog {
    guard let folder = try StateFolder.path(environment: Environment.path) else { throw .noFolder }
    try StateFolder.check(folder)
    return CountdownCatalog(store: FileCountdownStore(folder: folder))
  }

  /// Does what may fail in the store, and says so to whoever typed a command.
  private func failing<Result>(
    _ body: () throws(CountdownStoreError) -> Result
  ) throws(CatalogError) -> Result {
    do throws(CountdownStoreError) { return try body() } catch { throw .store(error) }
  }
}

// MARK: - What is there

extension CountdownCatalog {
  /// The ids of all records.
  func ids() throws(CatalogError) -> [String] {
    try failing { () throws(CountdownStoreError) in try store.ids() }
  }

  /// All records, by their ids.
  func entries() throws(CatalogError) -> [KeptEntry] {
    try ids().compactMap { entry($0) }
  }

  /// What the record of an id tells; nil if there is none.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - isClaimed: Whether this process has the right to run it, so that nobody else does.
  /// - Returns: What the record tells.
  func entry(_ id: String, isClaimed: Bool = false) -> KeptEntry? {
    do throws(CountdownStoreError) {
      // Read before the record: whoever ends meanwhile takes the record along.
      let process = isClaimed ? nil : try store.holder(of: id)
      return try store.record(id).map { record in
        .countdown(KeptCountdown(record, process: process, at: Self.now))
      }
    } catch {
      return .unreadable(id: id, error)
    }
  }

  /// Says that there is no record, though there was one a moment ago.
  func notFound(_ word: String) -> CatalogError {
    .notFound(word, accepted: (try? store.ids()) ?? [])
  }

  private static var now: CountdownRecord.Instant {
    let timekeeper = Timekeeper.shared
    return CountdownRecord.Instant(
      steady: timekeeper.now, wall: timekeeper.wallNow, boot: timekeeper.bootIdentity)
  }
}

// MARK: - Who may run it

extension CountdownCatalog {
  /// Takes the right to run a new countdown, under an id that is like `name` and that no other
  /// countdown has.
  ///
  /// - Parameters:
  ///   - name: What people call it.
  ///   - taken: The ids of which it is known already that others have them.
  /// - Returns: The right.
  /// - Throws: ``CatalogError`` if the store fails.
  func newClaim(
    for name: String, besides taken: Set<String>
  ) throws(CatalogError) -> RecordClaim {
    let stem = RecordID.stem(of: name)
    var number = 1
    while true {
      let id = RecordID.numbered(stem, number)
      // First the lock, then the look: nobody can take the id in between.
      if !taken.contains(id), let claim = try claim(id: id), isFree(id) { return claim }
      number += 1
    }
  }

  /// Takes the right to run the kept countdown that `word` means.
  ///
  /// - Parameters:
  ///   - word: An id, or a label.
  ///   - warn: Told of each damaged record that is found on the way.
  /// - Returns: The right.
  /// - Throws: ``CatalogError`` if no countdown is meant, or more than one, if another process runs
  ///   it, or if the store fails.
  func claim(_ word: String, warn: (String) -> Void) throws(CatalogError) -> RecordClaim {
    let id = try id(of: word, warn: warn)
    if let claim = try claim(id: id) { return claim }
    throw .held(id, by: try failing { () throws(CountdownStoreError) in try store.holder(of: id) })
  }

  /// Takes the right to run the countdown with an id; nil if another process has it.
  func claim(id: String) throws(CatalogError) -> RecordClaim? {
    let lock = try failing { () throws(CountdownStoreError) in try store.lock(id) }
    return lock.map { RecordClaim($0, in: store) }
  }

  /// Removes the record of an id.
  func remove(_ id: String) throws(CatalogError) {
    try failing { () throws(CountdownStoreError) in try store.remove(id) }
  }

  private func id(of word: String, warn: (String) -> Void) throws(CatalogError) -> String {
    let ids = try ids()
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

  private func isFree(_ id: String) -> Bool {
    do { return try store.record(id) == nil } catch { return false }
  }
}
