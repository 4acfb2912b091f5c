import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

/// Two processes that live at once, an app and its extension, with the records of one folder.
@MainActor
@Suite("Law 12: of all processes that live, one tells a finish")
struct ClaimedCountdownTests {
  private let store = MemoryStore()
  private let app = VirtualTime()
  private let other: VirtualTime
  private let appWatcher = CountdownWatcher()
  private let otherWatcher = CountdownWatcher()

  init() {
    other = app.companion()
  }

  private func tea(in process: VirtualTime) -> Countdown {
    .kept("tea", in: store, startingFrom: .seconds(60), on: process.timekeeper)
  }

  /// Another process starts it, and is killed.
  private func startAndDie() {
    let process = app.companion()
    tea(in: process).start()
    _ = process.relaunched()
  }

  /// The app starts it, the other process finds it, and both wait for the end.
  private func startedAndSeen() -> (started: Countdown, seen: Countdown) {
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    started.start()
    let seen = tea(in: other)
    otherWatcher.watchEnds(of: seen)
    return (started, seen)
  }

  private func advance(by duration: Duration) {
    app.advance(by: duration)
    other.advance(by: duration)
  }

  @Test("the one that started it tells, and the other is told so", arguments: [true, false])
  func starter(isFirst: Bool) {
    let (_, seen) = startedAndSeen()
    #expect(seen.remaining == .seconds(60))
    for process in isFirst ? [app, other] : [other, app] { process.advance(by: .seconds(60)) }
    #expect(appWatcher.take() == ["finished"])
    // It looks again each second.
    other.advance(by: .seconds(1))
    #expect(otherWatcher.take() == ["toldElsewhere"])
    #expect(store.tea == nil)
    #expect(seen.state == .finished)
  }

  @Test("of two that find it, the first that shows it tells")
  func finders() {
    startAndDie()
    let countdowns = [tea(in: app), tea(in: other)]
    otherWatcher.watchEnds(of: countdowns[1])
    appWatcher.watchEnds(of: countdowns[0])
    advance(by: .seconds(60))
    #expect(otherWatcher.take() == ["finished"])
    app.advance(by: .seconds(1))
    #expect(appWatcher.take() == ["toldElsewhere"])
    #expect(store.tea == nil)
  }

  @Test("an end that both find is told by the first that asks")
  func endedMeanwhile() {
    startAndDie()
    advance(by: .seconds(90))
    let countdowns = [tea(in: app), tea(in: other)]
    appWatcher.watchEnds(of: countdowns[0])
    otherWatcher.watchEnds(of: countdowns[1])
    #expect(appWatcher.take() == ["finished"])
    #expect(otherWatcher.take() == ["toldElsewhere"])
  }

  @Test("once the one that runs it is killed, the other tells")
  func killed() {
    _ = startedAndSeen()
    _ = app.relaunched()
    other.advance(by: .seconds(60))
    #expect(otherWatcher.take() == ["finished"])
    #expect(store.tea == nil)
  }

  @Test("a life that cannot be seen counts until five seconds after the end")
  func unseen() {
    let started = tea(in: app)
    started.start()
    app.hide()
    let seen = tea(in: other)
    otherWatcher.watchEnds(of: seen)
    // The app stands still.
    other.advance(by: .seconds(64.9))
    #expect(otherWatcher.take() == [])
    other.advance(by: .seconds(0.1))
    #expect(otherWatcher.take() == ["finished"])
    #expect(store.tea == nil)
    appWatcher.watchEnds(of: started)
    app.freeze(for: .seconds(100))
    #expect(appWatcher.take() == ["toldElsewhere"])
  }

  @Test("who stood still for longer than its claim counts asks again, and tells if nobody has")
  func frozen() {
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    started.start()
    app.freeze(for: .seconds(100))
    #expect(appWatcher.take().map { $0.hasPrefix("finished") } == [true])
    #expect(store.tea == nil)
  }

  @Test("a paused one that nobody is seen to run is free after five seconds")
  func pausedUnseen() throws {
    let started = tea(in: app)
    started.start()
    started.pause()
    app.hide()
    let seen = tea(in: other)
    seen.resume()
    #expect(seen.storeError?.kind == .claimed(by: 1))
    other.advance(by: .seconds(5))
    let third = other.companion()
    let again = tea(in: third)
    #expect(again.resume())
    #expect(again.storeError == nil)
    #expect(store.tea?.claim?.process.number == 3)
  }

  @Test("who lets a countdown go gives up the claim")
  func letGo() {
    do {
      let started = tea(in: app)
      started.start()
      started.pause()
      #expect(store.tea?.claim?.process.number == 1)
    }
    #expect(store.tea != nil && store.tea?.claim == nil)
    #expect(tea(in: other).resume())
    #expect(store.tea?.claim?.process.number == 2)
  }

