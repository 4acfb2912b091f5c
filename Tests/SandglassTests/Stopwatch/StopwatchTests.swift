import Dispatch
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import Sandglass
@testable import SandglassStores

/// Stores the readings that it receives.
@MainActor
private final class LapScreen {
  private(set) var readings: [StopwatchReading] = []

  func watch(_ stopwatch: Stopwatch) {
    stopwatch.onTick(with: self) { screen, reading in screen.readings.append(reading) }
  }

  func take() -> [StopwatchReading] {
    defer { readings = [] }
    return readings
  }
}

/// Stores the readings that it receives, on any queue.
private final class RunLog: Sendable {
  let readings = Locked<[StopwatchReading]>([])
}

@MainActor
@Suite("A stopwatch")
struct StopwatchTests {
  let time = VirtualTime()

  private func stopwatch(_ unit: Duration = .milliseconds(100)) -> Stopwatch {
    Stopwatch(unit: unit, on: time.timekeeper)
  }

  @Test("Law 7: every method can be called in every state, and returns false if it does not apply")
  func states() {
    let run = stopwatch()
    #expect(!run.stop() && !run.resume() && !run.lap() && !run.reset())
    #expect(run.state == .idle && run.reading.shownTime == .zero && run.laps.isEmpty)
    #expect(run.start() && !run.start() && !run.resume())
    #expect(run.isRunning && run.state != .stopped)
    #expect(run.lap() && run.stop() && !run.lap() && !run.stop())
    #expect(run.state == .stopped && run.laps.count == 1)
    #expect(run.start() && run.stop() && run.resume())
    #expect(run.reset() && !run.reset())
    #expect(run.laps.isEmpty && run.certainty == .exact && run.storeError == nil && run.id == nil)
    #expect(run.reading.unit == .milliseconds(100))
  }

  @Test("Law 1: total and laps are exact after a freeze, a sleep, and settings of the wall clock")
  func exact() {
    let run = stopwatch()
    run.start()
    time.advance(by: .nanoseconds(1_234_567_891))
    run.lap()
    time.freeze(for: .seconds(3_600), settingWallClockBy: .seconds(-86_400))
    time.setWallClock(to: time.wallNow + .seconds(86_400 * 365))
    run.stop()
    time.advance(by: .seconds(10))
    run.start()
    time.advance(by: .milliseconds(1))
    let reading = run.reading
    #expect(reading.elapsed == .nanoseconds(3_601_235_567_891))
    #expect(run.laps.map(\.duration) == [.nanoseconds(1_234_567_891)])
    #expect(run.reading.currentLap.duration == .nanoseconds(3_600_001_000_000))
    #expect(reading.clockFace == "1:00:01.2")
    #expect(reading.laps[0].shownTime + reading.currentLap.shownTime == reading.shownTime)
  }

