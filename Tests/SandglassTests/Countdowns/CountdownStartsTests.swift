import Foundation
import Sandglass
import SandglassLedger
import SandglassStores
import SandglassTesting
import SandglassTestSupport
import Testing

@MainActor
@Suite("Countdown: starts with a target, and properties")
struct CountdownStartsTests {
  private let time = VirtualTime()
  private let watcher = CountdownWatcher()

  @Test("a start with another duration also sets the duration of later starts")
  func otherDuration() {
    let resend = Countdown(.seconds(60), on: time.timekeeper)
    #expect(resend.start(for: .seconds(37)))
    #expect(!resend.start(for: .seconds(5)))
    #expect(resend.remaining == .seconds(37))
    time.advance(by: .seconds(37))
    #expect(resend.isFinished)
    #expect(resend.duration == .seconds(37))
    resend.start()
    #expect(resend.remaining == .seconds(37))
    watcher.watchEnds(of: resend)
    resend.restart(for: .seconds(10))
    #expect(watcher.take() == ["cancelled"])
    #expect(resend.remaining == .seconds(10))
    resend.cancel()
    resend.start(for: .seconds(-3))
    #expect(resend.isFinished)
  }

  @Test("a countdown can be started until a wall-clock time or a date")
  func otherEnd() {
    let sale = Countdown(.seconds(60), on: time.timekeeper)
    #expect(sale.start(until: time.wallNow + .seconds(30)))
    #expect(sale.remaining == .seconds(30))
    time.setWallClock(to: time.wallNow + .seconds(10))
    #expect(sale.remaining == .seconds(20))
    sale.restart(until: Date(time.wallNow + .seconds(40)))
    #expect(sale.remaining == .seconds(40))
    #expect(sale.endDate == Date(time.wallNow + .seconds(40)))
    sale.restart(for: .seconds(5))
    time.setWallClock(to: time.wallNow + .seconds(3))
    #expect(sale.remaining == .seconds(5))
    sale.cancel()
    #expect(sale.endDate == nil)
    #expect(sale.start(until: Date(time.wallNow - .seconds(1))))
    #expect(sale.isFinished)
  }

  @Test(
    "countdowns of different lengths that follow each other do not drift, however late each end is seen"
  )
  func chain() {
    let (start, lengths) = (time.now, [10, 30, 7, 25])
    let countdown = Countdown(.seconds(lengths[0]), on: time.timekeeper)
    var ends: [Duration] = []
    countdown.onFinish(with: watcher) { _, end in
      ends.append(end.moment - start)
      guard ends.count < lengths.count else { return }
      countdown.start(for: .seconds(lengths[ends.count]), asOf: end.moment)
    }
    countdown.start()
    time.freeze(for: .seconds(13))
    #expect(countdown.remaining == .seconds(27) && countdown.total == .seconds(30))
    time.freeze(for: .seconds(40))
    #expect(countdown.remaining == .seconds(19))
    time.advance(by: .seconds(19))
    #expect(ends == [.seconds(10), .seconds(40), .seconds(47), .seconds(72)])
    #expect(!countdown.start(for: .seconds(5), asOf: time.now + .nanoseconds(1)))
    #expect(countdown.duration == .seconds(25))
  }

  @Test("a paused countdown resumes at a moment in the past, and reports what has become due since")
  func resumedInThePast() {
    let options = CountdownOptions(milestones: [.remaining(.seconds(4))])
    let countdown = Countdown(.seconds(10), options: options, on: time.timekeeper)
    watcher.watch(countdown)
    countdown.start()
    time.advance(by: .seconds(3))
    countdown.pause()
    #expect(!countdown.resume(asOf: time.now + .nanoseconds(1)))
    let end = time.now
    time.advance(by: .seconds(5))
    _ = watcher.take()
    #expect(countdown.resume(asOf: end))
    #expect(countdown.remaining == .seconds(2))
    #expect(watcher.take() == ["milestone 4.0", "2 missed 4"])
    #expect(!countdown.resume(asOf: end))
    countdown.pause()
    time.advance(by: .seconds(10))
    #expect(countdown.resume(asOf: time.now - .seconds(3)))
    #expect(watcher.take() == ["finished missed 1"])
    #expect(watcher.ends.last?.moment == time.now - .seconds(1))
  }

