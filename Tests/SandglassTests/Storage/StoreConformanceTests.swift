import Foundation
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores
import SandglassStoresTesting
import SandglassTesting
import SandglassTestSupport
import Testing

/// Values by keys, as in UserDefaults.
private final class Values: Sendable {
  private let values = Locked<[String: Data]>([:])

  var store: KeyValueCountdownStore {
    KeyValueCountdownStore(
      identity: "values", read: { [values] key in values.withLock { $0[key] } },
      write: { [values] key, value in values.withLock { $0[key] = value } },
      keys: { [values] in values.withLock { Array($0.keys) } })
  }

  func set(_ text: String, for key: String) {
    values.withLock { $0[key] = Data(text.utf8) }
  }

  var keys: [String] { values.withLock { $0.keys.sorted() } }
}

/// A store in memory that breaks one rule, or none.
private final class BrokenStore: CountdownRecordStore {
  enum Fault: CaseIterable {
    case dropsLabel, dropsMilestones, dropsFraction, comparesStrings, ignoresCase, unsorted
    case mergesCase, refusesMissing, removesNothing, removesAll, neverReplaces, losesUnderLoad
    case changesFirstOnly, returnsOneEntry, failsTogether, swallowsErrors, watchesNothing

    /// The rule that it breaks, perhaps among others.
    var rule: String {
      switch self {
      case .dropsLabel, .dropsMilestones, .dropsFraction, .neverReplaces:
        "A record comes back as it was saved"
      case .comparesStrings, .ignoresCase, .mergesCase: "Ids are compared by their UTF-8 bytes"
      case .unsorted: "ids() returns the ids of all records, sorted by their bytes"
      case .refusesMissing: "Removing an id without a record is no error"
      case .removesNothing: "A removed record no longer exists"
      case .removesAll: "Removing a record removes no other"
      case .losesUnderLoad: "Every method may be called from any thread"
      case .changesFirstOnly, .returnsOneEntry:
        "An update makes the change of each record, and returns an entry for each"
      case .failsTogether, .swallowsErrors: "The failure of one record does not affect the others"
      case .watchesNothing: "A watch is told about a change, if the store has watches"
      }
    }
  }

  private let fault: Fault?
  private let good = MemoryRecords()
  private let texts = Locked<[String: CountdownRecord]>([:])

  /// Held from reading a record until the changed one is saved.
  private let turn = Locked(())

  /// All records that were saved.
  let saved = Locked<[CountdownRecord]>([])

  init(_ fault: Fault?) {
    self.fault = fault
  }

  private func name(_ id: String) -> String { fault == .ignoresCase ? id.lowercased() : id }

  /// The id under which another record is stored. That record contains its own id.
  private func other(_ id: String) -> String? {
    good.ids().first { $0 != id && $0.lowercased() == id.lowercased() }
  }

  func read(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    fault == .comparesStrings ? texts.withLock { $0[id] } : good.read(name(id))
  }

