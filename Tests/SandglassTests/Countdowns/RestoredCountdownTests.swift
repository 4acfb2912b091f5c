import Foundation
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

@MainActor
@Suite("Law 11: a kept countdown continues in another process and after a reboot")
struct RestoredCountdownTests {
  let time = VirtualTime()
  let store = MemoryStore()

  private func start(_ duration: Duration = .seconds(60), options: CountdownOptions = .standard) {
    store.on(time.timekeeper).countdown("tea", startingFrom: duration, options: options)
      .start()
  }

  private func restored(_ time: VirtualTime) throws -> Countdown {
    try #require(try store.on(time.timekeeper).countdown("tea"))
  }

  @Test("after a kill and a launch, it is exact, and finishes to the nanosecond")
  func killed() throws {
    start()
    let later = time.relaunched(after: .seconds(20))
    let tea = try restored(later)
    #expect(tea.restoration?.certainty == .exact)
    #expect(tea.remaining == .seconds(40))
    #expect(tea.progress == 1.0 / 3)
    let watcher = CountdownWatcher()
    watcher.watchEnds(of: tea)
    later.advance(by: .nanoseconds(39_999_999_999))
    #expect(watcher.take().isEmpty)
    later.advance(by: .nanoseconds(1))
    #expect(watcher.take() == ["finished"])
    #expect(store.tea == nil)
  }

  @Test(
    "after a kill during which the wall clock was set, the steady clock decides",
    arguments: [-1, 1])
  func killedAndSet(sign: Int64) throws {
    start()
    let later = time.relaunched(after: .seconds(20))
    later.setWallClock(to: later.wallNow + .seconds(sign * 86_400 * 365))
    let tea = try restored(later)
    #expect(tea.restoration?.certainty == .exact)
    #expect(tea.remaining == .seconds(40))
  }

  @Test("after a reboot, it is estimated from the wall clock, and so in every later process")
  func rebooted() throws {
    start()
    let later = time.rebooted(after: .seconds(20))
    let tea = try restored(later)
    #expect(tea.restoration?.certainty == .estimated)
    #expect(tea.remaining == .seconds(40))
    // The record is now from this boot, and is not more certain than before.
    let last = later.relaunched(after: .seconds(15))
    let again = try restored(last)
    #expect(again.restoration?.certainty == .estimated)
    #expect(again.remaining == .seconds(25))
    again.restart()
    #expect(again.restoration == nil)
    #expect(try restored(last.relaunched()).restoration?.certainty == .exact)
  }

  @Test("after a reboot with the wall clock set back, it has at most the recorded remaining time")
  func rebootedAndSetBack() throws {
    start()
    time.advance(by: .seconds(20))
    let later = time.rebooted(after: .seconds(-3600))
    let tea = try restored(later)
    tea.onTick(with: store) { _, _ in }
    #expect(tea.restoration?.certainty == .suspect)
    #expect(tea.remaining == .seconds(60))
    #expect(try restored(later.relaunched(after: .seconds(50))).remaining == .seconds(10))
  }

  @Test("a countdown that ended while no process ran is finished, and reports its end once")
  func endedMeanwhile() throws {
    start()
    let end = time.wallNow + .seconds(60)
    let later = time.relaunched(after: .seconds(90))
    let tea = try restored(later)
    #expect(tea.state == .finished)
    #expect(tea.restoration?.state == .finished(at: end))
    #expect(tea.restoration?.endedMeanwhile == true)
    #expect(tea.end?.moment == time.now + .seconds(60))

    let (first, second) = (CountdownWatcher(), CountdownWatcher())
    #expect(store.tea != nil)
    first.watchEnds(of: tea)
    #expect(first.take() == ["finished"])
    #expect(store.tea == nil)
    second.watchEnds(of: tea)
    first.watchEnds(of: tea)
    #expect(second.take().isEmpty && first.take().isEmpty)
    #expect(try store.on(later.timekeeper).countdown("tea") == nil)
  }

  @Test("a pending finish is delivered by the next process, or by the one after that")
  func notHandled() throws {
    start()
    let second = time.rebooted(after: .seconds(90))
    _ = try restored(second)
    let third = second.rebooted(after: .seconds(90))
    let tea = try restored(third)
    let watcher = CountdownWatcher()
    watcher.watchEnds(of: tea)
    #expect(watcher.take() == ["finished"])
    #expect(tea.restoration?.state == .finished(at: time.wallNow + .seconds(60)))
  }