  @Test("Laws 3, 5: a start in the past reports everything due since then, with its own instant")
  func past() {
    let options = CountdownOptions(milestones: [
      .remaining(.seconds(8)), .remaining(.seconds(6)), .remaining(.seconds(1)),
    ])
    let countdown = Countdown(.seconds(10), options: options, on: time.timekeeper)
    watcher.watch(countdown)
    var changes: [String] = []
    countdown.onChange(with: watcher) { _, change in
      changes.append("\(change.reading.remaining / .seconds(1))")
    }
    #expect(!countdown.start(asOf: time.now + .nanoseconds(1)))
    #expect(countdown.state == .idle)
    #expect(countdown.start(asOf: time.now - .seconds(4.5)))
    #expect(countdown.remaining == .seconds(5.5))
    // The first number is one of those missed.
    #expect(watcher.take() == ["milestone 8.0", "milestone 6.0", "6 missed 4"])
    #expect(changes == ["10.0", "8.0", "6.0"])
    #expect(!countdown.start(asOf: time.now))
    countdown.cancel()
    _ = watcher.take()
    #expect(countdown.start(asOf: Date(time.wallNow - .seconds(25))))
    #expect(
      watcher.take()
        == ["milestone 8.0", "milestone 6.0", "milestone 1.0", "finished missed 10"])
    #expect(watcher.ends.last?.moment == time.now - .seconds(15))
    #expect(!countdown.start(asOf: Date(time.wallNow + .seconds(1))))
  }

  @Test("a start in the past can begin in overtime, which is measured from the end")
  func pastZero() {
    let countdown = Countdown(
      .seconds(10), options: CountdownOptions(countsPastZero: true), on: time.timekeeper)
    countdown.start(asOf: time.now - .seconds(12))
    #expect(countdown.isOvertime)
    #expect(!countdown.isFinished)
    #expect(countdown.reading.overtime == .seconds(2))
    let sale = Countdown(
      until: time.wallNow - .seconds(2), options: CountdownOptions(countsPastZero: true),
      on: time.timekeeper)
    sale.start(asOf: time.now - .seconds(12))
    #expect(sale.reading.overtime == .seconds(2))
    #expect(sale.total == .seconds(10))
  }

  @Test("Law 3: extending in overtime shortens it, or begins another run with its own finish")
  func extraTime() {
    let exam = Countdown(
      .seconds(60),
      options: CountdownOptions(milestones: [.remaining(.seconds(30))], countsPastZero: true),
      on: time.timekeeper)
    watcher.watchEnds(of: exam)
    exam.start()
    time.advance(by: .seconds(100))
    #expect(watcher.take() == ["finished"])
    #expect(exam.extend(by: .seconds(10)))
    #expect((exam.state, exam.reading.overtime) == (.overtime, .seconds(30)))
    #expect(exam.extend(by: .seconds(30)))
    #expect((exam.state, exam.reading.overtime) == (.overtime, .zero))
    #expect(exam.extend(by: .seconds(-5)))
    #expect(exam.reading.overtime == .seconds(5))
    #expect(watcher.take() == [])
    #expect(exam.extend(by: .seconds(25)))
    #expect((exam.state, exam.remaining) == (.running, .seconds(20)))
    #expect(exam.end == nil)
    #expect(exam.total == .seconds(120))
    #expect(exam.reading.elapsed == .seconds(100))
    time.advance(by: .seconds(20))
    #expect(watcher.take() == ["finished"])
    #expect(exam.isOvertime)
  }

  @Test("a run extended in overtime is kept, and still follows the wall clock if it did before")
  func extraTimeKept() throws {
    let store = MemoryStore()
    let options = CountdownOptions(countsPastZero: true)
    let exam = store.on(time.timekeeper).countdown(
      "tea", until: time.wallNow + .seconds(60), options: options)
    watcher.watchEnds(of: exam)
    exam.start()
    time.advance(by: .seconds(70))
    exam.extend(by: .seconds(30))
    #expect(exam.remaining == .seconds(20))
    time.setWallClock(to: time.wallNow + .seconds(5))
    #expect(exam.remaining == .seconds(15))
    let later = time.relaunched(after: .seconds(5))
    let restored = try #require(try store.on(later.timekeeper).countdown("tea"))
    #expect(restored.remaining == .seconds(10))
    watcher.watchEnds(of: restored)
    _ = watcher.take()
    later.advance(by: .seconds(10))
    #expect(watcher.take() == ["finished"])
  }

  @Test("Law 12: extending at the deadline, before overtime is served, keeps the new run's record")
  func extraTimeUnnoticed() {
    let store = MemoryStore()
    let exam = store.on(time.timekeeper).countdown(
      "tea", startingFrom: .seconds(10), options: CountdownOptions(countsPastZero: true))
    exam.onFinish(with: watcher) { _, _ in }
    // A callback at the deadline runs before the countdown is served.
    var didExtend = false
    let early = OneShotTimer(after: .seconds(10), with: watcher, on: time.timekeeper) { _, _ in
      didExtend = exam.extend(by: .seconds(60))
    }
    exam.start()
    time.advance(by: .seconds(11))
    #expect(didExtend)
    #expect(exam.isRunning)
    #expect(store.tea != nil)
    withExtendedLifetime(early) {}
  }

  @Test("extending restored overtime does not change the duration of the next start")
  func extraTimeFound() throws {
    let store = MemoryStore()
    let options = CountdownOptions(countsPastZero: true)
    let exam = store.on(time.timekeeper).countdown(
      "tea", startingFrom: .seconds(10), options: options)
    exam.onFinish(with: watcher) { _, _ in }
    exam.start()
    time.advance(by: .seconds(12))
    let later = time.relaunched()
    let found = store.on(later.timekeeper).countdown(
      "tea", startingFrom: .seconds(90), options: options)
    found.extend(by: .seconds(30))
    #expect((found.state, found.remaining) == (.running, .seconds(28)))
    found.restart()
    #expect(found.remaining == .seconds(10))
  }

  @Test("milestones can be changed during a run, and are kept")
  func milestones() throws {
    let store = MemoryStore()
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
    watcher.watch(tea)
    tea.start()
    time.advance(by: .seconds(20))
    tea.milestones = [
      .remaining(.seconds(10)), .remaining(.seconds(50)), .remaining(.zero),
      .remaining(.seconds(30)),
    ]
    #expect(
      tea.milestones == [
        .remaining(.seconds(50)), .remaining(.seconds(30)), .remaining(.seconds(10)),
      ])
    _ = watcher.take()
    time.advance(by: .seconds(10))
    #expect(watcher.take().filter { $0.hasPrefix("m") } == ["milestone 30.0"])
    #expect(
      store.tea?.options.milestones == [
        .remaining(.seconds(50)), .remaining(.seconds(30)), .remaining(.seconds(10)),
      ])
    tea.extend(by: .seconds(20))
    time.advance(by: .seconds(60))
    #expect(watcher.take().filter { $0.hasPrefix("m") } == ["milestone 30.0", "milestone 10.0"])
    tea.milestones = []
    tea.start()
    #expect(tea.milestones == [])
  }

  @Test("the properties before, during and after a run")
  func readable() {
    let store = MemoryStore()
    let tea = store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60), label: "Tea")
    #expect((tea.id, tea.label, tea.certainty) == ("tea", "Tea", .exact))
    #expect((tea.duration, tea.total, tea.reading.elapsed) == (.seconds(60), .seconds(60), .zero))
    #expect(tea.endsAt == nil)
    tea.start()
    time.advance(by: .seconds(15))
    tea.extend(by: .seconds(10))
    #expect(
      (tea.duration, tea.total, tea.reading.elapsed) == (.seconds(60), .seconds(70), .seconds(15)))
    #expect(tea.endsAt == time.wallNow + .seconds(55))
    #expect(tea.clockFace == "0:55")
    tea.pause()
    #expect(tea.endsAt == nil)
    tea.resume()
    let other = Countdown(.seconds(5), on: time.timekeeper)
    #expect((other.id, other.label) == (nil, nil))
    other.start()
    time.advance(by: .seconds(7))
    #expect(other.endsAt == time.wallNow - .seconds(2))
    #expect(other.isFinished)
    #expect(!other.isOvertime)
  }
}

