import Sandglass
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

/// Two processes that run at the same time, an app and its extension, with the records of one store.
@MainActor
@Suite("Laws 3, 12: any process may change a kept countdown, and one process delivers its events")
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
    store.on(process.timekeeper).countdown("tea", startingFrom: .seconds(60), options: options)
  }

  /// Both processes continue, and their clocks differ by at most a tenth of a second.
  private func advance(by duration: Duration) {
    var left = duration
    while left > .zero {
      let step = min(left, .milliseconds(100))
      left -= step
      other.advance(by: step)
      app.advance(by: step)
    }
  }

  /// The app starts the countdown, the other process restores it, and both are bound to its end.
  private func startedAndSeen() -> (started: Countdown, seen: Countdown) {
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    started.start()
    let seen = tea(in: other)
    otherWatcher.watchEnds(of: seen)
    return (started, seen)
  }

  @Test("the process with the lease delivers, and the other one reports deliveredElsewhere")
  func oneTells() {
    let (_, seen) = startedAndSeen()
    #expect(store.tea?.lease?.process.number == 1)
    advance(by: .seconds(60))
    #expect(appWatcher.take() == ["finished"])
    #expect(otherWatcher.take() == ["deliveredElsewhere"])
    #expect(store.tea == nil)
    #expect(seen.state == .finished)
  }

  @Test("an intent pauses the app's countdown, and the app shows it immediately")
  func paused() {
    let (started, seen) = startedAndSeen()
    let heard = CountdownWatcher()
    heard.watchChanges(of: started)
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
    #expect(heard.take() == ["paused", "resumed", "extended(by: 30.0 seconds)"])
    advance(by: .seconds(70))
    #expect(appWatcher.take().count + otherWatcher.take().count == 2)
    #expect(store.tea == nil)
  }

  @Test("a finish that another process prevents at the last moment was not delivered elsewhere")
  func preventedFinish() {
    let (started, seen) = startedAndSeen()
    let heard = CountdownWatcher()
    heard.watchChanges(of: seen)
    advance(by: .seconds(59.9))
    other.advance(by: .seconds(0.2))
    #expect(seen.state == .finished)
    #expect(started.pause())
    #expect(seen.state == .paused)
    #expect(seen.remaining == .milliseconds(100))
    other.advance(by: .zero)
    #expect(otherWatcher.take() == [])
    #expect(heard.take() == ["paused"])
    #expect(started.resume())
    app.advance(by: .seconds(0.2))
    other.advance(by: .seconds(1))
    #expect(appWatcher.take() == ["finished"])
    #expect(otherWatcher.take() == ["deliveredElsewhere"])
  }

  @Test("a correction and an undo are what they are, also to a process that saw the end before")
  func correctedAndUndone() throws {
    let (started, seen) = startedAndSeen()
    let heard = CountdownWatcher()
    heard.watchChanges(of: seen)
    advance(by: .seconds(59.9))
    other.advance(by: .seconds(0.2))
    #expect(seen.state == .finished)
    #expect(started.correct(by: .seconds(30)))
    other.advance(by: .zero)
    #expect(seen.remaining == .milliseconds(29_900))
    let change = try #require(try started.perform(.extend(by: .seconds(-5))))
    try started.perform(.undo(change))
    other.advance(by: .zero)
    #expect(otherWatcher.take() == [])
    #expect(
      heard.take() == [
        "corrected(by: 30.0 seconds)", "extended(by: -5.0 seconds)", "undone",
      ])
    #expect(seen.total == .seconds(60))
  }

  @Test("a pause by two processes is told once")
  func pausedByTwo() {
    let (started, seen) = startedAndSeen()
    let heard = CountdownWatcher()
    heard.watchChanges(of: started)
    advance(by: .seconds(20))
    store.fail(.unavailable)
    #expect(started.pause())
    store.fail(nil)
    #expect(seen.pause())
    advance(by: .seconds(2))
    #expect(store.tea?.state == .paused(remaining: .seconds(40)))
    #expect(heard.take() == ["paused"])
  }

  @Test("the same milestones again change nothing")
  func sameMilestones() {
    let started = tea(in: app, options: CountdownOptions(milestones: [.remaining(.seconds(30))]))
    started.start()
    let before = store.tea
    started.milestones = started.milestones
    #expect(store.tea == before)
  }

  @Test("a run that begins by moving the end of overtime is exact, whatever the run before it was")
  func movedOvertime() throws {
    let options = CountdownOptions(countsPastZero: true)
    tea(in: app, options: options).start()
    app.advance(by: .seconds(30))
    let later = app.rebooted(after: .seconds(60))
    let again = tea(in: later, options: options)
    #expect(again.state == .overtime)
    #expect(again.certainty == .estimated)
    #expect(again.moveEnd(to: later.timekeeper.wallNow + .seconds(50)))
    #expect(again.certainty == .exact)
    #expect(store.tea?.certainty == .exact)
  }

  @Test("a pause is told, also if an extension has followed before this process looks")
  func pausedAndExtended() {
    let (started, seen) = startedAndSeen()
    let heard = CountdownWatcher()
    heard.watchChanges(of: seen)
    advance(by: .seconds(20))
    store.fail(.unavailable)
    #expect(started.pause())
    #expect(started.extend(by: .seconds(5)))
    store.fail(nil)
    started.label = "Both are written with it"
    advance(by: .seconds(2))
    #expect(seen.remaining == .seconds(45))
    #expect(heard.take() == ["paused", "extended(by: 5.0 seconds)"])
  }

  @Test("a milestone that was told before an undo is not told again by another process")
  func undoneElsewhere() throws {
    let started = tea(in: app, options: CountdownOptions(milestones: [.remaining(.seconds(30))]))
    appWatcher.watch(started)
    started.start()
    let seen = tea(in: other, options: started.options)
    let change = try #require(try started.perform(.extend(by: .seconds(-40))))
    #expect(appWatcher.take().filter { $0.contains("milestone") }.count == 1)
    try started.perform(.undo(change))
    started.unbind(appWatcher)
    otherWatcher.watch(seen)
    advance(by: .seconds(40))
    #expect(seen.remaining < .seconds(21))
    #expect(otherWatcher.take().filter { $0.contains("milestone") } == [])
  }

  @Test("a cancellation in one process also cancels in the other")
  func cancelled() {
    let (started, seen) = startedAndSeen()
    advance(by: .seconds(10))
    #expect(seen.cancel())
    #expect(started.state == .idle)
    #expect(appWatcher.take() == ["cancelled"])
    #expect(otherWatcher.take() == ["cancelled"])
    #expect(store.tea == nil)
  }

  @Test("a call that another process has made impossible is undone, and the display changes")
  func corrected() {
    let started = tea(in: app)
    started.start()
    // The store does not report that the record has changed.
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

  @Test("after the process with the lease is killed, the other one delivers")
  func killed() {
    _ = startedAndSeen()
    _ = app.relaunched()
    other.advance(by: .seconds(60))
    #expect(otherWatcher.take() == ["finished"])
    #expect(store.tea == nil)
  }

  @Test("a lease ends 5 s after the deadline, and a process suspended for longer delivers nothing")
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

  @Test("a board does not report a finish that another process delivers while its callback waits")
  func waitingOnABoard() throws {
    let board = try CountdownBoard(keptIn: store.on(app.timekeeper))
    var finished: [String] = []
    board.onFinish(with: appWatcher) { _, ids in finished += ids }
    board.start("tea", for: .seconds(60))
    otherWatcher.watchEnds(of: tea(in: other))
    let busy = Countdown.started(.seconds(60), on: app.timekeeper)
    busy.onFinish(with: appWatcher) { [other] _, _ in other.advance(by: .seconds(66)) }
    app.advance(by: .seconds(60))
    #expect(otherWatcher.take() == ["finished"])
    #expect(finished == [])
    #expect(store.tea == nil)
    board.start("tea", for: .seconds(10))
    app.advance(by: .seconds(10))
    #expect(finished == ["tea"], "the board still listens to the row")
  }

  @Test("a process suspended for longer than its lease takes a new one, and delivers the finish")
  func thawed() {
    let started = tea(in: app)
    appWatcher.watchEnds(of: started)
    started.start()
    app.freeze(for: .seconds(100))
    #expect(appWatcher.take().map { $0.hasPrefix("finished") } == [true])
    #expect(store.tea == nil)
  }

  @Test("a process without receivers has no lease, and unbinding the last one releases it")
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

  @Test("an event without a receiver in the process that started it is delivered by another one")
  func noReceiver() {
    tea(in: app).start()
    let seen = tea(in: other)
    advance(by: .seconds(70))
    #expect(store.tea != nil)
    otherWatcher.watchEnds(of: seen)
    #expect(otherWatcher.take() == ["finished"])
    #expect(store.tea == nil)
  }

  @Test("processes with different receivers deliver the events of their kinds")
  func differentReceivers() {
    let options = CountdownOptions(milestones: [.remaining(.seconds(30))])
    let started = tea(in: app, options: options)
    var milestones: [Milestone] = []
    started.onMilestone(with: appWatcher) { _, reached in milestones.append(reached.milestone) }
    started.start()
    let seen = tea(in: other, options: options)
    otherWatcher.watchEnds(of: seen)
    advance(by: .seconds(62))
    #expect(milestones == [.remaining(.seconds(30))])
    #expect(otherWatcher.take() == ["finished"])
    #expect(store.tea == nil)
  }

  @Test("reading a countdown in another process changes nothing and takes no lease")
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

  @Test("readings end once it is known which process delivers the finish")
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

  @Test("if the store cannot be written, each process delivers and has an error")
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

  @Test("stopping overtime in another process does not deliver the finish again")
  func stoppedOvertime() {
    let options = CountdownOptions(countsPastZero: true)
    let started = tea(in: app, options: options)
    appWatcher.watchEnds(of: started)
    started.start()
    app.advance(by: .seconds(70))
    #expect(appWatcher.take() == ["finished"])
    let again = tea(in: app.relaunched(), options: options)
    otherWatcher.watchEnds(of: again)
    #expect(again.reading.overtime == .seconds(10))
    #expect(again.stopOvertime())
    #expect(store.tea == nil)
    #expect(otherWatcher.take() == [])
  }

  @Test("the latest label applies, in this process and in others")
  func label() {
    let started = tea(in: app)
    started.start()
    let seen = store.on(other.timekeeper).countdown(
      "tea", startingFrom: .seconds(60), label: "Green")
    #expect(seen.label == "Green" && started.label == "Green")
    #expect(store.tea?.label == "Green")
  }
}
