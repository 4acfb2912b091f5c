import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

/// Two processes that live at once, an app and its extension, with the records of one store.
@MainActor
@Suite("Laws 3, 12: any process may change a kept countdown, and one of them tells its events")
struct SharedCountdownTests {
  private let store = MemoryStore(isWatched: true)
  private let app = VirtualTime()
  private let other: VirtualTime
  private let appWatcher = CountdownWatcher()
  private let otherWatcher = CountdownWatcher()

  init() {
    other = app.companion()
  }

  private func tea(
    in process: VirtualTime, options: CountdownOptions = .standard
  ) -> Countdown {
    .kept("tea", in: store, startingFrom: .seconds(60), options: options, on: process.timekeeper)
  }

  /// Both processes go on, at the same clock to a tenth of a second.
  private func advance(by duration: Duration) {
    var left = duration
    while left > .zero {
      let step = min(left, .milliseconds(100))
      left -= step
      other.advance(by: step)
      app.advance(by: step)
    }
  }

  /// The app starts it, the other process finds it, and both are bound to its end.
  private func startedAndSeen() -> (started: Countdown, seen: Countdown) {
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    started.start()
    let seen = tea(in: other)
    otherWatcher.watchEnds(of: seen)
    return (started, seen)
  }

  @Test("the one that has the lease tells, and the other is told so")
  func oneTells() {
    let (_, seen) = startedAndSeen()
    #expect(store.tea?.lease?.process.number == 1)
    advance(by: .seconds(60))
    #expect(appWatcher.take() == ["finished"])
    #expect(otherWatcher.take() == ["deliveredElsewhere"])
    #expect(store.tea == nil)
    #expect(seen.state == .finished)
  }

  @Test("an intent pauses what the app runs, and the app shows it at once")
  func paused() {
    let (started, seen) = startedAndSeen()
    var changes: [String] = []
    started.onChange(with: appWatcher) { _, change in changes.append("\(change.kind)") }
    advance(by: .seconds(20))
    #expect(seen.pause())
    #expect(seen.storeError == nil)
    #expect(started.state == .paused)
    #expect(started.remaining == .seconds(40))
    advance(by: .seconds(100))
    #expect(started.resume())
    #expect(seen.state == .running)
    #expect(seen.extend(by: .seconds(30)))
    #expect(started.remaining == .seconds(70))
    #expect(changes == ["paused", "resumed", "extended(by: 30.0 seconds)"])
    advance(by: .seconds(70))
    #expect(appWatcher.take().count + otherWatcher.take().count == 2)
    #expect(store.tea == nil)
  }

  @Test("what one process cancels is cancelled in the other")
  func cancelled() {
    let (started, seen) = startedAndSeen()
    advance(by: .seconds(10))
    #expect(seen.cancel())
    #expect(started.state == .idle)
    #expect(appWatcher.take() == ["cancelled"])
    #expect(otherWatcher.take() == ["cancelled"])
    #expect(store.tea == nil)
  }

  @Test("a call that another process has made impossible is undone, and says so by what is shown")
  func corrected() {
    let started = tea(in: app)
    started.start()
    // The store does not say that the record has changed.
    store.fail(.unavailable)
    let seen = tea(in: other)
    store.fail(nil)
    #expect(seen.start(), "as far as this process knows, nothing runs")
    #expect(seen.remaining == .seconds(60))
    #expect(started.isRunning)
    #expect(store.tea?.run == Int(app.wallNow.nanosecondsSince1970))
    advance(by: .seconds(10))
    #expect(seen.remaining == .seconds(50))
  }

  @Test("once the one with the lease is killed, the other tells")
  func killed() {
    _ = startedAndSeen()
    _ = app.relaunched()
    other.advance(by: .seconds(60))
    #expect(otherWatcher.take() == ["finished"])
    #expect(store.tea == nil)
  }

  @Test(
    "a lease ends five seconds after the deadline, and who stood still for longer tells nothing")
  func frozen() {
    let (started, _) = startedAndSeen()
    other.advance(by: .seconds(64.9))
    #expect(otherWatcher.take() == [])
    other.advance(by: .seconds(0.2))
    #expect(otherWatcher.take() == ["finished"])
    #expect(store.tea == nil)
    app.freeze(for: .seconds(100))
    #expect(appWatcher.take() == ["deliveredElsewhere"])
    #expect(started.state == .finished)
  }

