import Dispatch
public import Sandglass
import SandglassCore

/// A conformance suite for stores of countdowns.
///
/// ```swift
/// #expect(CountdownStoreConformance.findings { OneFileStore(file: file) } == [])
/// ```
public enum CountdownStoreConformance {
  /// A rule that a store breaks, and the behaviour that breaks it.
  public struct Finding: Sendable, Hashable, CustomStringConvertible {
    /// The rule.
    public let rule: String

    /// The store's actual behaviour.
    public let found: String

    /// The rule and the store's behaviour.
    public var description: String { "\(rule): \(found)" }
  }

  /// Runs all checks on a store, and returns the rules that it breaks.
  ///
  /// The storage must be empty. It is empty again afterwards, unless the store fails to remove records. The suite saves
  /// a few hundred records. The store may reject ids with characters other than lower-case letters and digits. The
  /// suite cannot check behaviour that appears only after a crash or a power failure.
  ///
  /// - Parameter makeStore: Creates a store. Each call must create a store for the same storage.
  /// - Returns: A finding for each rule that is broken.
  public static func findings(_ makeStore: () -> any CountdownStore) -> [Finding] {
    var trial = Trial(store: makeStore())
    trial.tryEmptyPlace()
    // If the storage is not empty, stop here, because the suite would remove its records.
    guard trial.findings.isEmpty else { return trial.findings }
    trial.tryRecords()
    trial.tryIDs()
    trial.tryChanges()
    trial.trySecondStore(makeStore())
    trial.tryThreads()
    trial.tryRemoving(makeStore)
    return trial.findings
  }
}

/// One run of all checks.
private struct Trial {
  let store: any CountdownStore
  var findings: [CountdownStoreConformance.Finding] = []

  // MARK: Checks

  mutating func tryEmptyPlace() {
    attempt("Empty storage has no ids") { store in
      let ids = try store.ids()
      return ids.isEmpty ? nil : "ids() returns \(ids)"
    }
    attempt("Reading an id without a record is no error") { store in
      let records = [try store.record("none"), try store.look(at: "none")].compactMap(\.self)
      return records.isEmpty ? nil : "a record is returned"
    }
    attempt("Removing an id without a record is no error") { store in
      try store.remove("none")
      return nil
    }
  }

  mutating func tryRecords() {
    for record in SampleRecords.all {
      attempt("A record comes back as it was saved") { store in
        try store.save(record)
        let (read, looked) = (try store.record(record.id), try store.look(at: record.id))
        return Self.difference(read, record, "record(_:)")
          ?? Self.difference(looked, record, "look(at:)")
      }
    }
    let latest = SampleRecords.all.last
    attempt("Each save replaces the record of its id") { store in
      let ids = try store.ids()
      return ids == latest.map { [$0.id] } ? nil : "ids() returns \(ids)"
    }
    attempt("look(at:) changes nothing") { store in
      for _ in 0..<3 { _ = try store.look(at: SampleRecords.id) }
      return Self.difference(try store.record(SampleRecords.id), latest, "record(_:)")
    }
  }

  mutating func tryIDs() {
    var accepted: [String] = []
    for id in SampleRecords.ids {
      attempt("Every id can have a record, or is rejected as invalid") { store in
        let record = SampleRecords.record(id)
        do throws(CountdownStoreError) {
          try store.save(record)
        } catch {
          if case .invalidID = error.kind { return nil }
          throw error
        }
        accepted.append(id)
        return Self.difference(try store.record(id), record, "record(_:)")
      }
    }
    for id in accepted {
      attempt("Ids are compared by their UTF-8 bytes") { store in
        Self.difference(try store.record(id), SampleRecords.record(id), "record(_:)")
      }
    }
    attempt("ids() returns the ids of all records, sorted by their bytes") { store in
      let ids = try store.ids().map { Array($0.utf8) }
      let wanted = (accepted + [SampleRecords.id]).map { Array($0.utf8) }
      return ids == wanted.sorted { $0.lexicographicallyPrecedes($1) }
        ? nil : "ids() returns \(try store.ids())"
    }
    attempt("Removing a record removes no other") { store in
      let kept = try SampleRecords.ids.filter { try Self.isKept($0, in: store) }
      guard let first = kept.first else { return nil }
      try store.remove(first)
      let left = try kept.filter { try Self.isKept($0, in: store) }
      return left.map { Array($0.utf8) } == kept.dropFirst().map { Array($0.utf8) }
        ? nil : "of \(kept), \(left) are left after remove(\(first.debugDescription))"
    }
  }