  @Test("Law 4: ticks fall exactly on units, each once; a new binding gets the current reading")
  func ticks() {
    let run = stopwatch()
    let screen = LapScreen()
    screen.watch(run)
    #expect(screen.take().map(\.clockFace) == ["0:00.0"])
    run.start()
    #expect(screen.take().map(\.state) == [.running])
    time.advance(by: .milliseconds(350))
    #expect(
      screen.take().map(\.elapsed) == [.milliseconds(100), .milliseconds(200), .milliseconds(300)])
    run.lap()
    #expect(screen.take().map(\.laps.count) == [1])
    run.stop()
    #expect(screen.take().map(\.elapsed) == [.milliseconds(350)])
    time.advance(by: .seconds(9))
    #expect(screen.take().isEmpty)
    run.start()
    _ = screen.take()
    time.advance(by: .milliseconds(49))
    #expect(screen.take().isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(screen.take().map(\.elapsed) == [.milliseconds(400)])
    run.reset()
    #expect(screen.take().map(\.clockFace) == ["0:00.0"])
  }

  @Test("Law 5: after a stall there is one reading, with the number of missed ticks")
  func stalled() {
    let run = stopwatch(.seconds(1))
    let screen = LapScreen()
    screen.watch(run)
    run.start()
    _ = screen.take()
    time.freeze(for: .milliseconds(7_500))
    let reported = screen.take()
    #expect(reported.map(\.shownTime) == [.seconds(7)])
    #expect(reported.map(\.missed) == [6])
    #expect(reported.map(\.elapsed) == [.milliseconds(7_500)])
    time.advance(by: .milliseconds(500))
    #expect(screen.take().map(\.elapsed) == [.seconds(8)])
  }

  @Test("Laws 6, 9: without receivers there are no ticks, and the stopwatch keeps running")
  func nobodyLooks() {
    let run = stopwatch(.milliseconds(10))
    let screen = LapScreen()
    screen.watch(run)
    run.start()
    time.advance(by: .seconds(1))
    #expect(screen.take().count == 102)
    run.unbind(screen)
    #expect(time.timekeeper.counters.waiting == 0)
    let wakeUps = time.timekeeper.counters.wakeUps
    time.advance(by: .seconds(100))
    #expect(time.timekeeper.counters.wakeUps == wakeUps)
    screen.watch(run)
    #expect(screen.take().map(\.elapsed) == [.seconds(101)])
    time.advance(by: .milliseconds(10))
    #expect(screen.take().map(\.missed) == [0])
  }

  @Test("Law 8: the binding of a deallocated owner ends by its next tick")
  func ownerGone() {
    let run = stopwatch()
    run.start()
    var screen: LapScreen? = LapScreen()
    screen?.watch(run)
    #expect(time.timekeeper.counters.waiting == 1)
    screen = nil
    time.advance(by: .milliseconds(200))
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("Law 8: binding the same owner again replaces the previous closure")
  func replaced() {
    let run = stopwatch()
    let screen = LapScreen()
    var count = 0
    run.onTick(with: screen) { _, _ in count += 1 }
    screen.watch(run)
    run.start()
    time.advance(by: .milliseconds(100))
    #expect(screen.take().count == 3)
    #expect(count == 1)
  }

  @Test("a stopwatch without references ends its ticks and releases its closures")
  func letGo() {
    let log = RunLog()
    var reported = 0
    var run: Stopwatch? = stopwatch()
    let gone = Locked(0)
    do {
      let canary = Canary(gone)
      let queue = DispatchQueue(label: "ticks")
      run?.onTick(with: log, queue: queue) { log, reading in
        canary.sing()
        log.readings.withLock { $0.append(reading) }
      }
    }
    run?.start()
    let iterator = run?.readings.makeAsyncIterator()
    time.advance(by: .seconds(1))
    reported = log.readings.withLock { $0.count }
    #expect(reported == 12)
    run = nil
    #expect(time.timekeeper.counters.waiting == 0)
    #expect(gone.withLock { $0 } == 1)
    withExtendedLifetime(iterator) {}
    time.advance(by: .seconds(1))
    #expect(log.readings.withLock { $0.count } == reported)
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("Law 8: a closure is released with its binding, and never while the lock is held")
  func releasedClosure() {
    let timekeeper = time.timekeeper
    let run = stopwatch()
    let owner = LapScreen()
    let deaths = Locked(0)
    do {
      // If the closure were deallocated while the lock is held, this would deadlock.
      let canary = Canary(deaths) { _ = timekeeper.counters }
      run.onTick(with: owner) { _, _ in canary.sing() }
    }
    #expect(deaths.withLock { $0 } == 0)
    run.unbind(owner)
    #expect(deaths.withLock { $0 } == 1)
  }

  @Test("Law 5: a busy receiver gets the newest reading, which counts the ones it replaced")
  func busyQueue() {
    let time = VirtualTime(delivery: .later)
    let run = Stopwatch(on: time.timekeeper)
    let screen = LapScreen()
    screen.watch(run)
    #expect(screen.take().map(\.state) == [.idle])
    run.start()
    run.lap()
    run.stop()
    time.advance(by: .zero)
    let reported = screen.take()
    #expect(reported.map(\.state) == [.stopped])
    #expect(reported.map(\.laps.count) == [1])
    #expect(reported.map(\.missed) == [2])
  }

  @Test("Law 9: the clocks are watched only while a stopwatch runs that pauses asleep")
  func watchedClocks() {
    func isWatching() -> Bool { time.timekeeper.isWatchingWallClock }
    let other = stopwatch()
    other.start()
    var run: Stopwatch? = Stopwatch(pausesAsleep: true, on: time.timekeeper)
    #expect(!isWatching())
    run?.start()
    #expect(isWatching())
    run?.stop()
    #expect(!isWatching())
    run?.start()
    run = nil
    #expect(!isWatching() && other.isRunning)
  }

  @Test("Law 7: every call is legal inside a callback")
  func insideCallback() {
    let run = stopwatch()
    let screen = LapScreen()
    var faces: [String] = []
    var hasStopped = false
    run.onTick(with: screen) { [unowned run] screen, reading in
      faces.append(reading.clockFace)
      switch reading.elapsed {
      case .milliseconds(200) where reading.laps.isEmpty: run.lap()
      case .milliseconds(300) where !hasStopped: hasStopped = run.stop()
      case .milliseconds(400): run.unbind(screen)
      default: break
      }
      if reading.state == .stopped { run.start() }
    }
    run.start()
    time.advance(by: .seconds(2))
    #expect(faces.last == "0:00.4")
    #expect(run.laps.map(\.clockFace) == ["0:00.2"])
    #expect(run.isRunning)
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("ticks share wake-ups within their tolerance, and none is missed because of it")
  func tolerance() {
    let time = VirtualTime(honorsTolerance: true)
    let run = Stopwatch(on: time.timekeeper)
    let screen = LapScreen()
    run.start()
    screen.watch(run)
    time.advance(by: .seconds(10))
    let reported = screen.take()
    #expect(reported.map(\.missed).allSatisfy { $0 == 0 })
    #expect(reported.map(\.shownTime) == (0..<reported.count).map { .milliseconds(100 * $0) })
    #expect(reported.count >= 100)
  }
}

@Suite("Readings of a stopwatch")
struct StopwatchReadingsTests {
  let time = VirtualTime()

  @Test("they begin with the current reading, and end when the stopwatch is deallocated")
  func readings() async throws {
    var run: Stopwatch? = Stopwatch(unit: .seconds(1), on: time.timekeeper)
    let handed = Handed(run?.readings.makeAsyncIterator())
    let task = time.task { () -> [String] in
      var faces: [String] = []
      var iterator = handed.take()
      while let reading = await iterator?.next() { faces.append(reading.clockFace) }
      return faces
    }
    #expect(await time.run(for: .seconds(1)).hasSettled)
    run?.start()
    #expect(await time.run(for: .seconds(2)).hasSettled)
    run?.stop()
    #expect(await time.run(for: .seconds(2)).hasSettled)
    run = nil
    #expect(try await task.value == ["0:00", "0:00", "0:01", "0:02", "0:02"])
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("Law 5: a slow reader gets the newest reading, which counts the others as missed")
  func slow() async {
    let run = Stopwatch(unit: .seconds(1), on: time.timekeeper)
    var iterator = run.readings.makeAsyncIterator()
    run.start()
    time.advance(by: .seconds(5))
    let reading = await iterator.next()
    #expect(reading?.shownTime == .seconds(5))
    #expect(reading?.missed == 6)
  }

  @Test("Law 9: a reader that is released causes no more ticks")
  func released() {
    let run = Stopwatch(unit: .seconds(1), on: time.timekeeper)
    run.start()
    do {
      let reader = run.readings.makeAsyncIterator()
      #expect(time.timekeeper.counters.waiting == 1)
      withExtendedLifetime(reader) {}
    }
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("Law 6: cancelling the task does not change the stopwatch, and leaves nothing behind")
  func cancelled() async throws {
    let run = Stopwatch(unit: .seconds(1), on: time.timekeeper)
    run.start()
    let task = time.task { () -> Int in
      var count = 0
      for await _ in run.readings { count += 1 }
      return count
    }
    #expect(await time.run(for: .seconds(3)).hasSettled)
    task.cancel()
    #expect(try await task.value == 4)
    #expect(run.isRunning)
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("Law 9: a cancelled task causes no more ticks, though its iterator is retained")
  func cancelledAndHeld() async throws {
    let run = Stopwatch(unit: .seconds(1), on: time.timekeeper)
    run.start()
    let held = run.readings.makeAsyncIterator()
    let handed = Handed(held)
    let task = time.task {
      var iterator = handed.take()
      while await iterator.next() != nil {}
    }
    #expect(await time.run(for: .seconds(3)).hasSettled)
    task.cancel()
    try await task.value
    time.advance(by: .seconds(1))
    #expect(time.timekeeper.counters.waiting == 0)
    withExtendedLifetime(held) {}
  }
}

/// A value that is passed to one task.
// Sendable: only the task that takes the value uses it from then on.
private struct Handed<Value>: @unchecked Sendable {
  private let value: Value

  init(_ value: Value) {
    self.value = value
  }

  func take() -> Value { value }
}
