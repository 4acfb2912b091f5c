import Foundation
import Sandglass
import SandglassTesting
import Synchronization
import Testing

final class OneFileStore: CountdownStore {
  private let file: URL
  private let turn = Mutex(())

  init(file: URL) {
    self.file = file
  }

  var identity: String { file.path }

  func save(_ record: CountdownRecord) throws(CountdownStoreError) {
    try change(record.id) { records in records.append(record) }
  }

  func remove(_ id: String) throws(CountdownStoreError) {
    try change(id) { _ in }
  }

  func record(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try records(for: id).first { $0.id.utf8.elementsEqual(id.utf8) }
  }

  func ids() throws(CountdownStoreError) -> [String] {
    try records(for: nil).map(\.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Removes the record with this id, lets `body` add records, and writes the file, one thread at a time.
  private func change(
    _ id: String, _ body: (inout [CountdownRecord]) -> Void
  ) throws(CountdownStoreError) {
    try turn.withLock { _ throws(CountdownStoreError) in
      var records = try records(for: id).filter { !$0.id.utf8.elementsEqual(id.utf8) }
      body(&records)
      do {
        try JSONEncoder().encode(records).write(to: file, options: .atomic)
      } catch {
        throw CountdownStoreError(.notSaved, id: id, underlying: error)
      }
    }
  }

  private func records(for id: String?) throws(CountdownStoreError) -> [CountdownRecord] {
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    do {
      return try JSONDecoder().decode([CountdownRecord].self, from: Data(contentsOf: file))
    } catch {
      throw CountdownStoreError(decoding: error, id: id ?? "")
    }
  }
}

@Suite("The article on stores")
struct StoreTests {
  @Test("the example keeps what a store promises")
  func example() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("sandglass-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(CountdownStoreConformance.findings { OneFileStore(file: file) } == [])
  }

  @Test("the store of defaults keeps it, too")
  func defaults() throws {
    let name = "sandglass-\(UUID().uuidString)"
    let suite = try #require(UserDefaults(suiteName: name))
    defer { suite.removePersistentDomain(forName: name) }
    nonisolated(unsafe) let defaults = suite
    let store = KeyValueCountdownStore(
      identity: name, read: { key in defaults.data(forKey: key) },
      write: { key, value in defaults.set(value, forKey: key) },
      keys: { Array(defaults.dictionaryRepresentation().keys) })
    #expect(CountdownStoreConformance.findings { store } == [])
  }
}
