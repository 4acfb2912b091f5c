import SandglassTestSupport
import SandglassTesting
import Testing

@testable import Sandglass

/// A store that does something before it writes.
private final class BusyStore: CountdownStore {
  let records = MemoryCountdownStore()
  private let deed = Locked<(@Sendable () -> Void)?>(nil)

  func beforeNextSave(_ body: @escaping @Sendable () -> Void) {
    deed.withLock { $0 = body }
  }

  func save(_ record: CountdownRecord) {
    deed.withLock { $0.take() }?()
    records.save(record)
  }

  func record(_ id: String) -> CountdownRecord? { records.record(id) }
  func remove(_ id: String) { records.remove(id) }
  func ids() -> [String] { records.ids() }
}

@MainActor
@Suite("A countdown that is kept after its start")
struct NewRecordTests {
  private let time = VirtualTime()
  private let store = BusyStore()
  private let watcher = CountdownWatcher()
  private let ids = ["tea", "tea-2", "tea-3"]

  private func started(_ duration: Duration = .seconds(60)) -> Countdown {
    let countdown = Countdown(duration, on: time.timekeeper)
    watcher.watchEnds(of: countdown)
    countdown.start()
    return countdown
  }

  @Test("it takes the first id that is free, and goes on in another process")
  func kept() throws {
    for wanted in ["tea", "tea-2", "tea-3", nil] {
      #expect(try started().keep(in: store, label: "Tea", underOneOf: ids) == wanted)
    }
    let later = time.relaunched(after: .seconds(20))
    let tea = try #require(try Countdown.kept("tea-2", in: store, on: later.timekeeper))
    #expect(tea.remaining == .seconds(40))
    #expect(store.record("tea")?.claim?.process.number == 1)
  }

  @Test("its finish is told once and removes the record")
  func finished() throws {
    let countdown = started()
    #expect(try countdown.keep(in: store, label: nil, underOneOf: ids) == "tea")
    #expect(
      Countdown.kept("tea", in: store, startingFrom: .zero, on: time.timekeeper) === countdown)
    time.advance(by: .seconds(60))
    #expect(watcher.take() == ["finished"])
    #expect(store.ids() == [])
  }

  @Test("what happens while the record is written is written after that")
  func changedMeanwhile() throws {
    let countdown = started()
    store.beforeNextSave {
      countdown.extend(by: .seconds(30))
      countdown.pause()
    }
    #expect(try countdown.keep(in: store, label: nil, underOneOf: ids) == "tea")
    #expect(store.record("tea")?.state == .paused(remaining: .seconds(90)))
    #expect(store.record("tea")?.total == .seconds(90))
  }

  @Test("what ends while its record is written is not kept", arguments: [true, false])
  func endedMeanwhile(isCancelled: Bool) throws {
    let countdown = started()
    store.beforeNextSave { [time] in
      MainActor.assumeIsolated {
        if isCancelled { countdown.cancel() } else { time.advance(by: .seconds(60)) }
      }
    }
    #expect(try countdown.keep(in: store, label: nil, underOneOf: ids) == nil)
    #expect(store.ids() == [])
    #expect(watcher.take() == [isCancelled ? "cancelled" : "finished"])
    #expect(countdown.start())
    #expect(store.ids() == [], "it is not kept later either")
  }

  @Test("what is done while the claim is on its way is done")
  func changedWhileClaiming() throws {
    #expect(try started().keep(in: store, label: nil, underOneOf: ids) == "tea")
    let later = time.relaunched(after: .seconds(20))
    let tea = try #require(try Countdown.kept("tea", in: store, on: later.timekeeper))
    store.beforeNextSave { tea.pause() }
    watcher.watchEnds(of: tea)
    #expect(tea.state == .paused)
    #expect(store.record("tea")?.state == .paused(remaining: .seconds(40)))
  }

  @Test("what is kept no more goes on, and leaves no record")
  func ceased() throws {
    let countdown = started()
    #expect(try countdown.keep(in: store, label: nil, underOneOf: ids) == "tea")
    countdown.ceaseKeeping()
    #expect(store.ids() == [])
    countdown.pause()
    countdown.resume()
    time.advance(by: .seconds(60))
    #expect(watcher.take() == ["finished"])
    #expect(store.ids() == [])
  }
}