  @Test(
    "Law 11: an end before the boot has its wall-clock time", arguments: [true, false])
  func endedBeforeBoot(countsPastZero: Bool) {
    func tea(on time: VirtualTime) -> Countdown {
      store.on(time.timekeeper).countdown(
        "tea", startingFrom: .seconds(60), options: CountdownOptions(countsPastZero: countsPastZero)
      )
    }
    tea(on: time).start()
    let booted = time.rebooted(after: .seconds(500))
    let again = tea(on: booted)
    let watcher = CountdownWatcher()
    watcher.watchEnds(of: again)
    booted.advance(by: .seconds(5))
    #expect(again.endsAt == time.wallNow + .seconds(60))
    #expect(again.isOvertime == countsPastZero && again.isFinished != countsPastZero)
    again.restart()
    #expect(again.endsAt == booted.wallNow + .seconds(60))
  }

  @Test("all receivers that are bound at the delivery of a finish get it, and later ones do not")
  func bothKinds() throws {
    start()
    let tea = try restored(time.relaunched(after: .seconds(90)))
    let watcher = CountdownWatcher()
    var finishes = 0
    tea.onFinish(with: watcher) { _, _ in finishes += 1 }
    watcher.watchEnds(of: tea)
    #expect(finishes == 1)
    #expect(watcher.take() == [])
    tea.start()
    tea.extend(by: .seconds(-60))
    #expect(finishes == 2)
    #expect(watcher.take() == ["finished"])
  }

  @Test("a pending finish is also delivered after the next start")
  func startsAgain() throws {
    start()
    let later = time.relaunched(after: .seconds(90))
    let tea = try restored(later)
    #expect(tea.start())
    let watcher = CountdownWatcher()
    watcher.watchEnds(of: tea)
    #expect(watcher.take() == ["finished"])
    #expect(tea.isRunning)
    later.advance(by: .seconds(60))
    #expect(watcher.take() == ["finished"])
  }

  @Test("a paused countdown is always exact, to the nanosecond")
  func paused() throws {
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    tea.start()
    time.advance(by: .nanoseconds(20_000_000_001))
    tea.pause()
    let later = time.rebooted(after: .seconds(-86_400 * 365))
    let again = try restored(later)
    #expect(again.restoration?.certainty == .exact)
    #expect(again.isPaused)
    later.advance(by: .seconds(3600))
    again.resume()
    #expect(again.remaining == .nanoseconds(39_999_999_999))
  }

  @Test("overtime continues, also if it began before the boot")
  func overtime() throws {
    let options = CountdownOptions(countsPastZero: true)
    start(options: options)
    let later = time.rebooted(after: .seconds(3660))
    let tea = try restored(later)
    let watcher = CountdownWatcher()
    watcher.watch(tea)
    #expect(watcher.take().contains("finished"))
    #expect(tea.reading.overtime == .seconds(3600))
    later.advance(by: .milliseconds(1500))
    #expect(watcher.readings.last?.overtime == .seconds(3601))
    _ = watcher.take()
    // The finish has been delivered, and the record is in overtime.
    let last = later.relaunched(after: .seconds(10))
    let again = try restored(last)
    #expect(again.reading.overtime == .milliseconds(3_611_500))
    watcher.watchEnds(of: again)
    #expect(watcher.take().isEmpty)
  }

  @Test(
    "Law 11: an end before the boot has the same interval and elapsed time as one in this boot",
    arguments: [true, false], [true, false])
  func intervalBeforeBoot(countsPastZero: Bool, isRebooted: Bool) throws {
    start(options: CountdownOptions(countsPastZero: countsPastZero))
    let end = time.wallNow + .seconds(60)
    let later =
      isRebooted ? time.rebooted(after: .seconds(100)) : time.relaunched(after: .seconds(100))
    let tea = try restored(later)
    later.advance(by: .seconds(3))
    #expect(tea.endsAt == end)
    #expect(tea.timerInterval.start == end && tea.timerInterval.end == end)
    // The run goes on from its own start.
    tea.moveEnd(to: later.wallNow + .seconds(20))
    #expect((tea.reading.elapsed, tea.total) == (.seconds(103), .seconds(123)))
  }

