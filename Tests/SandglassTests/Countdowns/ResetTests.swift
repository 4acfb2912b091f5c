import Foundation
import Sandglass
import SandglassStores
import SandglassTesting
import SandglassTestSupport
import Testing

@MainActor
@Suite("Countdown: a reset returns to the full time from every state")
struct ResetTests {
  private let time = VirtualTime()
  private let watcher = CountdownWatcher()

  @Test("a countdown that has finished is idle again, and no event is told that did not happen")
  func finished() {
    let tea = Countdown(.seconds(60), on: time.timekeeper)
    var changes: [CountdownChange.Kind] = []
    tea.onChange(with: watcher) { _, change in changes.append(change.kind) }
    watcher.watch(tea)
    #expect(!tea.reset())
    tea.start()
    time.advance(by: .seconds(60))
    #expect(tea.reading.clockFace == "0:00" && tea.end?.outcome == .finished)
    _ = watcher.take()
    changes = []

    #expect(tea.reset())
    #expect((tea.state, tea.remaining, tea.end) == (.idle, .seconds(60), nil))
    #expect(tea.progress == 0 && tea.endsAt == nil)
    #expect(watcher.take() == ["60"] && changes == [.reset])
    #expect(!tea.reset())
    #expect(tea.start())
    time.advance(by: .seconds(60))
    #expect(watcher.take().last == "finished")
  }

  @Test("a run in progress is cancelled, and overtime is stopped", arguments: [false, true])
  func inProgress(isPaused: Bool) {
    let exam = Countdown(
      .seconds(10), options: CountdownOptions(countsPastZero: true), on: time.timekeeper)
    watcher.watchEnds(of: exam)
    exam.start()
    time.advance(by: .seconds(4))
    if isPaused { exam.pause() }
    #expect(exam.reset())
    #expect(watcher.take() == ["cancelled"])
    #expect((exam.state, exam.end?.outcome) == (.idle, .cancelled))
    #expect(exam.remaining == .seconds(10))

    exam.start()
    time.advance(by: .seconds(15))
    #expect(watcher.take() == ["finished"])
    #expect(exam.reset())
    #expect((exam.state, exam.end) == (.idle, nil))
    #expect(exam.remaining == .seconds(10) && watcher.take() == [])
  }

  @Test("loops over readings end with overtime that is reset, as with overtime that is cancelled")
  func loops() async {
    let exam = Countdown(
      .seconds(2), options: CountdownOptions(countsPastZero: true), on: time.timekeeper)
    exam.start()
    var readings = exam.readings.makeAsyncIterator()
    time.advance(by: .seconds(3))
    exam.reset()
    var last: Reading?
    while let reading = await readings.next() { last = reading }
    #expect((last?.state, last?.clockFace) == (.idle, "0:02"))
  }

  @Test(
    "a loop and a waiting task of a kept countdown end with a reset, or with what comes of the finish"
  )
  func keptLoops() async throws {
    let store = MemoryCountdownStore(on: time.timekeeper)
    let tea = store.countdown("tea", startingFrom: .seconds(2))
    tea.start()
    time.advance(by: .seconds(3))
    var readings = tea.readings.makeAsyncIterator()
    tea.reset()
    while await readings.next() != nil {}
    #expect(tea.state == .idle)
    tea.start()
    time.advance(by: .seconds(3))
    let end = time.task { await tea.finished() }
    await time.run(for: .zero)
    #expect(try await end.value?.outcome == .finished)
  }