@MainActor
@Suite("Countdown: onChange")
struct CountdownChangeTests {
  private let time = VirtualTime()
  private let watcher = CountdownWatcher()

  private func words(_ change: CountdownChange.Kind) -> String {
    switch change {
    case .finished(let end): "finished \(end.outcome)"
    case .cancelled: "cancelled"
    case .phaseEnded(let end): "phase \(end.index)"
    case .extended(let duration): "extended \(duration / .seconds(1))"
    case .corrected(let duration): "corrected \(duration / .seconds(1))"
    case .milestone(let reached): "milestone \(reached.remaining / .seconds(1))"
    case .pausedAsleep(let slept): "asleep \(slept / .seconds(1))"
    case .started, .paused, .resumed, .wentBack, .undone, .overtime, .overtimeStopped, .reset:
      "\(change)"
    }
  }

  @Test("every kind of change is reported in order, with its reading")
  func course() {
    let options = CountdownOptions(milestones: [.remaining(.seconds(5))], countsPastZero: true)
    let countdown = Countdown(.seconds(10), options: options, on: time.timekeeper)
    var log: [String] = []
    var states: [CountdownState] = []
    countdown.onChange(with: watcher) { [self] _, change in
      log.append(words(change.kind))
      states.append(change.reading.state)
    }
    #expect(time.timekeeper.counters.waiting == 0)
    countdown.start()
    countdown.pause()
    countdown.resume()
    countdown.extend(by: .seconds(2))
    time.advance(by: .seconds(13))
    countdown.cancel()
    countdown.start()
    countdown.cancel()
    #expect(
      log == [
        "started", "paused", "resumed", "extended 2.0", "milestone 5.0", "finished finished",
        "overtime", "overtimeStopped", "started", "cancelled",
      ])
    #expect(
      states == [
        .running, .paused, .running, .running, .running, .overtime, .overtime, .finished, .running,
        .idle,
      ])
    // It causes no ticks: the three wake-ups are for the milestones and ends.
    countdown.unbind(watcher)
    countdown.start()
    #expect(log.count == 10)
  }

  @Test("setting the wall clock is reported as a correction")
  func corrected() {
    let countdown = Countdown(until: time.wallNow + .seconds(60), on: time.timekeeper)
    var log: [String] = []
    countdown.onChange(with: watcher) { [self] _, change in log.append(words(change.kind)) }
    countdown.start()
    time.setWallClock(to: time.wallNow + .seconds(10))
    time.setWallClock(to: time.wallNow + .seconds(100))
    #expect(log == ["started", "corrected -10.0", "finished finished"])
  }

  @Test("a cell of a board shows that its row was paused and resumed")
  func cell() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let row = board.start(1, for: .seconds(10))
    var states: [CountdownState] = []
    board.show(1, in: watcher) { _, reading in states.append(reading.state) }
    row.pause()
    row.resume()
    #expect(states == [.running, .paused, .running])
  }

  @Test("a view shows the correct time after a pause, at zero, and after a cancellation")
  func shown() {
    let exam = Countdown(
      .seconds(2), options: CountdownOptions(countsPastZero: true), on: time.timekeeper)
    var faces: [String] = []
    exam.show(in: watcher) { _, reading in faces.append(reading.clockFace) }
    exam.start()
    time.advance(by: .seconds(1))
    exam.pause()
    exam.resume()
    time.advance(by: .seconds(2))
    exam.cancel()
    exam.hide(in: watcher)
    exam.start()
    #expect(faces == ["0:02", "0:02", "0:01", "0:01", "0:01", "+0:00", "+0:01", "0:00"])
  }

  @Test("Law 11: a receiver of changes gets a finish that was due while no process ran")
  func kept() {
    let store = MemoryStore()
    store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(5)).start()
    let later = time.relaunched(after: .seconds(10))
    let restored = store.on(later.timekeeper).countdown("tea", startingFrom: .seconds(5))
    var log: [String] = []
    restored.onChange(with: watcher) { [self] _, change in log.append(words(change.kind)) }
    #expect(log == ["finished finished"])
    #expect(store.records == 0)
  }
}