  @Test("who stood still for longer than its lease takes another one, and tells if nobody has")
  func thawed() {
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    started.start()
    app.freeze(for: .seconds(100))
    #expect(appWatcher.take().map { $0.hasPrefix("finished") } == [true])
    #expect(store.tea == nil)
  }

  @Test("who has no receiver has no lease, and who is unbound gives it up")
  func unbound() {
    let started = tea(in: app)
    started.start()
    #expect(store.tea?.lease == nil)
    appWatcher.watchEnds(of: started)
    #expect(store.tea?.lease?.process.number == 1)
    started.pause()
    #expect(store.tea?.lease == nil, "nothing can become due")
    started.resume()
    #expect(store.tea?.lease?.process.number == 1)
    started.unbind(appWatcher)
    #expect(store.tea?.lease == nil)
  }

  @Test("an event that nobody hears in the process that runs it is told by the other, which lives")
  func unheard() {
    tea(in: app).start()
    let seen = tea(in: other)
    advance(by: .seconds(70))
    #expect(store.tea != nil)
    otherWatcher.watchEnds(of: seen)
    #expect(otherWatcher.take() == ["finished"])
    #expect(store.tea == nil)
  }

  @Test("processes with different receivers each tell what they can hear")
  func differentReceivers() {
    let options = CountdownOptions(milestones: [.seconds(30)])
    let started = tea(in: app, options: options)
    var milestones: [Duration] = []
    started.onMilestone(with: appWatcher) { _, milestone in milestones.append(milestone) }
    started.start()
    let seen = tea(in: other, options: options)
    otherWatcher.watchEnds(of: seen)
    advance(by: .seconds(62))
    #expect(milestones == [.seconds(30)])
    #expect(otherWatcher.take() == ["finished"])
    #expect(store.tea == nil)
  }

  @Test("looking at a countdown in another process changes nothing and takes nothing away")
  func looking() {
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    started.start()
    let saves = store.saves
    let seen = tea(in: other)
    for _ in 0..<10 {
      advance(by: .seconds(5))
      _ = (seen.remaining, seen.state, seen.reading, seen.progress, seen.certainty, seen.label)
    }
    #expect(store.saves == saves)
    advance(by: .seconds(10))
    #expect(appWatcher.take() == ["finished"])
  }

  @Test("readings end once it is known which process tells the finish")
  func readers() async {
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    started.start()
    let seen = tea(in: other)
    let reader = Task {
      var last: Int?
      for await reading in seen.readings { last = reading.shown }
      return last
    }
    await other.waitForSleepers(1)
    advance(by: .seconds(60))
    #expect(appWatcher.take() == ["finished"])
    #expect(await reader.value == 1)
    #expect(store.tea == nil)
  }

  @Test("a store that cannot be written: each process tells, and says why")
  func unwritable() {
    let process = app.companion()
    tea(in: process).start()
    _ = process.relaunched()
    let countdowns = [tea(in: app), tea(in: other)]
    store.fail(.notSaved)
    appWatcher.watchEnds(of: countdowns[0])
    otherWatcher.watchEnds(of: countdowns[1])
    advance(by: .seconds(60))
    #expect(appWatcher.take() == ["finished"])
    #expect(otherWatcher.take() == ["finished"])
    #expect(countdowns.map { $0.storeError?.kind } == [.notSaved, .notSaved])
  }

  @Test("overtime whose finish was told leaves no finish behind when it is stopped elsewhere")
  func stoppedOvertime() {
    let options = CountdownOptions(countsPastZero: true)
    let started = tea(in: app, options: options)
    appWatcher.watchEnds(of: started)
    started.start()
    app.advance(by: .seconds(70))
    #expect(appWatcher.take() == ["finished"])
    let again = tea(in: app.relaunched(), options: options)
    otherWatcher.watchEnds(of: again)
    #expect(again.overtime == .seconds(10))
    #expect(again.stopOvertime())
    #expect(store.tea == nil)
    #expect(otherWatcher.take() == [])
  }

  @Test("the latest label wins, in this process and in others (B12)")
  func label() {
    let started = tea(in: app)
    started.start()
    let seen = Countdown.kept(
      "tea", in: store, startingFrom: .seconds(60), label: "Green", on: other.timekeeper)
    #expect(seen.label == "Green" && started.label == "Green")
    #expect(store.tea?.label == "Green")
  }
}