  mutating func tryChanges() {
    let records = [SampleRecords.record("change"), SampleRecords.record("change").labelled("new")]
    attempt("A change receives the record, or nil, and its result is carried out") {
      store in
      var given: [CountdownRecord?] = []
      let changes: [RecordChange] = [.none, .remove, .save(records[0]), .save(records[1]), .none]
      for change in changes {
        var latest: CountdownRecord?
        try store.change("change") { record in
          latest = record
          return change
        }
        given.append(latest)
      }
      guard given == [nil, nil, nil, records[0], records[1]] else {
        return "it receives \(given.map { $0?.label })"
      }
      return Self.difference(try store.record("change"), records[1], "record(_:)")
    }
    attempt("A change that removes a record affects no other record") { store in
      try store.change("change") { $0 == nil ? .none : .remove }
      guard try store.record("change") == nil else { return "the record still exists" }
      return try Self.isKept(SampleRecords.id, in: store) ? nil : "another record no longer exists"
    }
  }

  mutating func trySecondStore(_ second: any CountdownStore) {
    attempt("Two stores for the same storage have the same identity") { store in
      store.identity == second.identity
        ? nil : "the identities are \(store.identity) and \(second.identity)"
    }
    attempt("A store reads the records that another store has saved") { store in
      let record = SampleRecords.record("second")
      try store.save(record)
      return Self.difference(try second.record("second"), record, "record(_:)")
    }
    attempt("Two stores for the same storage read each other's changes") { store in
      let records = [SampleRecords.record("turns"), SampleRecords.record("turns").labelled("new")]
      var found: [CountdownRecord?] = [try second.record("turns"), try store.record("turns")]
      try store.save(records[0])
      found.append(try second.record("turns"))
      try second.save(records[1])
      found.append(try store.record("turns"))
      let ids = [try store.ids(), try second.ids()]
      try store.remove("turns")
      found.append(try second.record("turns"))
      guard found == [nil, nil, records[0], records[1], nil] else {
        return "they read \(found.map { $0?.label ?? "nothing" })"
      }
      return ids[0] == ids[1] ? nil : "their ids() return \(ids)"
    }
  }

  mutating func tryThreads() {
    let count = 64
    attempt("Every method may be called from any thread") { store in
      let errors = Locked<[String]>([])
      DispatchQueue.concurrentPerform(iterations: count) { number in
        let id = "thread\(number)"
        do {
          try store.save(SampleRecords.record(id))
          _ = (try store.ids(), try store.record(id), try store.look(at: id))
          if number % 2 == 1 { try store.remove(id) }
        } catch {
          errors.withLock { $0.append("\(error)") }
        }
      }
      if let error = errors.withLock({ $0.first }) { return "it throws \(error)" }
      let kept = try (0..<count).filter { try Self.isKept("thread\($0)", in: store) }
      return kept.allSatisfy { $0 % 2 == 0 } && kept.count == count / 2
        ? nil : "of \(count / 2) records, \(kept.count) exist"
    }
  }

  mutating func tryRemoving(_ makeStore: () -> any CountdownStore) {
    let later = makeStore()
    attempt("A store that is created later has the records of earlier stores") { store in
      let ids = try store.ids()
      guard try later.ids() == ids else { return "ids() returns \(try later.ids()) for \(ids)" }
      for id in ids {
        if let found = Self.difference(try later.record(id), try store.record(id), id) {
          return found
        }
      }
      return nil
    }
    attempt("A removed record no longer exists") { store in
      for id in try store.ids() { try store.remove(id) }
      let ids = try store.ids()
      guard ids.isEmpty else { return "ids() returns \(ids)" }
      return try store.record(SampleRecords.id) == nil ? nil : "the record is returned"
    }
  }