  @Test(
    "Law 5: an end says when it was and how late it is told, also right after a reboot",
    arguments: [true, false], [true, false])
  func endOfRun(isRebooted: Bool, asChange: Bool) throws {
    start()
    let end = time.wallNow + .seconds(60)
    let later =
      isRebooted ? time.rebooted(after: .seconds(100)) : time.relaunched(after: .seconds(100))
    let tea = try restored(later)
    var told: [CountdownEnd] = []
    later.freeze(for: .seconds(3))
    #expect(tea.end?.wallMoment == end)
    if asChange {
      tea.onChange(with: store) { _, change in
        if case .finished(let end) = change.kind { told.append(end) }
      }
    } else {
      tea.onEnd(with: store) { _, end in told.append(end) }
    }
    #expect(told.map(\.wallMoment) == [end])
    #expect(told.map(\.lateness) == [.seconds(43)])
    later.advance(by: .seconds(5))
    #expect(tea.end?.wallMoment == end)
    // An end of this process is told at its moment.
    tea.start()
    later.advance(by: .seconds(60))
    #expect(told.last?.wallMoment == later.wallNow)
    #expect(told.last?.lateness == .zero)
    #expect(told.last?.date == Date(later.wallNow))
  }

  @Test("Law 5: an end that another process has told says when it was, also before the boot")
  func endElsewhere() throws {
    start()
    let end = time.wallNow + .seconds(60)
    let later = time.rebooted(after: .seconds(100))
    let tea = try restored(later)
    let other = later.companion()
    let others = try restored(other)
    let (watcher, otherWatcher) = (CountdownWatcher(), CountdownWatcher())
    otherWatcher.watchEnds(of: others)
    #expect(otherWatcher.ends.map(\.outcome) == [.finished])
    watcher.watchEnds(of: tea)
    #expect(watcher.ends.map(\.outcome) == [.deliveredElsewhere])
    #expect(watcher.ends.first?.wallMoment == end)
    #expect(watcher.ends.first?.lateness == .seconds(40))
  }

  @Test("a task that waits for an end before the boot gets its wall-clock time")
  func waitedForBeforeBoot() async throws {
    start()
    let end = time.wallNow + .seconds(60)
    let later = time.rebooted(after: .seconds(100))
    let tea = try restored(later)
    let first = await tea.finished()
    #expect((first?.wallMoment, first?.lateness) == (end, .seconds(40)))
    // It has ended already.
    #expect(await tea.finished()?.wallMoment == end)
  }

  /// The ways to a record's countdown.
  nonisolated enum Way: CaseIterable {
    case startingFrom, until, phases, id, all, board
  }

  private func tea(_ way: Way, on time: VirtualTime) throws -> Countdown {
    let timekeeper = time.timekeeper
    switch way {
    case .startingFrom:
      return store.on(timekeeper).countdown("tea", startingFrom: .seconds(360))
    case .until:
      return store.on(timekeeper).countdown("tea", until: time.wallNow + .seconds(360))
    case .phases:
      return store.on(timekeeper).countdown("tea", phases: [Phase("one", .seconds(360))])
    case .id:
      return try restored(time)
    case .all:
      return try store.on(timekeeper).countdowns()[0].result.get()
    case .board:
      return try #require(CountdownBoard(keptIn: store.on(timekeeper))["tea"])
    }
  }

