import Foundation
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores
import SandglassStoresTesting
import SandglassTesting
import Testing

final class OneFileStore: CountdownRecordStore, CountdownStore {
  private let file: URL
  private let turn = NSLock()

  init(file: URL) {
    self.file = file
  }

  var identity: String { file.path }

  func read(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    try records().first { $0.id.utf8.elementsEqual(id.utf8) }
  }

  func update(
    _ ids: [String], _ change: (String, CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    turn.withLock {
      do {
        var records = try records()
        for id in ids {
          let index = records.firstIndex { $0.id.utf8.elementsEqual(id.utf8) }
          let change = change(id, index.map { records[$0] })
          if case .none = change { continue }
          if let index { records.remove(at: index) }
          if case .save(let record) = change { records.append(record) }
        }
        try JSONEncoder().encode(records).write(to: file, options: .atomic)
        return ids.map { _ in nil }
      } catch {
        return ids.map { CountdownStoreError(.notSaved, id: $0, underlying: error) }
      }
    }
  }

  func ids() throws(CountdownStoreError) -> [String] {
    try records().map(\.id).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  private func records() throws(CountdownStoreError) -> [CountdownRecord] {
    guard FileManager.default.fileExists(atPath: file.path) else { return [] }
    do {
      return try JSONDecoder().decode([CountdownRecord].self, from: Data(contentsOf: file))
    } catch {
      throw CountdownStoreError(decoding: error, id: "")
    }
  }
}

@Suite("Documentation: stores")
struct StoreTests {
  @Test("the example passes the conformance test for stores")
  func example() throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("sandglass-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(CountdownStoreConformance.findings { OneFileStore(file: file) } == [])
  }

  @Test("the store in UserDefaults passes it, too")
  func defaults() throws {
    let name = "sandglass-\(UUID().uuidString)"
    let suite = try #require(UserDefaults(suiteName: name))
    defer { suite.removePersistentDomain(forName: name) }
    nonisolated(unsafe) let defaults = suite
    let store = KeyValueCountdownStore(
      identity: name, read: { key in defaults.data(forKey: key) },
      write: { key, value in defaults.set(value, forKey: key) },
      keys: { Array(defaults.dictionaryRepresentation().keys) })
    #expect(CountdownStoreConformance.findings { store.countdownRecords } == [])
  }
}