  // MARK: Helpers

  /// Checks one rule. The check fails if `body` returns a description of the failure, or throws.
  private mutating func attempt(
    _ rule: String, _ body: (any CountdownStore) throws -> String?
  ) {
    do {
      guard let found = try body(store) else { return }
      findings.append(.init(rule: rule, found: found))
    } catch {
      findings.append(.init(rule: rule, found: "it throws \(error)"))
    }
  }

  private static func isKept(_ id: String, in store: any CountdownStore) throws -> Bool {
    do throws(CountdownStoreError) {
      return try store.record(id).map { $0.id.utf8.elementsEqual(id.utf8) } ?? false
    } catch {
      if case .invalidID = error.kind { return false }
      throw error
    }
  }

  private static func difference(
    _ found: CountdownRecord?, _ wanted: CountdownRecord?, _ method: String
  ) -> String? {
    let isSame =
      found == wanted && found.map { Array($0.id.utf8) } == wanted.map { Array($0.id.utf8) }
    return isSame
      ? nil : "\(method) returns \(String(describing: found)) for \(String(describing: wanted))"
  }
}

extension CountdownRecord {
  fileprivate func labelled(_ label: String) -> CountdownRecord {
    CountdownRecord(
      id: id, label: label, state: state, target: target, total: total, options: options,
      written: written)
  }
}

/// Sample records that cover every state, label and target.
private enum SampleRecords {
  static let id = "sample"

  static let ids = [
    "tea", "Tea", "TEA", "café", "cafe\u{301}", "cafz", "a/b", "../up", ".", "tea.json",
    "two words", "%41",
    "\u{1FAD6}", "z", String(repeating: "a", count: 200),
  ]

  static func record(_ id: String) -> CountdownRecord {
    CountdownRecord(
      id: id, label: id, state: .paused(remaining: .seconds(id.utf8.count)),
      target: .duration(.seconds(60)), total: .seconds(60), options: .standard, written: written)
  }

  static let all: [CountdownRecord] = states.flatMap { state in
    labels.flatMap { label in
      targets.map { target in
        CountdownRecord(
          id: id, label: label, state: state, target: target,
          total: .nanoseconds(1_500_000_000_001), options: options, written: written,
          certainty: label == nil ? .exact : .estimated, claim: label == nil ? nil : claim)
      }
    }
  }

  private static let claim = CountdownRecord.Claim(
    by: ProcessIdentity(number: 4711, start: "2841", space: "here", boot: BootIdentity("boot")),
    made: Moment(nanoseconds: 3_960_000_000_002))

  private static let written = CountdownRecord.Instant(
    steady: Moment(nanoseconds: 3_960_000_000_001),
    wall: WallMoment(nanosecondsSince1970: 1_795_226_771_123_456_789), boot: BootIdentity("boot"))

  private static let states: [CountdownRecord.State] = [
    .running(
      deadline: Moment(nanoseconds: 5_460_000_000_001),
      wallDeadline: WallMoment(nanosecondsSince1970: 1_795_228_271_123_456_789)),
    .paused(remaining: .nanoseconds(12_000_000_001)),
    .overtime(
      deadline: Moment(nanoseconds: 3_950_000_000_000),
      wallDeadline: WallMoment(nanosecondsSince1970: -1)),
    .finished(at: WallMoment(nanosecondsSince1970: 1_795_226_761_123_456_788)),
  ]

  private static let labels: [String?] = [nil, "", "Tea — 茶", "a\n\"b\"\\"]

  private static let targets: [CountdownRecord.Target] = [
    .duration(.nanoseconds(1_500_000_000_001)),
    .wall(WallMoment(nanosecondsSince1970: 1_795_228_271_123_456_789)),
  ]

  private static let options = CountdownOptions(
    unit: .milliseconds(100), rounding: .nearest, milestones: [.seconds(60), .seconds(5.5)],
    countsPastZero: true, tolerance: .milliseconds(3))
}
