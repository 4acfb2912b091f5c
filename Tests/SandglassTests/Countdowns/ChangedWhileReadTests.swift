import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores
import SandglassTesting
import SandglassTestSupport
import Testing

/// Records in memory. Another process acts just after a record was read, or after one was written.
private final class RacingStore: CountdownRecordStore {
  let records = MemoryStore(isWatched: true)
  private let action = Locked<(@Sendable () -> Void)?>(nil)

  func afterNextAccess(_ body: @escaping @Sendable () -> Void) {
    action.withLock { $0 = body }
  }

  func read(_ id: String) throws(CountdownStoreError) -> CountdownRecord? {
    defer { act() }
    return try records.read(id)
  }

  func update(
    _ ids: [String], _ change: (String, CountdownRecord?) -> RecordChange
  ) -> [CountdownStoreError?] {
    defer { act() }
    return records.update(ids, change)
  }

  func ids() throws(CountdownStoreError) -> [String] { try records.ids() }

  func watch(_ changed: @escaping @Sendable ([String]?) -> Void) -> (any StoreWatch)? {
    records.watch(changed)
  }

  private func act() { action.withLock { $0.take() }?() }
}

@MainActor
@Suite("Law 12: another process changes a record before its countdown is attached")
struct ChangedWhileReadTests {
  private let store = RacingStore()
  private let app = VirtualTime()
  private let other: VirtualTime

  init() {
    other = app.companion()
  }

  private func tea(on time: VirtualTime, in store: any CountdownRecordStore) -> Countdown {
    store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
  }

  @Test("a change just after a record was read is shown")
  func read() {
    let started = tea(on: other, in: store.records)
    started.start()
    store.afterNextAccess { started.pause() }
    let seen = tea(on: app, in: store)
    #expect(started.isPaused && seen.isPaused)
  }

  @Test("a change just after a new record was written is shown")
  func written() throws {
    let started = Countdown.started(.seconds(60), on: app.timekeeper)
    let (other, records) = (other, store.records)
    store.afterNextAccess {
      let seen = try? records.on(other.timekeeper).countdown("tea")
      seen?.pause()
    }
    let kept = Countdown.keep([(started, nil, AnySequence(["tea"]))], in: store)
    #expect(try kept[0]?.get() == "tea")
    #expect(started.isPaused)
  }
}
