package import Dispatch
import Sandglass
import SandglassCore
public import SandglassLedger

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
  public static func findings(_ makeStore: () -> any CountdownRecordStore) -> [Finding] {
    findings(patience: .seconds(10), makeStore)
  }

  /// Runs all checks, and waits at most `patience` for a watch.
  package static func findings(
    patience: DispatchTimeInterval, _ makeStore: () -> any CountdownRecordStore
  ) -> [Finding] {
    var trial = Trial(store: makeStore())
    trial.tryEmptyPlace()
    // If the storage is not empty, stop here, because the suite would remove its records.
    guard trial.findings.isEmpty else { return trial.findings }
    trial.tryRecords()
    trial.tryIDs()
    trial.tryUpdates()
    trial.tryUpdatesOfMany()
    trial.trySecondStore(makeStore())
    trial.tryThreads()
    trial.tryWatching(patience)
    trial.tryRemoving(makeStore)
    return trial.findings
  }
}

/// One run of all checks.
private struct Trial {
  let store: any CountdownRecordStore
  var findings: [CountdownStoreConformance.Finding] = []

  // MARK: Checks

  mutating func tryEmptyPlace() {
    attempt("Empty storage has no ids") { store in
      let ids = try store.ids()
      return ids.isEmpty ? nil : "ids() returns \(ids)"
    }
    attempt("Reading an id without a record is no error") { store in
      try store.read("none") == nil ? nil : "a record is returned"
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
        return Self.difference(try store.read(record.id), record)
      }
    }
    let latest = SampleRecords.all.last
    attempt("Each save replaces the record of its id") { store in
      let ids = try store.ids()
      return ids == latest.map { [$0.id] } ? nil : "ids() returns \(ids)"
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
        return Self.difference(try store.read(id), record)
      }
    }
    for id in accepted {
      attempt("Ids are compared by their UTF-8 bytes") { store in
        Self.difference(try store.read(id), SampleRecords.record(id))
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

  mutating func tryUpdates() {
    let records = [SampleRecords.record("change"), SampleRecords.record("change").labelled("new")]
    attempt("A change receives the record, or nil, and its result is carried out") { store in
      var given: [CountdownRecord?] = []
      let changes: [RecordChange] = [.none, .remove, .save(records[0]), .save(records[1]), .none]
      for change in changes {
        var latest: CountdownRecord?
        try store.update("change") { record in
          latest = record
          return change
        }
        given.append(latest)
      }
      guard given == [nil, nil, nil, records[0], records[1]] else {
        return "it receives \(given.map { $0?.label })"
      }
      return Self.difference(try store.read("change"), records[1])
    }
    attempt("A change that removes a record affects no other record") { store in
      try store.update("change") { $0 == nil ? .none : .remove }
      guard try store.read("change") == nil else { return "the record still exists" }
      return try Self.isKept(SampleRecords.id, in: store) ? nil : "another record no longer exists"
    }
  }

  mutating func tryUpdatesOfMany() {
    let ids = (0..<8).map { "many\($0)" }
    attempt("An update makes the change of each record, and returns an entry for each") { store in
      let errors = store.update(ids + ["many8"]) { id, _ in .save(SampleRecords.record(id)) }
      if let found = Self.failure(errors, of: ids.count + 1) { return found }
      // One is replaced, one removed, and the others stay.
      let new = SampleRecords.record("many1").labelled("new")
      var given: [String: CountdownRecord] = [:]
      let others = store.update(ids) { id, record in
        given[id] = record
        return id == "many1" ? .save(new) : id == "many2" ? .remove : .none
      }
      if let found = Self.failure(others, of: ids.count) { return found }
      let records = ids.map { SampleRecords.record($0) }
      guard given == Dictionary(uniqueKeysWithValues: zip(ids, records)) else {
        return "the changes receive other records"
      }
      let wanted: [CountdownRecord?] = [records[0], new, nil] + records[3...].map(Optional.some)
      let read = try ids.map { try store.read($0) }
      return read == wanted ? nil : "the records are \(read.map { $0?.label })"
    }
    attempt("The failure of one record does not affect the others") { store in
      // Most stores cannot save one of these ids. Those that can have nothing to prove.
      for refused in ["", String(repeating: "a", count: 5000)] {
        let all = ["many3", refused, "many4"]
        let errors = store.update(all) { id, _ in .save(SampleRecords.record(id).labelled("new")) }
        guard errors.count == all.count else { return "\(errors.count) entries are returned" }
        for (id, error) in zip(all, errors) {
          let isSaved = (try? store.read(id))??.label == "new"
          guard isSaved == (error == nil) else {
            return "the entry of \(id.prefix(20).debugDescription) is \(String(describing: error))"
          }
          guard isSaved || id == refused else { return "the record of \(id) is not saved" }
        }
        if errors[1] == nil { try store.remove(refused) }
      }
      return nil
    }
  }

  private static func failure(_ errors: [CountdownStoreError?], of count: Int) -> String? {
    if let error = errors.compactMap(\.self).first { return "it returns \(error)" }
    return errors.count == count ? nil : "it returns \(errors.count) entries for \(count) ids"
  }

  mutating func tryWatching(_ patience: DispatchTimeInterval) {
    attempt("A watch is told about a change, if the store has watches") { store in
      let isReported = DispatchSemaphore(value: 0)
      let watch = store.watch { ids in
        if ids?.contains("watched") ?? true { isReported.signal() }
      }
      guard let watch else { return nil }
      try store.save(SampleRecords.record("watched"))
      return withExtendedLifetime(watch) {
        isReported.wait(timeout: .now() + patience) == .success ? nil : "it is not told"
      }
    }
  }

  mutating func trySecondStore(_ second: any CountdownRecordStore) {
    attempt("Two stores for the same storage have the same identity") { store in
      store.identity == second.identity
        ? nil : "the identities are \(store.identity) and \(second.identity)"
    }
    attempt("A store reads the records that another store has saved") { store in
      let record = SampleRecords.record("second")
      try store.save(record)
      return Self.difference(try second.read("second"), record)
    }
    attempt("Two stores for the same storage read each other's changes") { store in
      let records = [SampleRecords.record("turns"), SampleRecords.record("turns").labelled("new")]
      var found: [CountdownRecord?] = [try second.read("turns"), try store.read("turns")]
      try store.save(records[0])
      found.append(try second.read("turns"))
      try second.save(records[1])
      found.append(try store.read("turns"))
      let ids = [try store.ids(), try second.ids()]
      try store.remove("turns")
      found.append(try second.read("turns"))
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
          _ = (try store.ids(), try store.read(id))
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
    attempt("No thread changes a record between another one's reading and writing") { store in
      try store.save(SampleRecords.record("count").labelled("0"))
      DispatchQueue.concurrentPerform(iterations: count) { _ in
        try? store.update("count") { record in
          let number = record?.label.flatMap { Int($0) } ?? 0
          return .save(SampleRecords.record("count").labelled("\(number + 1)"))
        }
      }
      let found = try store.read("count")?.label
      return found == "\(count)" ? nil : "of \(count) changes, \(found ?? "none") are made"
    }
  }

  mutating func tryRemoving(_ makeStore: () -> any CountdownRecordStore) {
    let later = makeStore()
    attempt("A store that is created later has the records of earlier stores") { store in
      let ids = try store.ids()
      guard try later.ids() == ids else { return "ids() returns \(try later.ids()) for \(ids)" }
      for id in ids {
        if let found = Self.difference(try later.read(id), try store.read(id)) {
          return found
        }
      }
      return nil
    }
    attempt("A removed record no longer exists") { store in
      for id in try store.ids() { try store.remove(id) }
      let ids = try store.ids()
      guard ids.isEmpty else { return "ids() returns \(ids)" }
      return try store.read(SampleRecords.id) == nil ? nil : "the record is returned"
    }
  }

  // MARK: Helpers

  /// Checks one rule. The check fails if `body` returns a description of the failure, or throws.
  private mutating func attempt(
    _ rule: String, _ body: (any CountdownRecordStore) throws -> String?
  ) {
    do {
      guard let found = try body(store) else { return }
      findings.append(.init(rule: rule, found: found))
    } catch {
      findings.append(.init(rule: rule, found: "it throws \(error)"))
    }
  }

  private static func isKept(_ id: String, in store: any CountdownRecordStore) throws -> Bool {
    do throws(CountdownStoreError) {
      return try store.read(id).map { $0.id.utf8.elementsEqual(id.utf8) } ?? false
    } catch {
      if case .invalidID = error.kind { return false }
      throw error
    }
  }

  private static func difference(
    _ found: CountdownRecord?, _ wanted: CountdownRecord?
  ) -> String? {
    let isSame =
      found == wanted && found.map { Array($0.id.utf8) } == wanted.map { Array($0.id.utf8) }
    return isSame
      ? nil : "read(_:) returns \(String(describing: found)) for \(String(describing: wanted))"
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

  /// Those without a label are plain. The others have a value in every field.
  static let all: [CountdownRecord] = states.flatMap { state in
    labels.flatMap { label in
      targets.map { target in
        guard let label else {
          return CountdownRecord(
            id: id, label: nil, state: state, target: target, total: .zero, options: .standard,
            written: ClockInstant(
              steady: .origin, wall: CountdownRecord.noPlace, boot: nil))
        }
        return CountdownRecord(
          id: id, label: label, state: state, target: target,
          total: .nanoseconds(1_500_000_000_001), phaseIndex: 1, untold: .milliseconds(250),
          options: options, written: written, certainty: .estimated, run: 1_795_226_771,
          revision: 4_611_686_018, change: .extended(by: .milliseconds(-250)),
          eventCount: pending.count, started: written.wall, pending: pending, lease: lease)
      }
    }
  }

  private static let pending: [PendingEvent] = [
    PendingEvent.Kind.milestone(.progress(0.3)), .phaseEnd(isSkipped: true), .finish,
  ].enumerated().map { index, kind in
    PendingEvent(
      kind, run: 1_795_226_771, number: index + 1, phaseIndex: index,
      total: .nanoseconds(1_500_000_000_001),
      phase: kind == .phaseEnd(isSkipped: true)
        ? PendingEvent.PhaseOfEvent(
          Phase("Focus", .seconds(1500)), round: 2, next: Phase("", .nanoseconds(1))) : nil,
      at: written)
  }

  private static let lease = CountdownRecord.Lease(
    to: ProcessIdentity(number: 4711, start: "2841", space: "here", boot: BootIdentity("boot")),
    until: Moment(nanoseconds: 3_960_000_000_002))

  private static let written = ClockInstant(
    steady: Moment(nanoseconds: 3_960_000_000_001),
    wall: WallMoment(timeSince1970: .nanoseconds(1_795_226_771_123_456_789 as Int64)),
    boot: BootIdentity("boot"), asleep: .nanoseconds(3_600_000_000_001))

  private static let states: [CountdownRecord.State] = [
    .running(
      deadline: Moment(nanoseconds: 5_460_000_000_001),
      wallDeadline: WallMoment(timeSince1970: .nanoseconds(1_795_228_271_123_456_789 as Int64))),
    .paused(remaining: .nanoseconds(12_000_000_001)),
    .paused(
      remaining: .nanoseconds(12_000_000_001),
      end: WallMoment(timeSince1970: .nanoseconds(1_795_228_271_123_456_789 as Int64))),
    .overtime(
      deadline: Moment(nanoseconds: 3_950_000_000_000),
      wallDeadline: WallMoment(timeSince1970: .nanoseconds(-1 as Int64))),
    .finished(at: WallMoment(timeSince1970: .nanoseconds(1_795_226_761_123_456_788 as Int64))),
  ]

  private static let labels: [String?] = [nil, "", "Tea — 茶", "a\n\"b\"\\"]

  private static let targets: [CountdownTarget] = [
    .duration(.nanoseconds(1_500_000_000_001)),
    .wall(WallMoment(timeSince1970: .nanoseconds(1_795_228_271_123_456_789 as Int64))),
    .phases(PhasePlan([Phase("Focus", .seconds(1500)), Phase("", .nanoseconds(1))], rounds: 4)),
  ]

  private static let options: CountdownOptions = {
    var options = CountdownOptions(
      unit: .milliseconds(100), rounding: .nearest,
      milestones: [.remaining(.seconds(60)), .elapsed(.seconds(5.5)), .progress(0.3)],
      milestoneLatenessLimit: .milliseconds(1), countsPastZero: true,
      tolerance: .milliseconds(3), keepsRecord: true, pausesAsleep: true)
    options.pulse = Moment(nanoseconds: 7)
    return options
  }()
}
