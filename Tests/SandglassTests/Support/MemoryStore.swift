import Sandglass

/// Records in memory: it counts what is done to them, and fails when it is told to.
final class MemoryStore: CountdownStore {
  private struct Contents {
    var records: [String: CountdownRecord] = [:]
    var saves = 0
    var failure: CountdownStoreError.Kind?
  }

  private let contents = Locked(Contents())

  /// How often a record was saved.
  var saves: Int { contents.withLock { $0.saves } }

  /// How many records there are.
  var records: Int { contents.withLock { $0.records.count } }

  /// The record of "tea", however the store fails.
  var tea: CountdownRecord? { contents.withLock { $0.records["tea"] } }

  /// Lets all that is asked for fail from now on; nil for no more.
  func fail(_ failure: CountdownStoreError.Kind?) {
    contents.withLock { $0.failure = failure }
  }

  func save(_ record: CountdownRecord) throws(CountdownStoreError) {
    try contents.withLock { contents throws(CountdownStoreError) in
      try check(contents, record.id)
      contents.saves += 1
      contents.records[record.id] = record
    }
  }

  func record(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try contents.withLock { contents throws(CountdownStoreError) in
      try check(contents, id)
      return contents.records[id]
    }
  }

  func remove(_ id: String) throws(CountdownStoreError) {
    try contents.withLock { contents throws(CountdownStoreError) in
      try check(contents, id)
      contents.records[id] = nil
    }
  }

  func ids() throws(CountdownStoreError) -> [String] {
    contents.withLock { $0.records.keys.sorted() }
  }

  private func check(_ contents: Contents, _ id: String) throws(CountdownStoreError) {
    if let failure = contents.failure { throw CountdownStoreError(failure, id: id) }
  }
}