  func update(
    _ ids: [String], _ change: (String, CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    turn.withLock { _ in changed(ids, change) }
  }

  private func changed(
    _ ids: [String], _ change: (String, CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    let changed = fault == .changesFirstOnly ? Array(ids.prefix(1)) : ids
    if fault == .failsTogether, let error = ids.compactMap({ error(of: $0) }).first {
      return ids.map { _ in error }
    }
    let errors = changed.map { id -> CountdownStoreError? in
      if let error = error(of: id) { return error }
      switch change(id, try? read(id)) {
      case .none: return nil
      case .save(let record): put(record)
      case .remove where fault == .refusesMissing && good.read(id) == nil:
        return CountdownStoreError(.unavailable, id: id)
      case .remove: remove(id)
      }
      return nil
    }
    switch fault {
    case .returnsOneEntry: return Array(errors.prefix(1))
    case .swallowsErrors: return ids.map { _ in nil }
    default: return errors + ids.dropFirst(changed.count).map { _ in nil }
    }
  }

  private func error(of id: String) -> CountdownStoreError? {
    id.utf8.count > 1000 ? CountdownStoreError(.invalidID(reason: "it is long"), id: id) : nil
  }

  private func put(_ record: CountdownRecord) {
    saved.withLock { $0.append(record) }
    var changed = record
    switch fault {
    case .dropsLabel: changed.label = nil
    case .dropsMilestones: changed.options.milestones = []
    case .dropsFraction:
      if case .paused(let remaining, let end) = record.state {
        changed.state = .paused(remaining: .seconds(remaining.components.seconds), end: end)
      }
    case .neverReplaces where good.read(record.id) != nil: return
    case .losesUnderLoad where record.id.hasSuffix("8"): return
    default: break
    }
    if fault == .mergesCase, let other = other(record.id) { set(other, nil) }
    if fault == .comparesStrings {
      texts.withLock { $0[record.id] = record }
    }
    set(name(record.id), changed)
  }

  private func remove(_ id: String) {
    switch fault {
    case .removesNothing: break
    case .removesAll: for id in good.ids() { set(id, nil) }
    default:
      texts.withLock { $0[id] = nil }
      set(name(id), nil)
    }
  }

  private func set(_ id: String, _ record: CountdownRecord?) {
    _ = good.update([id]) { _, _ in record.map { .save($0) } ?? .remove }
  }

  func ids() throws(CountdownStoreError) -> [String] {
    switch fault {
    case .comparesStrings: texts.withLock { $0.keys.sorted() }
    case .unsorted: good.ids().reversed()
    default: good.ids()
    }
  }

  func watch(_ changed: @escaping @Sendable ([String]?) -> Void) -> (any StoreWatch)? {
    (fault == .watchesNothing ? MemoryRecords() : good).watch(changed)
  }
}

@Suite("Stores: the conformance test")
struct StoreConformanceTests {
  @Test("records in memory pass")
  func memory() {
    let store = MemoryCountdownStore()
    #expect(CountdownStoreConformance.findings { store.countdownRecords } == [])
  }

  @Test("a watch of records in memory reports the changes of each update, until it is released")
  func memoryWatch() throws {
    let store = MemoryRecords()
    let reported = Locked<[[String]?]>([])
    var watch = store.watch { ids in reported.withLock { $0.append(ids) } }
    _ = store.update(["a", "b", "c"]) { id, _ in id == "b" ? .none : .save(SampleRecord.make(id)) }
    try store.update("a") { _ in .none }
    try store.remove("c")
    #expect(reported.withLock { $0 } == [["a", "c"], ["c"]])
    #expect(watch != nil)
    watch = nil
    try store.save(SampleRecord.make())
    #expect(reported.withLock { $0.count } == 2)
  }

  @Test("records in files pass")
  func files() throws {
    let folder = try TemporaryFolder.made()
    #expect(
      CountdownStoreConformance.findings { FileRecords(folder: folder.path) } == [])
    #expect(try folder.names == [])
  }

  @Test("records over keys and values pass")
  func keysAndValues() {
    let values = Values()
    #expect(CountdownStoreConformance.findings { values.store.countdownRecords } == [])
    #expect(values.keys == [])
  }

  @Test("a store that breaks no rule passes, and the records that it gets differ in every field")
  func unbroken() {
    let store = BrokenStore(nil)
    #expect(CountdownStoreConformance.findings { store } == [])
    #expect(SampleRecord.sameFields(of: store.saved.withLock { $0 }) == [])
  }

  @Test("each violation of a rule is found", arguments: BrokenStore.Fault.allCases)
  fileprivate func broken(_ fault: BrokenStore.Fault) {
    let store = BrokenStore(fault)
    let findings = CountdownStoreConformance.findings(patience: .seconds(0)) { store }
    #expect(findings.contains { $0.rule == fault.rule }, "\(findings)")
  }

  @Test("separate stores that claim to be one place are found")
  func places() {
    let findings = CountdownStoreConformance.findings { MemoryRecords() }
    #expect(Set(findings.map(\.rule)).count == 4, "\(findings)")
  }

  @Test("the URL of a folder is converted to its path, without percent-encoding")
  func url() throws {
    let folder = try TemporaryFolder.made()
    let url = URL(fileURLWithPath: folder.path).appendingPathComponent(
      "Two words é", isDirectory: true)
    let store = FileCountdownStore(folder: url).countdownRecords
    try store.save(SampleRecord.make())
    #expect(try folder.names == ["Two words é"])
    #expect(store.identity == FileRecords(folder: folder.path + "/Two words é").identity)
  }

  @Test(
    "Law 12: over keys and values, damage is set aside, and newer or foreign values are left as is")
  func faultsOverValues() throws {
    let values = Values()
    let store = values.store.countdownRecords
    values.set("{", for: "sandglass tea.json")
    guard case .damaged(_, nil)? = errorKind({ _ = try store.read("tea") }),
      case .damaged(_, "sandglass tea.json damaged 1")? = errorKind({ try store.remove("tea") })
    else {
      Issue.record("it is not told")
      return
    }
    #expect(values.keys == ["sandglass tea.json damaged 1"])
    values.set("{", for: "sandglass tea.json")
    try store.save(SampleRecord.make())
    #expect(try store.read("tea") == SampleRecord.make())
    #expect(
      values.keys
        == ["sandglass tea.json"] + (1...2).map { "sandglass tea.json damaged \($0)" })
    let others: [(String, CountdownStoreError.Kind)] = [
      (#"{"format":"sandglass countdown","version":2}"#, .newer(version: 2, accepted: 1...1)),
      (#"{"format":"tea","version":1}"#, .foreign(reason: #"its format is "tea""#)),
    ]
    for (text, kind) in others {
      values.set(text, for: "sandglass milk.json")
      #expect(errorKind { _ = try store.read("milk") } == kind)
      #expect(errorKind { try store.save(SampleRecord.make("milk")) } == kind)
    }
  }

  @Test("any record that is encoded and decoded is unchanged", .random)
  func codable() throws {
    var random = RandomRecord(seed: SeededGenerator.seedOfThisRun)
    for _ in 0..<repetitions(10_000) {
      let record = random.next()
      let data = try JSONEncoder().encode(record)
      #expect(try JSONDecoder().decode(CountdownRecord.self, from: data) == record)
    }
  }
}