private final class QueueOwner: Sendable {}

@MainActor
@Suite("Countdown: awaiting the end")
struct FinishedTests {
  private let time = VirtualTime()

  @Test("a task waits until the countdown finishes, without ticks")
  func finishes() async throws {
    let countdown = Countdown(.seconds(10), on: time.timekeeper)
    let waiting = time.task { await countdown.finished() }
    await time.run(for: .seconds(1))
    countdown.start()
    let wakeUps = time.timekeeper.counters.wakeUps
    let run = await time.run(for: .seconds(10))
    #expect(run.tasksWaitingElsewhere == [])
    #expect(time.timekeeper.counters.wakeUps == wakeUps + 1)
    let end = try #require(try await waiting.value)
    #expect(end.outcome == .finished)
    #expect(end.moment == time.now)
    // If the countdown has ended, the call does not wait.
    #expect(await countdown.finished() == end)
  }

  @Test("a cancellation returns as cancelled, and overtime as finished")
  func cancelled() async throws {
    let countdown = Countdown.started(.seconds(10), on: time.timekeeper)
    let waiting = time.task { await countdown.finished()?.outcome }
    await time.run(for: .seconds(1))
    countdown.cancel()
    #expect(try await waiting.value == .cancelled)
    let exam = Countdown.started(
      .seconds(1), options: CountdownOptions(countsPastZero: true), on: time.timekeeper)
    time.advance(by: .seconds(5))
    #expect(await exam.finished()?.outcome == .finished)
  }

  @Test("cancelling the task ends the wait, and the countdown continues")
  func task() async throws {
    let countdown = Countdown.started(.seconds(10), on: time.timekeeper)
    let waiting = time.task { await countdown.finished() }
    await time.run(for: .seconds(1))
    waiting.cancel()
    #expect(try await waiting.value == nil)
    #expect(countdown.isRunning)
    let never = time.task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await countdown.finished()
    }
    #expect(try await never.value == nil)
  }

  @Test("Law 11: a waiting task gets a finish that was due while no process ran")
  func kept() async throws {
    let store = MemoryStore()
    store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(5)).start()
    let later = time.relaunched(after: .seconds(10))
    let restored = store.on(later.timekeeper).countdown("tea", startingFrom: .seconds(5))
    let waiting = later.task { await restored.finished()?.outcome }
    await later.run(for: .seconds(1))
    #expect(try await waiting.value == .finished)
    try await restored.saved()
    #expect(store.records == 0)
  }
}
