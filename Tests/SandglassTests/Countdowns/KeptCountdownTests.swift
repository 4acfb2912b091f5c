import Observation
import SandglassCore
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

@MainActor
@Suite("Law 12: a kept countdown has a record of each state, but not of ticks")
struct KeptCountdownTests {
  let time = VirtualTime()
  let store = MemoryStore()

  private func makeTea(
    _ duration: Duration = .seconds(60), options: CountdownOptions = .standard
  ) -> Countdown {
    store.on(time.timekeeper).countdown(
      "tea", startingFrom: duration, options: options, label: "Tea")
  }

  @Test("the record is saved at each change of state, and never at a tick")
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
    tea.extend(by: .seconds(-5))
    #expect(store.saves == 5)
    tea.restart()
    #expect(store.saves == 6)
    #expect(store.tea?.total == .seconds(60))
    tea.cancel()
    #expect(store.tea == nil)
    #expect(store.saves == 6)
  }

  @Test("a finish is kept until it is handled, and then the record is removed")
  func finish() {
    let tea = makeTea()
    tea.start()
    time.advance(by: .seconds(90))
    let end = time.wallNow + .seconds(-30)
    #expect(store.tea?.state == .finished(at: end), "there was no receiver")
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

  @Test("a closure whose owner is deallocated handles no finish")
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

  @Test("a finish with a receiver is not saved first; the record is removed once it is handled")
  func reported() {
    let tea = makeTea()
    let watcher = CountdownWatcher()
    watcher.watchEnds(of: tea)
    tea.start()
    time.advance(by: .seconds(60))
    #expect(watcher.take() == ["finished"])
    #expect(store.tea == nil)
    #expect(store.saves == 1)
  }

  @Test("a closure for the end handles the finish, and one for ticks does not")
  func whoHandles() {
    let tea = makeTea()
    let watcher = CountdownWatcher()
    watcher.watchTicks(of: tea)
    tea.start()
    time.advance(by: .seconds(60))
    #expect(store.tea != nil)
    watcher.watchEnds(of: tea)
    #expect(watcher.take().contains("finished"), "there was no receiver before")
    #expect(store.tea == nil)
    let second = CountdownWatcher()
    second.watchEnds(of: tea)
    #expect(second.take().isEmpty, "it is reported once")
    tea.restart()
    time.advance(by: .seconds(60))
    #expect(store.tea == nil)
  }

  @Test("a reader handles the finish when it receives the end of the readings")
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

  @Test("Law 3: releasing a paused kept countdown does not cancel it")
  func released() throws {
    do {
      let tea = makeTea()
      tea.start()
      time.advance(by: .seconds(20))
      tea.pause()
    }
    #expect(store.tea?.state == .paused(remaining: .seconds(40)))
    let again = try #require(
      try store.on(time.timekeeper).countdown("tea"))
    #expect(again.isPaused)
    #expect(again.remaining == .seconds(40))
    #expect(again.resume())
    #expect(again.remaining == .seconds(40))
  }

  @Test("a record has one countdown: every request for it returns the existing one")
  func oneCountdown() throws {
    let watcher = CountdownWatcher()
    let tea = makeTea()
    tea.start()
    watcher.watchEnds(of: tea)
    time.advance(by: .seconds(20))
    let saves = store.saves
    for minutes in 1...100 {
      #expect(makeTea(.seconds(60 * minutes)) === tea, "the living one wins")
      #expect(try store.on(time.timekeeper).countdown("tea") === tea)
    }
    #expect(watcher.take().isEmpty)
    #expect(tea.remaining == .seconds(40))
    #expect(store.saves == saves)
    #expect(time.timekeeper.counters.waiting == 1)
    time.advance(by: .seconds(40))
    #expect(watcher.take() == ["finished"])
    #expect(store.tea == nil)
    #expect(try store.on(time.timekeeper).countdown("tea") == nil, "it has no record")
  }

  @Test("`look(at:)` has the whole duration of the next run while the countdown is idle")
  func lookAtIdle() throws {
    let kept = CountdownOptions(keepsRecord: true)
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(900), options: kept)
    func totals() throws -> [Duration?] {
      [tea.total, try store.on(time.timekeeper).look(at: "tea")?.total]
    }
    tea.start(for: .seconds(60))
    tea.extend(by: .seconds(5))
    #expect(try totals() == [.seconds(65), .seconds(65)])
    tea.cancel()
    #expect(try totals() == [.seconds(60), .seconds(60)])
    tea.reset(for: .seconds(30))
    #expect(try totals() == [.seconds(30), .seconds(30)])
    tea.reset(phases: [Phase("Focus", .seconds(20)), Phase("Break", .seconds(5))])
    #expect(try totals() == [.seconds(20), .seconds(20)])
  }

  @Test("`look(at:)` creates no countdown and writes nothing")
  func look() throws {
    #expect(try store.on(time.timekeeper).look(at: "tea") == nil)
    makeTea().start()
    let later = time.relaunched(after: .seconds(20))
    let saves = store.saves
    let seen = try #require(try store.on(later.timekeeper).look(at: "tea"))
    #expect(seen.state == .running(remaining: .seconds(40)))
    #expect(seen.certainty == .exact)
    later.advance(by: .seconds(60))
    let ended = try #require(try store.on(later.timekeeper).look(at: "tea"))
    #expect(ended.endedMeanwhile)
    #expect(store.saves == saves && store.tea != nil)
    #expect(later.timekeeper.counters.waiting == 0)
    store.fail(.unavailable)
    #expect(throws: CountdownStoreError.self) {
      try store.on(later.timekeeper).look(at: "tea")
    }
  }

  @Test("an idle countdown that is released leaves nothing, and the next request creates another")
  func releasedIdle() {
    weak var first: Countdown?
    do {
      let tea = makeTea()
      first = tea
      #expect(makeTea() === tea)
    }
    #expect(first == nil)
    #expect(store.tea == nil && store.saves == 0)
    #expect(makeTea(.seconds(5)).remaining == .seconds(5))
  }

  @Test("a request with other options returns the existing countdown, and records the refusal")
  func refusedOptions() throws {
    let tea = makeTea()
    #expect(makeTea() === tea)
    let changes = Locked(0)
    let none = withObservationTracking {
      tea.refusedOptions
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    #expect(none == nil)
    let options = CountdownOptions(milestones: [.remaining(.seconds(5))])
    let same = store.on(time.timekeeper).countdown(
      "tea", startingFrom: .seconds(90), options: options)
    #expect(same === tea && tea.remaining == .seconds(60))
    #expect(changes.withLock { $0 } == 1)
    let refused = try #require(tea.refusedOptions)
    #expect(refused.target == .duration(.seconds(90)) && refused.options == options)
    #expect(
      "\(refused)"
        == "the countdown already exists: the requested target is 1m30s, but its target is 1m; "
        + "the requested options differ from its options")
    #expect(makeTea() === tea && tea.refusedOptions == nil)
  }

  @Test("a damaged record is set aside, and the error has its new name")
  func setAside() throws {
    let folder = try TemporaryFolder.made()
    try folder.write(Array("{\n  \"format\" : \"sandglass countdown\"".utf8), to: "tea.json")
    let tea = folder.store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    guard case .damaged(_, "tea.damaged-1.json"?)? = tea.storeError?.kind else {
      Issue.record("it says \(String(describing: tea.storeError))")
      return
    }
  }

  @Test("what is known of a run takes the place of a record that is damaged meanwhile")
  func damagedMeanwhile() throws {
    let folder = try TemporaryFolder.made()
    let tea = folder.store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    tea.start()
    try folder.write(Array("{\n".utf8), to: "tea.json")
    tea.extend(by: .seconds(1))
    #expect(try folder.names == ["tea.damaged-1.json", "tea.json"])
    let later = try folder.store.on(time.relaunched().timekeeper).countdown("tea")
    #expect(later?.total == .seconds(61))
  }

  @Test("ids are compared by their bytes")
  func idsAreBytes() throws {
    let (composed, decomposed) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed == decomposed)
    let folder = try TemporaryFolder.made()
    let store = FileCountdownStore(folder: folder.path)
    let first = store.on(time.timekeeper).countdown(composed, startingFrom: .seconds(60))
    let second = store.on(time.timekeeper).countdown(decomposed, startingFrom: .seconds(30))
    #expect(first !== second)
    #expect(first.start() && second.start())
    let all = try store.on(time.relaunched().timekeeper).countdowns()
    #expect(all.count == 2)
    #expect(
      Set(try all.map { try $0.result.get().remaining }) == [.seconds(60), .seconds(30)])
  }

  @Test("stores at different places have separate records, and stores at one place share them")
  func stores() throws {
    let (here, there) = (try TemporaryFolder.made(), try TemporaryFolder.made())
    func tea(in path: String) -> Countdown {
      FileCountdownStore(folder: path).on(time.timekeeper).countdown(
        "tea", startingFrom: .seconds(60))
    }
    let first = tea(in: here.path)
    #expect(tea(in: there.path) !== first)
    #expect(tea(in: here.path) === first)
    #expect(tea(in: here.path + "/./") === first)
  }

  @Test("Law 3: cancelling overtime removes the record and reports no second end")
  func cancelledOvertime() {
    let tea = makeTea(options: CountdownOptions(countsPastZero: true))
    let watcher = CountdownWatcher()
    watcher.watchEnds(of: tea)
    tea.start()
    time.advance(by: .seconds(70))
    #expect(watcher.take() == ["finished"])
    #expect(tea.cancel())
    #expect(tea.state == .finished)
    #expect(tea.reading.overtime == .zero)
    #expect(watcher.take().isEmpty)
    #expect(store.tea == nil)
    #expect(!tea.cancel())
  }

  @Test("cancelling overtime also removes a record whose finish is still pending")
  func cancelledPending() {
    let tea = makeTea(options: CountdownOptions(countsPastZero: true))
    tea.start()
    time.advance(by: .seconds(70))
    #expect(store.tea != nil)
    #expect(tea.cancel())
    #expect(store.tea == nil)
  }

  @Test(
    "discarding removes the record in every state",
    arguments: [Duration.zero, .seconds(10), .seconds(70)], [false, true])
  func discarded(after duration: Duration, countsPastZero: Bool) {
    let tea = makeTea(options: CountdownOptions(countsPastZero: countsPastZero))
    tea.start()
    time.advance(by: duration)
    if duration < .seconds(60), countsPastZero { tea.pause() }
    #expect(store.tea != nil)
    tea.discard()
    #expect(store.tea == nil)
    #expect(![.running, .paused, .overtime].contains(tea.state))
    let watcher = CountdownWatcher()
    watcher.watchEnds(of: tea)
    #expect(watcher.take().isEmpty)
    #expect(tea.start())
    #expect(store.tea != nil)
  }

  @Test(
    "a finish during a start is kept like any other finish", arguments: [false, true],
    [false, true])
  func finishInsideStart(isRestart: Bool, countsPastZero: Bool) throws {
    let options = CountdownOptions(countsPastZero: countsPastZero)
    func tea(on time: VirtualTime) -> Countdown {
      store.on(time.timekeeper).countdown(
        "tea", until: self.time.wallNow + .seconds(isRestart ? 5 : -5), options: options)
    }
    let first = tea(on: time)
    first.start()
    if isRestart {
      // The second start is after the end of the first run, which is not handled.
      time.advance(by: .seconds(10))
      first.restart()
    }
    #expect(first.end?.outcome == .finished)
    let second = tea(on: time.relaunched(after: .seconds(1)))
    let watcher = CountdownWatcher()
    watcher.watchEnds(of: second)
    #expect(
      watcher.take() == (isRestart && !countsPastZero ? ["finished", "finished"] : ["finished"]))
    #expect(second.state == (countsPastZero ? .overtime : .finished))
  }

  @Test("a restored pending finish stays a finish when the wall clock is set back")
  func restoredFinishStays() throws {
    makeTea().start()
    let second = time.relaunched(after: .seconds(90))
    let shown = try #require(try store.on(second.timekeeper).countdown("tea"))
    shown.onTick(with: self.store) { _, _ in }
    #expect(shown.state == .finished)
    let third = second.rebooted(after: .seconds(-3600))
    let tea = try #require(try store.on(third.timekeeper).countdown("tea"))
    #expect(tea.state == .finished)
    let watcher = CountdownWatcher()
    watcher.watchEnds(of: tea)
    #expect(watcher.take() == ["finished"])
  }

  @Test("a finish that one of several receivers has handled is not reported again")
  func handledByOne() {
    let tea = makeTea()
    let (living, later) = (CountdownWatcher(), CountdownWatcher())
    do {
      let gone = CountdownWatcher()
      gone.watchEnds(of: tea)
      living.watchEnds(of: tea)
      withExtendedLifetime(gone) { _ = tea.start() }
    }
    time.advance(by: .seconds(60))
    #expect(living.take() == ["finished"])
    #expect(store.tea == nil)
    living.watchEnds(of: tea)
    later.watchEnds(of: tea)
    #expect(living.take().isEmpty && later.take().isEmpty)
  }

  @Test("every request for a refused record fails with the same error")
  func refused() throws {
    let kinds: [CountdownStoreError.Kind] = [
      .foreign(reason: "a poem"), .newer(version: 3, accepted: 1...2),
      .damaged(reason: "torn", setAsideAs: nil),
    ]
    for kind in kinds {
      store.fail(kind)
      let tea = makeTea()
      #expect(tea.storeError?.kind == kind)
      #expect(throws: CountdownStoreError.self) {
        try store.on(time.timekeeper).countdown("tea")
      }
      store.fail(nil)
      #expect(try store.on(time.timekeeper).countdown("tea") == nil)
      withExtendedLifetime(tea) {}
    }
  }

  @Test("a damaged record that cannot be set aside is left as it is until the next change")
  func damagedForGood() {
    let tea = makeTea()
    tea.start()
    store.fail(.damaged(reason: "torn", setAsideAs: nil))
    tea.extend(by: .seconds(1))
    #expect(tea.storeError != nil)
    store.fail(nil)
    tea.extend(by: .seconds(1))
    #expect(tea.storeError == nil)
    #expect(store.tea?.total == .seconds(62))
  }

  @Test("a store that reports a change after each failure is not asked again and again")
  func reportedFailures() {
    let store = MemoryStore(isWatched: true, reportsFailures: true)
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    tea.start()
    for kind in [CountdownStoreError.Kind.damaged(reason: "torn", setAsideAs: nil), .notSaved] {
      let before = store.failedUpdates
      store.fail(kind)
      tea.extend(by: .seconds(1))
      // The extension, and what this process knows, in place of the damaged record.
      #expect(1...2 ~= store.failedUpdates - before, "\(kind)")
      #expect(tea.storeError?.kind == kind)
      store.fail(nil)
      tea.extend(by: .seconds(1))
      #expect(tea.storeError == nil)
    }
    #expect(store.tea?.total == .seconds(64))
  }

  @Test("a countdown that is discarded before its record could be read stays discarded")
  func discardedUnread() throws {
    makeTea().start()
    let later = time.relaunched(after: .seconds(20))
    store.fail(.unavailable)
    func tea() -> Countdown {
      store.on(later.timekeeper).countdown("tea", startingFrom: .seconds(60))
    }
    let unread = tea()
    unread.discard()
    #expect(unread.storeError != nil, "the removal has failed")
    store.fail(nil)
    #expect(tea() === unread)
    #expect(unread.state == .idle)
    #expect(try store.on(later.timekeeper).countdown("tea") == nil)
    unread.discard()
    #expect(store.tea == nil)
  }

  @Test(
    "a finish by shortening is in the record before it is handled",
    arguments: [false, true], [false, true])
  func shortened(isPaused: Bool, countsPastZero: Bool) throws {
    let tea = makeTea(options: CountdownOptions(countsPastZero: countsPastZero))
    tea.start()
    if isPaused { tea.pause() }
    tea.extend(by: .seconds(-60))
    #expect(tea.end?.outcome == .finished)
    let later = time.relaunched(after: .seconds(1))
    let again = try #require(try store.on(later.timekeeper).countdown("tea"))
    #expect(again.state == (countsPastZero ? .overtime : .finished))
    let watcher = CountdownWatcher()
    watcher.watchEnds(of: again)
    #expect(watcher.take() == ["finished"])
  }

  @Test("readers get the end of overtime that is cancelled before they have resumed")
  func readersOfCancelledOvertime() async {
    let tea = makeTea(options: CountdownOptions(countsPastZero: true))
    let reader = time.task { @MainActor in await Self.count(tea) }
    await time.waitForSleepers(1)
    tea.start()
    await time.run(for: .seconds(1))
    time.freeze(for: .seconds(100))
    #expect(tea.cancel())
    let result = await time.run(for: .zero)
    #expect(result.tasksWaitingElsewhere.isEmpty)
    _ = await reader.result
  }

  @Test(
    "a receiver that is bound before the record could be read gets the record's state",
    arguments: [20, 90])
  func boundBeforeRead(seconds: Int) {
    makeTea().start()
    store.fail(.unavailable)
    let later = time.relaunched(after: .seconds(seconds))
    func tea() -> Countdown {
      store.on(later.timekeeper).countdown("tea", startingFrom: .seconds(60))
    }
    let unread = tea()
    let watcher = CountdownWatcher()
    watcher.watch(unread)
    #expect(watcher.take().isEmpty)
    store.fail(nil)
    #expect(tea() === unread)
    #expect(watcher.take() == (seconds == 20 ? ["40"] : ["finished"]))
    #expect((store.tea == nil) == (seconds == 90))
    #expect(store.tea.map { $0.label == "Tea" } ?? true)
  }

  @Test("setting the wall clock also updates the record of a restored countdown")
  func wallClockSetLater() throws {
    makeTea().start()
    let later = time.relaunched(after: .seconds(20))
    let tea = try #require(try store.on(later.timekeeper).countdown("tea"))
    tea.onTick(with: store) { _, _ in }
    later.setWallClock(to: later.wallNow + .seconds(3600))
    let end = later.now + .seconds(40)
    #expect(
      store.tea?.state == .running(deadline: end, wallDeadline: later.wallNow + .seconds(40)))
    #expect(tea.remaining == .seconds(40))
  }

  @Test("a cancelled reader may have the last reference to its countdown")
  func lastReference() async {
    weak var countdown: Countdown?
    let channel = ReadingChannel(on: time.timekeeper)
    do {
      let tea = makeTea(.seconds(3))
      countdown = tea
      tea.add(channel)
      tea.start()
      time.advance(by: .seconds(3))
    }
    #expect(countdown != nil, "the finish has still to be seen")
    time.timekeeper.perform { state, _ in channel.end(in: &state) }
    #expect(countdown == nil)
  }

  @Test("overtime is kept after the finish is delivered")
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

  @Test("Law 12: a failed save leaves the countdown and the earlier record intact")
  func failure() async throws {
    let tea = makeTea()
    tea.start()
    let record = store.tea
    store.fail(.notSaved)
    tea.extend(by: .seconds(60))
    #expect(store.tea == record)
    #expect(tea.storeError?.kind == .notSaved)
    #expect(tea.isRunning)
    #expect(tea.remaining == .seconds(120))
    await #expect(throws: CountdownStoreError.self) { try await tea.saved() }

    // The save is not tried again at a tick, but when the app comes to the front.
    store.fail(nil)
    time.advance(by: .seconds(10))
    #expect(store.tea == record)
    time.timekeeper.refresh()
    #expect(store.tea?.total == .seconds(120))
    #expect(tea.storeError == nil)
    try await tea.saved()
  }

  @Test("an observer of the store's error is notified when it appears and when it disappears")
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
    store.fail(.notSaved)
    tea.start()
    #expect(changes.withLock { $0 } >= 1)
    let failed = changes.withLock { $0 }
    observe()
    store.fail(nil)
    time.timekeeper.refresh()
    #expect(changes.withLock { $0 } > failed)
  }

  @Test("if the store cannot be read, the countdown is idle and has an error")
  func unreadable() {
    store.fail(.unavailable)
    let tea = makeTea()
    #expect(tea.state == .idle)
    #expect(tea.storeError?.kind == .unavailable)
    #expect(throws: CountdownStoreError.self) {
      try store.on(time.timekeeper).countdown("tea")
    }
  }

  @Test("when the store is readable again, the next call reads it")
  func readAgain() throws {
    let first = VirtualTime()
    store.on(first.timekeeper).countdown("tea", startingFrom: .seconds(60)).start()
    store.fail(.unavailable)
    let later = first.relaunched(after: .seconds(20))
    let tea = store.on(later.timekeeper).countdown("tea", startingFrom: .seconds(60))
    #expect(tea.state == .idle)
    store.fail(nil)
    #expect(tea.state == .idle, "nothing was asked")
    #expect(store.tea != nil)
    let again = store.on(later.timekeeper).countdown("tea", startingFrom: .seconds(60))
    #expect(again === tea)
    #expect(tea.remaining == .seconds(40))
    #expect(tea.storeError == nil)
  }

  @Test("an idle countdown changes when another process starts it")
  func startedElsewhere() throws {
    let store = MemoryStore(isWatched: true)
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    let other = VirtualTime()
    store.on(other.timekeeper).countdown("tea", startingFrom: .seconds(60)).start()
    #expect(tea.isRunning, "the store is watched")
    #expect(try store.on(time.timekeeper).countdown("tea") === tea)
  }

  @Test("setting the wall clock updates the record")
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
}
