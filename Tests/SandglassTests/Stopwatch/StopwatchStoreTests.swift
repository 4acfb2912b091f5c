import Foundation
import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

/// Sample records of stopwatches.
private enum SampleRun {
  static func make(
    _ id: String = "run", isRunning: Bool = true, certainty: Certainty = .exact
  ) -> StopwatchRecord {
    StopwatchRecord(
      id: id, isRunning: isRunning, total: .nanoseconds(83_000_000_001),
      laps: [.seconds(40), .zero, .nanoseconds(12_000_000_001)], written: SampleRecord.written,
      certainty: certainty)
  }
}

@Suite("Law 12: the records of stopwatches")
struct StopwatchStoreTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder.made()
  }

  private static let golden: [String: StopwatchRecord] = [
    "running": SampleRun.make(), "stopped": SampleRun.make(isRunning: false),
    "estimated": SampleRun.make(certainty: .estimated),
  ]

  @Test(
    "records of version 1 are read, and written with the same bytes",
    arguments: golden.keys.sorted())
  func goldenRecords(name: String) throws {
    let file = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "GoldenRecords/stopwatch/\(name).json")
    let record = try #require(Self.golden[name])
    let written = try record.bytes()
    let bytes = Array(try Data(contentsOf: file))
    #expect(try StopwatchRecord.read(bytes) == record)
    #expect(written == bytes)
  }

  @Test("random records are read back unchanged, and written with the same bytes", .random)
  func roundTrips() throws {
    var random = SeededGenerator(for: "records of stopwatches")
    var texts = RandomRecord(seed: random.next())
    for _ in 0..<repetitions(10_000) {
      let record = StopwatchRecord(
        id: texts.text(), isRunning: random.once(in: 2),
        total: max(.zero, random.extremeDuration()).clampedToComponents,
        laps: (0..<random.number(0...5)).map { _ in
          max(.zero, random.extremeDuration()).clampedToComponents
        },
        written: texts.instant(),
        certainty: Certainty.allCases.randomElement(using: &random) ?? .exact)
      let bytes = try record.bytes()
      let again = try StopwatchRecord.read(bytes)
      guard again == record, try again.bytes() == bytes else {
        Issue.record("\(record) comes back as \(again)")
        return
      }
    }
  }

  @Test("all three stores find, replace and remove saved records, beside those of countdowns")
  func stores() throws {
    let values = Locked<[String: Data]>([:])
    let keyValue = KeyValueRecords(
      identity: "values", read: { key in values.withLock { $0[key] } },
      write: { key, value in values.withLock { $0[key] = value } },
      keys: { values.withLock { Array($0.keys) } })
    let stores: [any CountdownRecordStore & StopwatchRecordStore] = [
      folder.store, keyValue, MemoryRecords(),
    ]
    for store in stores {
      #expect(try store.readStopwatch("tea") == nil)
      try store.removeStopwatch("tea")
      let reported = Locked<[[String]?]>([])
      let watch = store.watchStopwatches { ids in reported.withLock { $0.append(ids) } }
      try store.save(SampleRun.make("tea"))
      #expect((watch == nil) == (store is KeyValueRecords))
      #expect(poll { watch == nil || reported.withLock { $0.contains(["tea"]) } })
      var found: [StopwatchRecord?] = []
      let changed = SampleRun.make("milk")
      let errors = store.updateStopwatches(["tea", "milk"]) { id, record in
        found.append(record)
        return id == "milk" ? .save(changed) : .none
      }
      #expect(errors.count == 2 && errors.allSatisfy { $0 == nil })
      #expect(found == [SampleRun.make("tea"), nil])
      #expect(try store.readStopwatch("milk") == changed)
      #expect(try store.ids() == [])
      try store.save(SampleRecord.make("tea"))
      #expect(try store.ids() == ["tea"])
      try store.save(SampleRun.make("tea", isRunning: false))
      #expect(try store.readStopwatch("tea") == SampleRun.make("tea", isRunning: false))
      #expect(try store.read("tea") == SampleRecord.make("tea"))
      try store.remove("tea")
      #expect(try store.readStopwatch("tea") != nil)
      try store.removeStopwatch("tea")
      #expect(try store.readStopwatch("tea") == nil)
    }
    for store in stores.prefix(2) {
      #expect(throws: CountdownStoreError.self) { try store.save(SampleRun.make("")) }
    }
  }

  @Test("ids with any bytes have distinct names, which no record of a countdown has")
  func names() throws {
    let store = folder.store
    let ids = ["run", "Run", "run.stopwatch", "run.json", "../run", "é", "e\u{301}", "a b"]
    for id in ids {
      try store.save(SampleRun.make(id))
      try store.save(SampleRecord.make(id))
    }
    #expect(try store.ids().count == ids.count)
    for id in ids { #expect(try store.readStopwatch(id) == SampleRun.make(id)) }
    #expect(try folder.names.contains("run.stopwatch.json"))
    let longest = String(repeating: "a", count: 224)
    try store.save(SampleRun.make(longest))
    #expect(try store.readStopwatch(longest) != nil)
    #expect(throws: CountdownStoreError.self) { try store.readStopwatch(longest + "a") }
  }

  @Test("reading and removing create nothing")
  func noFolder() throws {
    folder.remove()
    #expect(try folder.store.readStopwatch("run") == nil)
    try folder.store.removeStopwatch("run")
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test("a damaged record differs from a missing one, and is set aside when it is replaced")
  func damaged() throws {
    let reported = TimerNotes<CountdownStoreError.Kind>()
    let store = FileRecords(folder: folder.path, onDamage: { reported.note($0.kind) })
    try store.save(SampleRun.make())
    let intact = try folder.read("run.stopwatch.json")
    var flipped = intact
    flipped[intact.count / 2] ^= 1
    try folder.write(flipped, to: "run.stopwatch.json")
    let kind = errorKind { _ = try store.readStopwatch("run") }
    guard case .damaged(_, nil)? = kind else {
      Issue.record("it is \(String(describing: kind))")
      return
    }
    #expect(try folder.names == ["run.stopwatch.json"])
    try store.save(SampleRun.make(isRunning: false))
    #expect(reported.count == 1)
    #expect(try folder.read("run.stopwatch.damaged-1.json") == flipped)
    #expect(try store.readStopwatch("run") == SampleRun.make(isRunning: false))
    #expect(try store.ids() == [])

    try folder.write(flipped, to: "run.stopwatch.json")
    let removal = errorKind { try store.removeStopwatch("run") }
    guard case .damaged(_, "run.stopwatch.damaged-2.json")? = removal else {
      Issue.record("it is \(String(describing: removal))")
      return
    }
    #expect(try store.readStopwatch("run") == nil)
  }

  @Test("every flipped bit and every truncation is detected as damage")
  func flips() throws {
    let bytes = try SampleRun.make().bytes()
    for position in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[position] ^= 1 << bit
        #expect(throws: RecordFault.self) { try StopwatchRecord.read(flipped) }
      }
      #expect(throws: RecordFault.self) { try StopwatchRecord.read(Array(bytes.prefix(position))) }
    }
  }

  @Test("a foreign or newer file, or a countdown's record, is left as it is")
  func leftAlone() throws {
    let store = folder.store
    let newer = RecordEnvelope.sealed(
      Array("{\n  \"format\" : \"sandglass stopwatch\",\n  \"version\" : 2\n}".utf8))
    let contents: [[UInt8]] = [
      Array("my own".utf8), newer, try RecordFile.bytes(of: SampleRecord.make("run")),
    ]
    for bytes in contents {
      try folder.write(bytes, to: "run.stopwatch.json")
      let kinds = [
        errorKind { _ = try store.readStopwatch("run") },
        errorKind { try store.save(SampleRun.make()) },
        errorKind { try store.removeStopwatch("run") },
      ]
      for kind in kinds {
        switch kind {
        case .foreign?, .newer(version: 2, accepted: 1...1)?: break
        default: Issue.record("it is \(String(describing: kind))")
        }
      }
      #expect(try folder.read("run.stopwatch.json") == bytes)
    }
    // A stopwatch's record in place of a countdown's is also foreign.
    try folder.write(try SampleRun.make("tea").bytes(), to: "tea.json")
    guard case .foreign? = errorKind({ _ = try store.read("tea") }) else {
      Issue.record("a stopwatch's record was read as a countdown's")
      return
    }
  }

  @Test(
    "an invalid value is reported as damage, and never traps",
    arguments: [
      ("\"83.000000001 s\"", "\"-1 s\"", "its total is -1 s; accepted: 0 s or more"),
      ("\"40 s\"", "\"-40 s\"", "its lap is -40 s; accepted: 0 s or more"),
      ("\"40 s\"", "40", "record.laps"),
      ("\"running\"", "\"paused\"", "accepted: running, stopped"),
      ("\"total\"", "\"sum\"", "it has no record.total"),
      ("\"version\" : 1", "\"version\" : 0", "its version is 0"),
      ("\"3960.000000001 s\"", "\"-1 s\"", "record.written.steady"),
    ])
  func badValues(from: String, to: String, reason: String) throws {
    let object = try RecordEnvelope.encode(RecordDocument(SampleRun.make()))
    let text = String(decoding: object, as: UTF8.self)
    #expect(text.contains(from))
    let bytes = RecordEnvelope.sealed(Array(text.replacing(from, with: to).utf8))
    do throws(RecordFault) {
      _ = try StopwatchRecord.read(bytes)
      Issue.record("it was read")
    } catch {
      guard case .damaged(let reported) = error else {
        Issue.record("it is \(error)")
        return
      }
      #expect(reported.contains(reason), "\(reported)")
    }
  }

  @Test("a kept stopwatch in a folder is restored, and replaces a damaged record")
  func kept() async throws {
    var run: Stopwatch? = folder.store.on(Timekeeper()).stopwatch("run")
    run?.start()
    run?.lap()
    run?.stop()
    try await run?.saved()
    var again: Stopwatch? = folder.store.on(Timekeeper()).stopwatch("run")
    #expect(again?.elapsed == run?.elapsed && again?.laps == run?.laps && again?.state == .stopped)
    (run, again) = (nil, nil)
    try folder.write([], to: "run.stopwatch.json")
    let damaged = folder.store.on(Timekeeper()).stopwatch("run")
    guard case .damaged? = damaged.storeError?.kind else {
      Issue.record("it is \(String(describing: damaged.storeError))")
      return
    }
    damaged.start()
    try await damaged.saved()
    #expect(try folder.names == ["run.stopwatch.damaged-1.json", "run.stopwatch.json"])
  }

  @Test("a record that is damaged while a process uses it is written again at the next change")
  func healed() async throws {
    let run = folder.store.on(Timekeeper()).stopwatch("run")
    run.start()
    run.lap()
    try await run.saved()
    try folder.write([], to: "run.stopwatch.json")
    run.lap()
    run.stop()
    let elapsed = run.elapsed
    // The lap and the stop may be saved one after the other, and the lap's save may set the record aside.
    var record: StopwatchRecord?
    #expect(
      poll {
        record = try? folder.store.readStopwatch("run")
        return record?.isRunning == false && run.storeError == nil
      })
    #expect(record?.total == elapsed && record?.laps.count == 2)
    #expect(run.state == .stopped && run.elapsed == elapsed && run.laps.count == 2)
    #expect(try folder.names == ["run.stopwatch.damaged-1.json", "run.stopwatch.json"])
  }
}
