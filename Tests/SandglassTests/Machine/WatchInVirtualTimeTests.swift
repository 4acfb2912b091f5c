import Dispatch
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

/// Records in memory. Readers wait while it is blocked.
private final class SlowStore: CountdownRecordStore {
  let records = MemoryStore(isWatched: true)
  private let isHeld = Locked<@Sendable () -> Bool>({ false })
  private let reads = TimerNotes<String>()

  func hold(while isHeld: @escaping @Sendable () -> Bool) {
    self.isHeld.withLock { $0 = isHeld }
  }

  func waitForRead() async { await reads.wait(for: 1) }

  func read(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    let isHeld = isHeld.withLock { $0 }
    if isHeld() { reads.note(id) }
    _ = poll { !isHeld() }
    return try records.read(id)
  }

  func update(
    _ ids: [String], _ change: (String, CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] { records.update(ids, change) }

  func ids() throws(CountdownStoreError) -> [String] { try records.ids() }

  func watch(_ changed: @escaping @Sendable ([String]?) -> Void) -> (any StoreWatch)? {
    records.watch(changed)
  }
}

@Suite("VirtualTime: a store that is watched on another thread", .machine, .timeLimit(.minutes(10)))
struct WatchInVirtualTimeTests {
  private let time = VirtualTime()
  private let store = SlowStore()

  @Test("a record is saved when the call returns, even while the watch is reading")
  func saved() async throws {
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    tea.start()
    store.hold { !tea.isPaused }
    let foreign = SampleRecord.make("coffee")
    DispatchQueue.global().async { [store] in
      // The store reports the id of a record that has not changed.
      _ = store.update(["tea", "coffee"]) { id, _ in id == "tea" ? .none : .save(foreign) }
    }
    await store.waitForRead()
    tea.pause()
    let record = try #require(store.records.tea)
    guard case .paused = record.state else {
      Issue.record("\(record.state) was saved")
      return
    }
  }
}
