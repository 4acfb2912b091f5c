import Dispatch
import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

/// A store whose changes block until the test releases them.
private final class HangingStore: CountdownRecordStore {
  private let records = Locked<[String: CountdownRecord]>([:])
  private let gate = DispatchSemaphore(value: 0)
  let begun = TimerNotes<String>()

  /// Releases blocked changes.
  func open(_ changes: Int = 1000) {
    for _ in 0..<changes { gate.signal() }
  }

  func read(_ id: String) -> CountdownRecord? { records.withLock { $0[id] } }

  func update(
    _ ids: [String], _ change: (String, CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    ids.map { id in
      let changed: CountdownRecord?
      switch change(id, read(id)) {
      case .none: return nil
      case .save(let record): changed = record
      case .remove: changed = nil
      }
      begun.note(id)
      gate.wait()
      records.withLock { $0[id] = changed }
      return nil
    }
  }

  func ids() -> [String] { records.withLock { $0.keys.sorted() } }
}

@Suite(
  "Law 7: no call of a kept countdown waits for a disk, a lock or another process", .machine,
  .timeLimit(.minutes(10)))
struct NobodyWaitsTests {
  private static func useAll(
    _ id: String, in store: any CountdownRecordStore, on timekeeper: Timekeeper
  ) {
    let countdown = store.on(timekeeper).countdown(id, startingFrom: .seconds(600))
    countdown.start()
    countdown.pause()
    countdown.resume()
    countdown.extend(by: .seconds(1))
    _ = (countdown.reading, countdown.storeError, countdown.restoration)
    #expect(store.on(timekeeper).countdown(id, startingFrom: .seconds(1)) === countdown)
    countdown.restart()
    countdown.acknowledgeFinish()
    countdown.cancel()
    countdown.discard()
  }

  @Test("calls do not wait for a save that hangs")
  func hangingSave() async throws {
    let store = HangingStore()
    let timekeeper = Timekeeper()
    let first = store.on(timekeeper).countdown("first", startingFrom: .seconds(600))
    first.start()
    await store.begun.wait(for: 1)
    // If a call waited, it would wait forever.
    Self.useAll("first", in: store, on: timekeeper)
    Self.useAll("second", in: store, on: timekeeper)
    store.open()
    try await first.saved()
    #expect(store.ids() == [])
  }

  @Test("a record that is being removed is not restored", arguments: [false, true])
  func notRevived(isDiscarded: Bool) async throws {
    let store = HangingStore()
    let timekeeper = Timekeeper()
    let tea = store.on(timekeeper).countdown("tea", startingFrom: .seconds(600))
    tea.start()
    store.open(1)
    try await tea.saved()
    if isDiscarded { tea.discard() } else { tea.cancel() }
    await store.begun.wait(for: 2)
    #expect(store.read("tea") != nil, "the removal hangs")
    #expect(try store.on(timekeeper).countdown("tea") == nil)
    #expect(try store.on(timekeeper).countdowns().isEmpty)
    #expect(
      store.on(timekeeper).countdown("tea", startingFrom: .seconds(1)) === tea)
    #expect(tea.state == .idle)
    store.open(1)
    try await tea.saved()
    #expect(store.read("tea") == nil)
    #expect(try store.on(timekeeper).countdown("tea") == nil)
  }

  @MainActor
  // Which save hangs when the end is told depends on the machine.
  @Test(
    "what waits for the saves also waits for the end that was handled while one hangs",
    arguments: 1...10)
  func handledDuringSave(_: Int) async {
    let store = HangingStore()
    let timekeeper = Timekeeper()
    let phases = [Phase("Work", .milliseconds(20)), Phase("Break", .milliseconds(20))]
    let tea = store.on(timekeeper).countdown("tea", phases: phases)
    let told = TimerNotes<String>()
    tea.onPhaseEnd(with: told) { told, end in told.note(end.phase.name) }
    tea.onEnd(with: told) { told, _ in told.note("end") }
    tea.start()
    store.open(1)
    await store.begun.wait(for: 2)
    await told.wait(for: 3)
    let left = TimerNotes<[String]>()
    timekeeper.afterSaves { left.note(store.ids()) }
    store.open()
    await left.wait(for: 1)
    #expect(left.values == [[]])
  }

  @Test("threads that create, end and replace the countdown of one record get the same object")
  func threads() async throws {
    let store = MemoryRecords()
    let timekeeper = Timekeeper()
    let rounds = repetitions(2_000)
    await withTaskGroup(of: Void.self) { group in
      for thread in 0..<3 {
        group.addTask {
          for round in 0..<rounds {
            let tea = store.on(timekeeper).countdown("tea", startingFrom: .microseconds(300))
            tea.start()
            tea.pause()
            let again = store.on(timekeeper).countdown("tea", startingFrom: .microseconds(300))
            #expect(again === tea)
            tea.resume()
            switch (round + thread) % 4 {
            case 0: tea.cancel()
            case 1: tea.discard()
            case 2: tea.acknowledgeFinish()
            default: _ = try? store.on(timekeeper).countdowns()
            }
          }
        }
      }
    }
    let tea = store.on(timekeeper).countdown("tea", startingFrom: .seconds(1))
    tea.discard()
    try await tea.saved()
    #expect(store.ids() == [])
  }

  @Test(
    "calls do not wait for another process that holds the folder's lock", arguments: [false, true])
  func lockedFolder(isDamaged: Bool) async throws {
    let folder = try TemporaryFolder.made()
    let store = FileRecords(folder: folder.path)
    try store.save(SampleRecord.make())
    if isDamaged { try folder.write(Array("{".utf8), to: "tea.json") }
    let timekeeper = Timekeeper()
    let took: Duration
    do {
      let change = try FolderChange(in: RecordFolder(folder.path))
      let start = timekeeper.now
      Self.useAll("tea", in: store, on: timekeeper)
      Self.useAll("milk", in: store, on: timekeeper)
      took = timekeeper.now - start
      extendLifetime(change)
    }
    // A change would have waited for ten seconds.
    #expect(took < .seconds(5), "\(took)")
    let tea = store.on(timekeeper).countdown("tea", startingFrom: .seconds(600))
    try? await tea.saved()
    #expect(try folder.names.contains("tea.damaged-1.json") == isDamaged)
    #expect(try store.read("tea") == nil)
  }

  @Test("quick changes are written together, and the last one is in the record")
  func coalesced() async throws {
    let folder = try TemporaryFolder.made()
    let store = FileRecords(folder: folder.path)
    let timekeeper = Timekeeper()
    let tea = store.on(timekeeper).countdown("tea", startingFrom: .seconds(600))
    for _ in 0..<repetitions(1_000, atLeast: 250) {
      tea.start()
      tea.pause()
      tea.resume()
      tea.extend(by: .seconds(1))
    }
    tea.pause()
    let remaining = tea.remaining
    try await tea.saved()
    #expect(try store.read("tea")?.state == .paused(remaining: remaining))
    tea.cancel()
    try await tea.saved()
    #expect(try store.read("tea") == nil)
  }
}