  @Test(
    "a run that another process has ended meanwhile is reset all the same, and its finish is told")
  func endedElsewhere() {
    // Nobody hears of a change before the next update.
    let store = MemoryStore()
    let options = CountdownOptions(keepsRecord: true)
    let other = time.companion()
    func tea(on time: VirtualTime) -> Countdown {
      store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60), options: options)
    }
    let here = tea(on: time)
    here.start()
    for process in [time, other] { process.advance(by: .seconds(1)) }
    tea(on: other).extend(by: .seconds(-70))
    #expect(here.isRunning && store.tea?.state != .idle)
    here.reset()
    #expect((here.state, here.remaining, store.tea?.state) == (.idle, .seconds(60), .idle))
    watcher.watchEnds(of: here)
    time.advance(by: .zero)
    #expect(watcher.take() == ["finished"])
  }

  @Test("the first thing told of a reset with a target is its full time", arguments: [false, true])
  func firstReading(isFinished: Bool) {
    let tea = Countdown(.seconds(60), on: time.timekeeper)
    var readings: [String] = []
    tea.onChange(with: watcher) { _, change in readings.append(change.reading.clockFace) }
    tea.onTick(with: watcher) { _, reading in readings.append(reading.clockFace) }
    if isFinished {
      tea.start()
      time.advance(by: .seconds(60))
    }
    readings = []
    tea.reset(for: .seconds(20))
    #expect(readings == (isFinished ? ["0:20", "0:20"] : ["0:20"]))
  }

  @Test("another duration, an end or phases replace the former target, in every state")
  func targets() {
    let phases = [Phase("Focus", .seconds(30)), Phase("Break", .seconds(5))]
    for state in CountdownState.allButOvertime {
      let tea = Countdown(.seconds(60), on: time.timekeeper)
      if state != .idle { tea.start() }
      if state == .paused { tea.pause() }
      if state == .finished { time.advance(by: .seconds(60)) }
      #expect(tea.state == state)
      tea.reset(for: .seconds(20))
      #expect((tea.state, tea.remaining, tea.duration) == (.idle, .seconds(20), .seconds(20)))
      tea.reset(until: time.wallNow + .seconds(50))
      time.advance(by: .seconds(10))
      #expect(tea.remaining == .seconds(40))
      tea.reset(until: Date(time.wallNow + .seconds(5)))
      #expect(tea.remaining == .seconds(5))
      tea.reset(phases: phases, rounds: 2)
      #expect((tea.remaining, tea.totalRemaining) == (.seconds(30), .seconds(70)))
      #expect((tea.phases, tea.rounds, tea.currentPhase) == (phases, 2, phases[0]))
      #expect(tea.start())
      time.advance(by: .seconds(30))
      #expect(tea.currentPhase == phases[1])
    }
  }

  @Test("a countdown that runs or is finished can be given phases, and starts with them")
  func phases() {
    let focus = Countdown(.seconds(60), on: time.timekeeper)
    watcher.watchEnds(of: focus)
    let phases = [Phase("Focus", .seconds(30)), Phase("Break", .seconds(5))]
    #expect(focus.start(phases: phases))
    #expect(!focus.start(phases: [phases[1]]))
    #expect(focus.currentPhase == phases[0])
    focus.restart(phases: [phases[1]], rounds: 3)
    #expect(watcher.take() == ["cancelled"])
    #expect((focus.currentPhase, focus.totalRemaining) == (phases[1], .seconds(15)))
    time.advance(by: .seconds(15))
    #expect(watcher.take() == ["finished"])
    #expect(focus.start(for: .seconds(9)))
    #expect(focus.phases == [] && focus.remaining == .seconds(9))
    focus.restart(phases: [])
    #expect(focus.isFinished)
  }

  @Test("phases that are given later are in the record, and so are those of the next process")
  func kept() async throws {
    let store = MemoryCountdownStore()
    let options = CountdownOptions(keepsRecord: true)
    let phases = [Phase("Focus", .seconds(30)), Phase("Break", .seconds(5))]
    let focus = store.on(time.timekeeper).countdown(
      "focus", startingFrom: .seconds(60), options: options)
    focus.start()
    focus.restart(phases: phases, rounds: 2)
    time.advance(by: .seconds(31))
    try await focus.saved()

    let later = time.relaunched()
    let restored = store.on(later.timekeeper).countdown(
      "focus", startingFrom: .seconds(60), options: options)
    #expect((restored.currentPhase, restored.rounds) == (phases[1], 2))
    #expect(restored.refusedOptions?.presentTarget.plan?.phases == phases)
    restored.reset(phases: [phases[1]])
    #expect((restored.state, restored.totalRemaining) == (.idle, .seconds(5)))
    try await restored.saved()
    let last = try store.on(later.relaunched().timekeeper).countdown("focus")
    #expect(last?.phases == [phases[1]] && last?.state == .idle)
  }

  @Test(
    "a finish that nothing has handled is still told after a reset, in this process or the next")
  func pendingFinish() async throws {
    let store = MemoryCountdownStore()
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    tea.start()
    time.advance(by: .seconds(61))
    #expect(tea.reset())
    #expect(tea.state == .idle && tea.remaining == .seconds(60))
    try await tea.saved()
    let later = time.relaunched()
    let restored = try #require(try store.on(later.timekeeper).countdown("tea"))
    #expect((restored.state, restored.remaining) == (.idle, .seconds(60)))
    watcher.watchEnds(of: restored)
    later.advance(by: .zero)
    #expect(watcher.take() == ["finished"])
  }

  @Test("another process shows the full time too, and hears of the change")
  func elsewhere() {
    let store = MemoryStore(isWatched: true)
    let options = CountdownOptions(keepsRecord: true)
    func tea(on time: VirtualTime) -> Countdown {
      store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60), options: options)
    }
    let other = time.companion()
    let (here, there) = (tea(on: time), tea(on: other))
    var changes: [CountdownChange.Kind] = []
    there.onChange(with: watcher) { _, change in changes.append(change.kind) }
    here.start()
    for process in [other, time, other] { process.advance(by: .seconds(61)) }
    #expect(there.isFinished)
    changes = []
    here.reset()
    for process in [time, other] { process.advance(by: .seconds(1)) }
    #expect((there.state, there.remaining) == (.idle, .seconds(60)))
    #expect(changes == [.reset])
  }
}

extension CountdownState {
  fileprivate static var allButOvertime: [CountdownState] { [.idle, .running, .paused, .finished] }
}
