import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores

/// The kept countdowns and stopwatches in a folder.
struct CountdownCatalog: Sendable {
  let store: FileRecords

  /// The same store, which can be asked for countdowns.
  var countdowns: FileCountdownStore { FileCountdownStore(store) }

  /// Creates the catalog for the folder that the environment names.
  static func inEnvironment() throws(CatalogError) -> CountdownCatalog {
    guard let folder = try StateFolder.path(environment: Environment.path) else { throw .noFolder }
    try StateFolder.check(folder)
    let store = FileRecords(folder: folder) { damage in DamageReport.note(damage) }
    return CountdownCatalog(store: store)
  }

  /// Calls `body`, and converts the store's errors to ``CatalogError``.
  private func failing<Result>(
    _ body: () throws(CountdownStoreError) -> Result
  ) throws(CatalogError) -> Result {
    do throws(CountdownStoreError) { return try body() } catch {
      throw .store(error, in: store.folder)
    }
  }
}

// MARK: - Records

extension CountdownCatalog {
  /// Returns the ids of all records.
  func ids() throws(CatalogError) -> [String] {
    try failing { () throws(CountdownStoreError) in try store.ids() }
  }

  /// Returns an entry for each record: the countdowns, and then the stopwatches.
  func entries() throws(CatalogError) -> [KeptEntry] {
    let glance = Glance()
    return try ids().compactMap { entry($0, by: glance) } + stopwatches(by: glance)
  }

  /// Returns an entry for each damaged record that was set aside.
  func setAside() throws(CatalogError) -> [KeptEntry] {
    try failing { () throws(CountdownStoreError) in try store.namesSetAside() }
      .map { .setAside(id: $0.id, file: $0.name) }
  }

  /// Returns the entry for the countdown with the given id, or nil if there is no such record.
  func entry(_ id: String, by glance: Glance = Glance()) -> KeptEntry? {
    do throws(CountdownStoreError) {
      return try store.read(id).map { .countdown(KeptCountdown($0, by: glance)) }
    } catch {
      return .unreadable(id: id, error)
    }
  }

  /// Returns the countdown with the given id, which continues from its record. Returns nil if the
  /// record has been removed.
  func countdown(_ id: String) throws(CatalogError) -> Countdown? {
    try failing { () throws(CountdownStoreError) in try countdowns.countdown(id) }
  }

  /// Returns the error for a record that existed a moment ago.
  func notFound(_ word: String) -> CatalogError {
    .notFound(word, accepted: (try? store.ids()) ?? [])
  }
}

// MARK: - Ids

extension CountdownCatalog {
  /// Returns ids for new countdowns. They resemble their names, and none of them is in `taken`.
  ///
  /// All of the sequences share one set, and each begins after the ids that others with the same name try first, so that
  /// the memory and the time grow with the number of names, and not with its square.
  ///
  /// - Parameters:
  ///   - names: The countdowns' names.
  ///   - taken: The ids that are known to be in use.
  /// - Returns: For each name, the ids in order of preference.
  static func newIDs(
    for names: [String], besides taken: Set<String>
  ) -> [some Sequence<String>] {
    var first: [String: Int] = [:]
    return names.map { name in
      let stem = KeptID.stem(of: name)
      var number = first[stem, default: 1]
      while taken.contains(KeptID.numbered(stem, number)) { number += 1 }
      first[stem] = number + 1
      return (number...).lazy.map { KeptID.numbered(stem, $0) }.filter { !taken.contains($0) }
    }
  }

  /// What a name stands for.
  enum Named: Equatable {
    /// The countdown with this id.
    case countdown(String)

    /// The stopwatch with this id.
    case stopwatch(String)
  }

  /// Returns what has `word` as its id or label. A countdown's name comes before that of a stopwatch.
  ///
  /// - Parameters:
  ///   - word: An id or a label.
  ///   - warn: Called with a message for each damaged record that the search finds.
  /// - Returns: The countdown or the stopwatch.
  /// - Throws: ``CatalogError`` if nothing matches, if several countdowns match, or if the store fails.
  func named(_ word: String, warn: (String) -> Void) throws(CatalogError) -> Named {
    let ids = try ids()
    // If the word is an id, do not read the other records.
    if let id = ids.first(where: { $0.utf8.elementsEqual(word.utf8) }) { return .countdown(id) }
    let glance = Glance()
    let entries = ids.compactMap { entry($0, by: glance) }
    for error in entries.compactMap(\.error) { warn("\(error)") }
    let readable = entries.compactMap(\.countdown)
    switch WordMatch(word, among: readable.map { ($0.id, $0.label) }) {
    case .one(let id): return .countdown(id)
    case .several(let ids): throw .ambiguous(word, ids: ids)
    case .none:
      let stopwatches = (try? store.stopwatchIDs()) ?? []
      if stopwatches.contains(KeptID.stem(of: word)) { return .stopwatch(KeptID.stem(of: word)) }
      throw .notFound(word, accepted: readable.map(\.id) + stopwatches)
    }
  }

  /// Returns the id of the kept countdown that has `word` as its id or label.
  ///
  /// - Throws: ``CatalogError`` as ``named(_:warn:)`` does, and if a stopwatch has that name.
  func id(of word: String, warn: (String) -> Void) throws(CatalogError) -> String {
    guard case .countdown(let id) = try named(word, warn: warn) else { throw .isStopwatch(word) }
    return id
  }
}