  @Test("a change to what another process runs is not written, and that is said")
  func refused() throws {
    let started = tea(in: app)
    started.start()
    let seen = tea(in: other)
    let record = store.tea
    seen.pause()
    let error = try #require(seen.storeError)
    #expect(error.kind == .claimed(by: 1))
    #expect(
      "\(error)" == "the record \"tea\" is claimed by process 1; it is left alone")
    #expect(store.tea == record)
    seen.discard()
    #expect(store.tea == record)
  }

  @Test("a start while another process runs one: it counts, unkept, and each tells its own end")
  func twoStarts() {
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    // Before the app has written anything.
    let own = tea(in: other)
    otherWatcher.watchEnds(of: own)
    started.start()
    own.start()
    #expect(own.storeError?.kind == .claimed(by: 1))
    advance(by: .seconds(60))
    #expect(appWatcher.take() == ["finished"])
    #expect(otherWatcher.take() == ["finished"])
    #expect(store.tea == nil)
  }

  @Test("a countdown that was cancelled elsewhere is cancelled here, once it is shown")
  func cancelledElsewhere() throws {
    startAndDie()
    let seen = tea(in: other)
    #expect(
      Countdown.look(at: "tea", in: store, by: app)?.state == .running(remaining: .seconds(60)))
    tea(in: app).discard()
    #expect(store.tea == nil)
    otherWatcher.watchEnds(of: seen)
    #expect(otherWatcher.take() == ["cancelled"])
    #expect(seen.state == .idle)
  }

  @Test("what another process has changed since it was found is taken up with the claim")
  func changedSince() {
    startAndDie()
    let seen = tea(in: other)
    do {
      let changed = tea(in: app)
      changed.extend(by: .seconds(30))
      changed.pause()
    }
    #expect(store.tea?.claim == nil)
    otherWatcher.watchEnds(of: seen)
    #expect(seen.state == .paused)
    #expect(seen.remaining == .seconds(90))
    seen.resume()
    other.advance(by: .seconds(90))
    #expect(otherWatcher.take() == ["finished"])
  }

  @Test("readings end once it is known which process tells the finish", arguments: [true, false])
  func readers(isHeardInApp: Bool) async {
    let started = tea(in: app)
    started.start()
    if isHeardInApp { appWatcher.watchEnds(of: started) }
    let seen = tea(in: other)
    let reader = Task {
      var last: Int?
      for await reading in seen.readings { last = reading.shown }
      return last
    }
    await other.waitForSleepers(1)
    other.advance(by: .seconds(60))
    #expect(store.tea != nil, "the app has still to tell it")
    app.advance(by: .seconds(60))
    #expect(appWatcher.take() == (isHeardInApp ? ["finished"] : []))
    #expect((store.tea == nil) == isHeardInApp)
    other.advance(by: .seconds(1))
    #expect(await reader.value == 1)
    #expect(store.tea == nil)
  }

  @Test("an end that nobody hears in the process that runs it is told by the other, which lives")
  func unheardInOwner() {
    let started = tea(in: app)
    started.start()
    let seen = tea(in: other)
    otherWatcher.watchEnds(of: seen)
    advance(by: .seconds(60))
    #expect(store.tea?.claim == nil || otherWatcher.log == ["finished"])
    other.advance(by: .seconds(1))
    #expect(otherWatcher.take() == ["finished"])
    #expect(store.tea == nil)
    appWatcher.watchEnds(of: started)
    #expect(appWatcher.take() == ["toldElsewhere"])
  }

  @Test("what the other process does is followed at the end that was expected")
  func followed() {
    let (started, seen) = startedAndSeen()
    app.advance(by: .seconds(10))
    started.extend(by: .seconds(30))
    other.advance(by: .seconds(60))
    #expect(otherWatcher.take() == [] && seen.remaining == .seconds(30))
    app.advance(by: .seconds(10))
    started.pause()
    other.advance(by: .seconds(30))
    #expect(otherWatcher.take() == [] && seen.state == .paused)
    #expect(seen.remaining == .seconds(70))
  }

  @Test("a change that is refused is undone, and takes no part in what is told")
  func undone() {
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    started.start()
    let seen = tea(in: other)
    #expect(!seen.start())
    #expect(seen.storeError == nil, "a call that does nothing writes nothing")
    #expect(seen.pause())
    #expect(seen.storeError?.kind == .claimed(by: 1))
    #expect(seen.state == .running)
    advance(by: .seconds(61))
    otherWatcher.watchEnds(of: seen)
    #expect(appWatcher.take() == ["finished"])
    #expect(otherWatcher.take() == ["toldElsewhere"])
    #expect(store.tea == nil)
  }

  @Test("a countdown of one's own that is not kept leaves the record of another process alone")
  func unkeptStart() {
    let started = tea(in: app)
    started.start()
    started.extend(by: .seconds(600))
    let own = tea(in: other)
    otherWatcher.watchEnds(of: own)
    own.restart()
    #expect(own.storeError?.kind == .claimed(by: 1))
    let record = store.tea
    _ = app.relaunched()
    other.advance(by: .seconds(60))
    #expect(otherWatcher.take().last == "finished")
    #expect(store.tea == record)
  }

  @Test("a start before the former one's claim is answered: that one is told all the same")
  func startedMeanwhile() {
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    started.start()
    app.hide()
    let seen = tea(in: other)
    otherWatcher.watchEnds(of: seen)
    other.advance(by: .seconds(62))
    #expect(otherWatcher.take() == [])
    #expect(seen.start())
    #expect(otherWatcher.take() == ["toldElsewhere"])
  }

  @Test("one failure to claim gives no right to tell an end that comes later")
  func failedOnce() {
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    started.start()
    let seen = tea(in: other)
    store.fail(.unavailable)
    otherWatcher.watchEnds(of: seen)
    store.fail(nil)
    other.advance(by: .seconds(60))
    app.advance(by: .seconds(60))
    other.advance(by: .seconds(1))
    #expect(appWatcher.take() == ["finished"])
    #expect(otherWatcher.take() == ["toldElsewhere"])
  }

  @Test(
    "overtime whose finish was told leaves no finish behind when it is stopped",
    arguments: [true, false])
  func stoppedOvertime(isShown: Bool) {
    let options = CountdownOptions(countsPastZero: true)
    func tea(in process: VirtualTime) -> Countdown {
      .kept("tea", in: store, startingFrom: .seconds(60), options: options, on: process.timekeeper)
    }
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    started.start()
    app.advance(by: .seconds(70))
    #expect(appWatcher.take() == ["finished"])
    let later = app.relaunched()
    let again = tea(in: later)
    if isShown { otherWatcher.watchEnds(of: again) }
    #expect(again.stopOvertime())
    #expect(store.tea == nil)
    #expect(otherWatcher.take() == [])
  }

  @Test("an end that waits for its claim to be answered turns no rounds once nobody wants it")
  func noIdleRounds() {
    let started = tea(in: app)
    started.start()
    app.hide()
    let seen = tea(in: other)
    otherWatcher.watchEnds(of: seen)
    other.advance(by: .seconds(61))
    seen.restart()
    other.advance(by: .seconds(30))
    #expect(seen.isRunning)
    #expect(seen.remaining == .seconds(30))
  }

  @Test("readings of a restored overtime that was stopped end at once")
  func readingsAfterStoppedOvertime() async {
    let options = CountdownOptions(countsPastZero: true)
    func tea(in process: VirtualTime) -> Countdown {
      .kept("tea", in: store, startingFrom: .seconds(60), options: options, on: process.timekeeper)
    }
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    started.start()
    app.advance(by: .seconds(70))
    let again = tea(in: app.relaunched())
    #expect(again.stopOvertime())
    var count = 0
    for await _ in again.readings { count += 1 }
    #expect(count == 0)
  }

  @Test("a start that was cancelled leaves no older record, also where it could not be written")
  func cancelledNewStart() throws {
    startAndDie()
    let countdown = tea(in: app)
    store.fail(.notSaved)
    countdown.restart()
    #expect(countdown.storeError?.kind == .notSaved)
    store.fail(nil)
    countdown.cancel()
    #expect(store.tea == nil)
  }

  @Test("what is discarded is told to nobody")
  func discarded() {
    startAndDie()
    advance(by: .seconds(90))
    let countdown = tea(in: app)
    store.fail(.unavailable)
    countdown.onTick(with: appWatcher) { _, _ in }
    store.fail(nil)
    countdown.discard()
    appWatcher.watchEnds(of: countdown)
    #expect(appWatcher.take() == [])
    #expect(store.tea == nil)
  }

  @Test("overtime that is only looked at costs no writes")
  func observedOvertime() {
    let options = CountdownOptions(countsPastZero: true)
    let countdown = Countdown.kept(
      "tea", in: store, startingFrom: .seconds(60), options: options, on: app.timekeeper)
    countdown.onTick(with: appWatcher) { _, _ in }
    countdown.start()
    app.advance(by: .seconds(62))
    let saves = store.saves
    for _ in 0..<20 {
      appWatcher.watchTicks(of: countdown)
      app.advance(by: .seconds(1))
    }
    #expect(store.saves == saves)
    #expect(countdown.acknowledgeFinish())
    #expect(countdown.cancel())
    #expect(store.tea == nil)
  }

  @Test("a store that cannot be written: each process tells, and says why")
  func unwritable() {
    startAndDie()
    let countdowns = [tea(in: app), tea(in: other)]
    store.fail(.notSaved)
    appWatcher.watchEnds(of: countdowns[0])
    otherWatcher.watchEnds(of: countdowns[1])
    advance(by: .seconds(60))
    #expect(appWatcher.take() == ["finished"])
    #expect(otherWatcher.take() == ["finished"])
    #expect(countdowns.map { $0.storeError?.kind } == [.notSaved, .notSaved])
  }
}

extension Countdown {
  fileprivate static func look(
    at id: String, in store: any CountdownStore, by time: VirtualTime
  ) -> RestoredCountdown? {
    try? look(at: id, in: store, on: time.timekeeper)
  }
}