  @Test(
    "Law 11: a later start counts from what the record says, by every way to the record",
    arguments: Way.allCases)
  func laterStart(way: Way) throws {
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(360))
    tea.start(for: .seconds(18_000))
    tea.extend(by: .seconds(7))
    let again = try self.tea(way, on: time.relaunched(after: .seconds(10)))
    #expect(again.duration == .seconds(18_000))
    #expect(again.total == .seconds(18_007))
    again.restart()
    #expect(again.remaining == .seconds(18_000))
    again.cancel()
    #expect(again.remaining == .seconds(18_000))
  }

  @Test("a later start runs through the phases of the record, or counts down to its end")
  func laterStartOfOthers() throws {
    let end = time.wallNow + .seconds(100)
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(360))
    tea.start(until: end)
    var last = time.relaunched(after: .seconds(10))
    let second = try self.tea(.startingFrom, on: last)
    second.restart()
    #expect(second.endsAt == end)
    second.cancel()
    store.on(last.timekeeper).countdown(
      "tea", phases: [Phase("one", .seconds(3)), Phase("two", .seconds(4))]
    )
    .discard()
    last = last.relaunched()
    let phases = store.on(last.timekeeper).countdown(
      "tea", phases: [Phase("one", .seconds(3)), Phase("two", .seconds(4))])
    phases.start()
    let third = try self.tea(.startingFrom, on: last.relaunched(after: .seconds(5)))
    #expect(third.currentPhase?.name == "two")
    third.restart()
    #expect((third.currentPhase?.name, third.remaining) == ("one", .seconds(3)))
  }

  @Test("a request that differs from the record is answered by refusedOptions")
  func refused() throws {
    start()
    let other = try tea(.startingFrom, on: time.relaunched(after: .seconds(10)))
    #expect(other.refusedOptions?.target == .duration(.seconds(360)))
    #expect(other.refusedOptions?.presentTarget == .duration(.seconds(60)))
    let same = store.on(time.relaunched(after: .seconds(10)).timekeeper).countdown(
      "tea", startingFrom: .seconds(60))
    #expect(same.refusedOptions == nil)
  }

  @Test(
    "Law 3: what a launch has found as ended is told once, although the clock is set back then",
    arguments: [false, true])
  func setBackAfterRestoration(isBoundAtOnce: Bool) throws {
    store.on(time.timekeeper).countdown("tea", until: time.wallNow + .seconds(10))
      .start()
    let later = time.relaunched(after: .milliseconds(10_100))
    let tea = try restored(later)
    #expect(tea.state == .finished)
    let watcher = CountdownWatcher()
    later.setWallClock(to: later.wallNow + .milliseconds(-200))
    if isBoundAtOnce { watcher.watchEnds(of: tea) }
    later.advance(by: .seconds(3))
    if !isBoundAtOnce { watcher.watchEnds(of: tea) }
    #expect(watcher.take() == ["finished"])
    later.advance(by: .seconds(30))
    #expect(watcher.take() == [])
    #expect(store.tea == nil)
  }

  @Test("a request with other options continues the run with them, and keeps its duration")
  func madeAnew() {
    start()
    let later = time.relaunched(after: .seconds(20))
    let tea = store.on(later.timekeeper).countdown(
      "tea", startingFrom: .seconds(90), options: CountdownOptions(unit: .seconds(10)))
    #expect(tea.isRunning)
    #expect(tea.remaining == .seconds(40))
    #expect(tea.shown == 4)
    later.advance(by: .seconds(40))
    #expect(tea.state == .finished)
    tea.start()
    #expect(tea.remaining == .seconds(60))
    tea.start()
    tea.restart(for: .seconds(90))
    #expect(tea.remaining == .seconds(90))
  }

  @Test("a request without options keeps those of the record, in the next process too")
  func sameOptions() {
    func tea(on time: VirtualTime, _ options: CountdownOptions? = nil) -> Countdown {
      store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60), options: options)
    }
    let first = tea(on: time, CountdownOptions(unit: .seconds(10), keepsRecord: true))
    first.start()
    #expect(tea(on: time) === first && first.refusedOptions == nil)
    let later = time.relaunched(after: .seconds(20))
    let second = tea(on: later)
    #expect(second.shown == 4 && second.refusedOptions == nil)
    second.cancel()
    #expect(store.tea?.options.keepsRecord == true)
    #expect(tea(on: later.relaunched()).shown == 6)
  }

  @Test("Law 11: milestones that passed while no process ran are reported as after a stall")
  func milestones() throws {
    start(
      options: CountdownOptions(milestones: [.remaining(.seconds(50)), .remaining(.seconds(10))]))
    let later = time.relaunched(after: .seconds(20))
    let tea = try restored(later)
    let watcher = CountdownWatcher()
    var milestones: [Milestone] = []
    tea.onMilestone(with: watcher) { _, reached in milestones.append(reached.milestone) }
    #expect(milestones == [.remaining(.seconds(50))])
    later.advance(by: .seconds(29))
    #expect(milestones == [.remaining(.seconds(50))])
    later.advance(by: .seconds(1))
    #expect(milestones == [.remaining(.seconds(50)), .remaining(.seconds(10))])
  }

  @Test("without a boot identity, a running countdown is never exact")
  func unknownBoot() throws {
    time.setBootIdentity(to: nil)
    start()
    let later = time.relaunched(after: .seconds(20))
    #expect(try restored(later).restoration?.certainty == .estimated)
    #expect(try restored(later).remaining == .seconds(40))
    // It does not become exact once there is a boot identity again.
    later.setBootIdentity(to: BootIdentity("known"))
    #expect(try restored(later.relaunched()).restoration?.certainty == .estimated)
  }

  @Test("of all records, one that cannot be read does not affect the others")
  func all() throws {
    let folder = try TemporaryFolder.made()
    let store = FileCountdownStore(folder: folder.path)
    for id in ["a", "b", "c"] {
      store.on(time.timekeeper).countdown(id, startingFrom: .seconds(60)).start()
    }
    // The process that wrote the record would write it again.
    let later = time.relaunched()
    try folder.write(Array("{".utf8), to: "b.json")
    let all = try store.on(later.timekeeper).countdowns()
    #expect(all.map(\.id) == ["a", "c", "b"])
    #expect(try all[0].result.get().remaining == .seconds(60))
    #expect(try all[1].result.get().isRunning)
    #expect(throws: CountdownStoreError.self) { try all[2].result.get() }
  }
}
