import Observation
import Sandglass
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

/// Two processes that run at the same time, an app and its extension, with one stopwatch.
@MainActor
@Suite("Laws 3, 12: any process may change a kept stopwatch, and the others show it")
struct SharedStopwatchTests {
  private let appStore: StopwatchTestStore
  private let otherStore: StopwatchTestStore
  private let app = VirtualTime()
  private let other: VirtualTime
  private let inApp: Stopwatch
  private let inOther: Stopwatch

  init() {
    let records = MemoryRecords()
    appStore = StopwatchTestStore(on: records, isWatched: true)
    otherStore = StopwatchTestStore(on: records, isWatched: true)
    other = app.companion()
    inApp = appStore.on(app.timekeeper).stopwatch("run")
    inOther = otherStore.on(other.timekeeper).stopwatch("run")
  }

  private func advance(by duration: Duration) {
    other.advance(by: duration)
    app.advance(by: duration)
  }

  @Test("a start, a lap, a stop and a reset are shown immediately, in both directions")
  func seen() {
    #expect(inApp.start())
    #expect(inOther.isRunning)
    advance(by: .seconds(4))
    #expect(inOther.lap())
    advance(by: .seconds(6))
    #expect(inApp.lap())
    #expect(inOther.stop())
    for run in [inApp, inOther] {
      #expect(run.state == .stopped && run.elapsed == .seconds(10) && run.certainty == .exact)
      #expect(run.laps.map(\.duration) == [.seconds(4), .seconds(6)])
    }
    #expect(inApp.resume())
    advance(by: .seconds(1))
    #expect(inOther.elapsed == .seconds(11))
    #expect(inApp.reset())
    #expect(inOther.state == .idle && inOther.laps == [] && appStore.record == nil)
  }

  @Test("changes are delivered to bindings, readers and observers, and ticks continue")
  func reported() async {
    var faces: [String] = []
    let owner = Canary(Locked(0))
    inOther.onTick(with: owner) { _, reading in
      faces.append("\(reading.state) \(reading.clockFace) \(reading.laps.count)")
    }
    let changes = Locked(0)
    withObservationTracking {
      _ = inOther.laps
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    inApp.start()
    advance(by: .milliseconds(100))
    inApp.lap()
    inApp.stop()
    #expect(
      faces == [
        "idle 0:00.0 0", "running 0:00.0 0", "running 0:00.1 0", "running 0:00.1 1",
        "stopped 0:00.1 1",
      ])
    #expect(changes.withLock { $0 } == 1)
    var readings = inOther.readings.makeAsyncIterator()
    inApp.reset()
    #expect(await readings.next()?.state == .idle)
  }

  @Test("the operations of two processes while the store could not be written are all kept")
  func merged() {
    inApp.start()
    appStore.fail(.notSaved)
    otherStore.fail(.notSaved)
    advance(by: .seconds(1))
    inOther.lap()
    advance(by: .seconds(1))
    inApp.lap()
    #expect(inApp.laps.count == 1 && inOther.laps.count == 1)
    appStore.fail(nil)
    app.timekeeper.refresh()
    #expect(inOther.laps.map(\.duration) == [.seconds(2), .zero], "its own lap comes after")
    otherStore.fail(nil)
    other.timekeeper.refresh()
    #expect(inApp.laps == inOther.laps && inApp.laps.count == 2)
    #expect(inApp.storeError == nil && inOther.storeError == nil)
  }

  @Test("a call that another process has made impossible is undone")
  func undone() {
    inApp.start()
    advance(by: .seconds(2))
    otherStore.fail(.notSaved)
    #expect(inOther.lap())
    #expect(inApp.reset())
    #expect(inOther.state == .idle && inOther.laps == [])
    otherStore.fail(nil)
    other.timekeeper.refresh()
    #expect(appStore.record == nil && inApp.state == .idle)
  }

  @Test("a reset is applied later if the store is unreadable, but was readable before")
  func resetWithoutStore() {
    otherStore.fail(.unavailable)
    inOther.start()
    inOther.reset()
    inApp.start()
    otherStore.fail(nil)
    other.timekeeper.refresh()
    #expect(inApp.state == .idle && inOther.state == .idle && appStore.record == nil)
  }

  @Test("after the wall clock is set, only one process updates the record")
  func settledOnce() {
    inApp.start()
    let saves = [appStore, otherStore].map { store in store.saves.withLock { $0 } }
    for time in [app, other] { time.setWallClock(to: time.wallNow + .seconds(3600)) }
    #expect(appStore.saves.withLock { $0 } == saves[0] + 1)
    #expect(otherStore.saves.withLock { $0 } == saves[1])
    #expect(inOther.elapsed == inApp.elapsed)
  }

  @Test("in a store without a watch, a process sees another one's changes at its next operation")
  func unwatched() {
    let store = StopwatchTestStore(on: MemoryRecords())
    let (first, second) = (app.companion(), app.companion())
    let started = store.on(first.timekeeper).stopwatch("run")
    let seen = store.on(second.timekeeper).stopwatch("run")
    started.start()
    #expect(seen.state == .idle)
    first.advance(by: .seconds(1))
    second.advance(by: .seconds(1))
    #expect(seen.start(), "as far as this process knows, nothing runs")
    #expect(seen.elapsed == .seconds(1), "but it does, and its start is undone")
  }
}
