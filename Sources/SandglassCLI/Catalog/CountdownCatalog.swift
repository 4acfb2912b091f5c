import Sandglass

/// The kept countdowns in a folder, and who may run which.
struct CountdownCatalog: Sendable {
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
    let glance = Glance()
    return try ids().compactMap { entry($0, by: glance) }
  }

  /// What the record of an id tells; nil if there is none.
  func entry(_ id: String, by glance: Glance = Glance()) -> KeptEntry? {
    do throws(CountdownStoreError) {
      return try store.record(id).map { .countdown(KeptCountdown($0, by: glance)) }
    } catch {
      return .unreadable(id: id, error)
    }
  }

  /// The countdown with an id, going on as it was; nil if there is none any more.
  func countdown(_ id: String) throws(CatalogError) -> Countdown? {
    try failing { () throws(CountdownStoreError) in try Countdown.kept(id, in: store) }
  }

  /// Says that there is no record, though there was one a moment ago.
  func notFound(_ word: String) -> CatalogError {
    .notFound(word, accepted: (try? store.ids()) ?? [])
  }
}

// MARK: - Who may run it

extension CountdownCatalog {
  /// The ids under which a new countdown may be kept: like its name, and no other countdown's.
  ///
  /// - Parameters:
  ///   - name: What people call it.
  ///   - taken: The ids that others are known to have.
  /// - Returns: The ids, of which the first that is free is the best.
  static func newIDs(for name: String, besides taken: Set<String>) -> some Sequence<String> {
    let stem = RecordID.stem(of: name)
    return (1...).lazy.map { RecordID.numbered(stem, $0) }.filter { !taken.contains($0) }
  }

  /// Claims the kept countdown that `word` means.
  ///
  /// - Parameters:
  ///   - word: An id, or a label.
  ///   - warn: Told of each damaged record that is found on the way.
  /// - Returns: Its record.
  /// - Throws: ``CatalogError`` if no countdown is meant, or more than one, if another process runs
  ///   it, or if the store fails.
  func claim(_ word: String, warn: (String) -> Void) throws(CatalogError) -> CountdownRecord {
    let id = try id(of: word, warn: warn)
    switch try claim(id: id) {
    case .granted(let record): return record
    case .taken(let process, let until, _): throw .held(id, by: process.number, until: until)
    case .absent: throw notFound(word)
    }
  }

  /// Claims the end of the countdown with an id, if it has one that nobody was told of.
  func claimEnd(_ id: String) throws(CatalogError) -> RecordClaimant.Answer {
    try claim(id: id) { KeptCountdown($0).ended != nil }
  }

  private func claim(
    id: String, if isWanted: (CountdownRecord) -> Bool = { _ in true }
  ) throws(CatalogError) -> RecordClaimant.Answer {
    try failing { () throws(CountdownStoreError) in
      try Timekeeper.shared.claimant.claim(id, in: store, if: isWanted)
    }
  }

  /// Removes the record of an id, which this process has claimed.
  func remove(_ id: String) throws(CatalogError) {
    try failing { () throws(CountdownStoreError) in
      try Timekeeper.shared.claimant.remove(id, in: store)
    }
  }

  private func id(of word: String, warn: (String) -> Void) throws(CatalogError) -> String {
    let ids = try ids()
    // Where the id is known, the other records are left alone.
    if let id = ids.first(where: { $0.utf8.elementsEqual(word.utf8) }) { return id }
    let glance = Glance()
    let entries = ids.compactMap { entry($0, by: glance) }
    for error in entries.compactMap(\.error) { warn("\(error)") }
    let readable = entries.compactMap(\.countdown)
    switch WordMatch(word, among: readable.map { ($0.id, $0.label) }) {
    case .one(let id): return id
    case .several(let ids): throw .ambiguous(word, ids: ids)
    case .none: throw .notFound(word, accepted: readable.map(\.id))
    }
  }
}
