import Observation
import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

@MainActor
@Suite("Law 12: a kept countdown has a record of each state, and of no tick")
struct KeptCountdownTests {
  let time = VirtualTime()
  let store = MemoryStore()

  private func makeTea(
    _ duration: Duration = .seconds(60), options: CountdownOptions = .standard
  ) -> Countdown {
    Countdown(
      duration, options: options, keptIn: store, as: "tea", label: "Tea", on: time.timekeeper)
  }

  @Test("saved at each change of state, and never at a tick")
  func saves() {
    let tea = makeTea()
    let watcher = CountdownWatcher()
    watcher.watch(tea)
    #expect(store.tea == nil)
    #expect(store.saves == 0)

    #expect(tea.start())
    #expect(store.saves == 1)
    let end = time.now + .seconds(60)
    #expect(
      store.tea?.state == .running(deadline: end, wallDeadline: time.wallNow + .seconds(60)))
    #expect(store.tea?.label == "Tea")
    #expect(store.tea?.target == .duration(.seconds(60)))

    time.advance(by: .seconds(20))
    #expect(!tea.start())
    #expect(!tea.resume())
    _ = tea.reading
    #expect(store.saves == 1, "nothing but time has gone by")

    tea.pause()
    #expect(store.saves == 2)
    #expect(store.tea?.state == .paused(remaining: .seconds(40)))
    tea.extend(by: .seconds(5))
    #expect(store.saves == 3)
    #expect(store.tea?.total == .seconds(65))
    tea.resume()
    tea.shorten(by: .seconds(5))
    #expect(store.saves == 5)
    tea.restart()
    #expect(store.saves == 6)
    #expect(store.tea?.total == .seconds(60))
    tea.cancel()
    #expect(store.tea == nil)
    #expect(store.saves == 6)
  }

  @Test("a finish is kept until it has been handled, and its record is gone after that")
  func finish() {
    let tea = makeTea()
    tea.start()
    time.advance(by: .seconds(90))
    let end = time.wallNow + .seconds(-30)
    #expect(store.tea?.state == .finished(at: end), "nobody was there")
    #expect(tea.acknowledgeFinish())
    #expect(store.tea == nil)
    #expect(!tea.acknowledgeFinish())

    let watcher = CountdownWatcher()
    watcher.watchEnds(of: tea)
    tea.start()
    #expect(store.tea != nil)
    time.advance(by: .seconds(60))
    #expect(watcher.take() == ["finished"])
    #expect(store.tea == nil)
  }

  @Test("a closure whose owner is gone has handled nothing")
  func deadOwner() {
    let tea = makeTea()
    do {
      let screen = CountdownWatcher()
      screen.watch(tea)
      withExtendedLifetime(screen) { _ = tea.start() }
    }
    time.advance(by: .seconds(60))
    #expect(store.tea?.state == .finished(at: time.wallNow))
  }

  @Test("what is being told is not written first: the record goes as soon as it has been handled")
  func beingTold() {
    let tea = makeTea()
    let watcher = CountdownWatcher()
    watcher.watchEnds(of: tea)
    tea.start()
    time.advance(by: .seconds(60))
    #expect(watcher.take() == ["finished"])
    #expect(store.tea == nil)
    #expect(store.saves == 1)
  }

  @Test("a closure bound to the end handles the finish; one for ticks does not")
  func whoHandles() {
    let tea = makeTea()
    let watcher = CountdownWatcher()
    watcher.watchTicks(of: tea)
    tea.start()
    time.advance(by: .seconds(60))
    #expect(store.tea != nil)
    watcher.watchEnds(of: tea)
    #expect(watcher.ends.isEmpty, "it was not there, and nobody was told of a restored one")
    tea.restart()
    time.advance(by: .seconds(60))
    #expect(store.tea == nil)
  }

  @Test("a reader handles the finish once it has seen the end of the readings")
  func reader() async {
    let tea = makeTea(.seconds(3))
    let reader = time.task { @MainActor in await Self.count(tea) }
    await time.waitForSleepers(1)
    tea.start()
    await time.run(for: .seconds(2))
    #expect(store.tea != nil)
    await time.run(for: .seconds(1))
    _ = await reader.result
    #expect(store.tea == nil)
  }

  private static func count(_ countdown: Countdown) async {
    for await _ in countdown.readings {}
  }

  @Test("Law 3: letting go of a kept countdown that is paused keeps it")
  func letGo() throws {
    do {
      let tea = makeTea()
      tea.start()
      time.advance(by: .seconds(20))
      tea.pause()
    }
    #expect(store.tea?.state == .paused(remaining: .seconds(40)))
    let again = try #require(
      try Countdown.restored("tea", from: store, on: time.timekeeper))
    #expect(again.isPaused)
    #expect(again.remaining == .seconds(40))
    #expect(again.resume())
    #expect(again.remaining == .seconds(40))
  }

  @Test("a screen that is made anew takes the record over; the former countdown leaves it alone")
  func takenOver() {
    let watcher = CountdownWatcher()
    do {
      let former = makeTea()
      former.start()
      watcher.watchEnds(of: former)
    }
    time.advance(by: .seconds(20))
    let tea = makeTea()
    #expect(watcher.take() == ["cancelled"])
    #expect(tea.remaining == .seconds(40))
    #expect(store.tea != nil)
    #expect(time.timekeeper.counters.waiting == 1)
    tea.cancel()
    time.advance(by: .seconds(100))
    #expect(store.tea == nil, "nobody writes it again")
  }

  @Test("counting past zero is kept, once the finish has been told")
  func overtime() throws {
    let options = CountdownOptions(countsPastZero: true)
    let tea = makeTea(options: options)
    let watcher = CountdownWatcher()
    watcher.watchEnds(of: tea)
    tea.start()
    time.advance(by: .seconds(70))
    let end = time.now + .seconds(-10)
    #expect(
      store.tea?.state == .overtime(deadline: end, wallDeadline: time.wallNow + .seconds(-10)))
    #expect(tea.stopOvertime())
    #expect(store.tea == nil)
  }

  @Test("Law 12: a save that fails leaves the countdown and the earlier record intact")
  func failure() async throws {
    let tea = makeTea()
    tea.start()
    let record = store.tea
    store.fail(.notSaved(code: 28))
    tea.extend(by: .seconds(60))
    #expect(store.tea == record)
    #expect(tea.storeError?.kind == .notSaved(code: 28))
    #expect(tea.isRunning)
    #expect(tea.remaining == .seconds(120))
    await #expect(throws: CountdownStoreError.self) { try await tea.saved() }

    // Nothing is tried again at a tick, but when the app comes to the front.
    store.fail(nil)
    time.advance(by: .seconds(10))
    #expect(store.tea == record)
    time.timekeeper.refresh()
    #expect(store.tea?.total == .seconds(120))
    #expect(tea.storeError == nil)
    try await tea.saved()
  }

  @Test("an observer of the store's error is told when there is one, and when it is over")
  func observedFailure() {
    let tea = makeTea()
    let changes = Locked(0)
    func observe() {
      withObservationTracking {
        _ = tea.storeError
      } onChange: {
        changes.withLock { $0 += 1 }
      }
    }
    observe()
    store.fail(.notSaved(code: 28))
    tea.start()
    #expect(changes.withLock { $0 } >= 1)
    let failed = changes.withLock { $0 }
    observe()
    store.fail(nil)
    time.timekeeper.refresh()
    #expect(changes.withLock { $0 } > failed)
  }

  @Test("a store that cannot be read leaves an idle countdown, which says why")
  func unreadable() {
    store.fail(.unavailable(code: 13))
    let tea = makeTea()
    #expect(tea.state == .idle)
    #expect(tea.storeError?.kind == .unavailable(code: 13))
    #expect(throws: CountdownStoreError.self) {
      try Countdown.restored("tea", from: store, on: time.timekeeper)
    }
  }

  @Test("a wall clock that is set is told to the record")
  func wallClockSet() {
    let tea = makeTea()
    tea.start()
    #expect(store.saves == 1)
    time.setWallClock(to: time.wallNow + .seconds(3600))
    #expect(store.saves == 2)
    let written = store.tea?.written.wall
    #expect(written == time.wallNow)
    time.timekeeper.refresh()
    #expect(store.saves == 2)
    #expect(tea.remaining == .seconds(60))
  }

  @Test("quick changes are written as one, and a save waits for no lock")
  func coalesced() async throws {
    let folder = try TemporaryFolder.made()
    let store = FileCountdownStore(folder: folder.path)
    let timekeeper = Timekeeper()
    let tea = Countdown(.seconds(600), keptIn: store, as: "tea", on: timekeeper)
    for _ in 0..<1_000 {
      tea.start()
      tea.pause()
      tea.resume()
      tea.extend(by: .seconds(1))
    }
    tea.pause()
    let remaining = tea.remaining
    try await tea.saved()
    #expect(try store.record("tea")?.state == .paused(remaining: remaining))
    tea.cancel()
    try await tea.saved()
    #expect(try store.record("tea") == nil)
  }
}
