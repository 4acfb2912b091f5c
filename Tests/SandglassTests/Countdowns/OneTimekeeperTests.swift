import Sandglass
import SandglassTesting
import Testing

@MainActor
@Suite("S3: one manager for any number of countdowns")
struct SeedManagerTests {
  let time = VirtualTime()

  @Test("S3: the manager stops when nothing is left and starts again with the next countdown")
  func stopsWhenEmpty() {
    let watcher = CountdownWatcher()
    for round in 1...3 {
      let countdown = Countdown(.seconds(3), on: time.timekeeper)
      watcher.watch(countdown)
      countdown.start()
      time.advance(by: .seconds(3))
      #expect(watcher.take() == ["3", "2", "1", "finished"])
      #expect(time.timekeeper.counters.waiting == 0)
      let counters = time.timekeeper.counters
      #expect(counters.wakeUps == 3 * round)
      time.advance(by: .seconds(3600))
      #expect(time.timekeeper.counters == counters)
    }
  }

  @Test(
    "S3: a thousand countdowns that nobody watches set one alarm and cause one wake-up each end")
  func oneAlarm() {
    let countdowns = (0..<1_000).map { _ in Countdown(.seconds(60), on: time.timekeeper) }
    let before = time.timekeeper.counters
    for countdown in countdowns { countdown.start() }
    #expect(time.timekeeper.counters.alarmSettings - before.alarmSettings == 1)
    time.advance(by: .seconds(120))
    let after = time.timekeeper.counters
    #expect(after.wakeUps - before.wakeUps == 1)
    #expect(after.waiting == 0)
    #expect(countdowns.allSatisfy { $0.state == .finished })
  }

  @Test("Law 9: an idle, a paused or a finished countdown waits for nothing")
  func nothingDue() {
    let countdown = Countdown(.seconds(60), on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watch(countdown)
    #expect(time.timekeeper.counters.waiting == 0)
    countdown.start()
    #expect(time.timekeeper.counters.waiting == 1)
    countdown.pause()
    #expect(time.timekeeper.counters.waiting == 0)
    countdown.resume()
    countdown.cancel()
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("Law 9: the ticks of a thousand countdowns cost at most sixty wake-ups a second")
  func sixtyWakeUps() {
    let time = VirtualTime(honorsTolerance: true)
    let watcher = CountdownWatcher()
    let countdowns = (0..<1_000).map { index in
      Countdown(.seconds(60) + .microseconds(997 * index), on: time.timekeeper)
    }
    for countdown in countdowns {
      countdown.onTick(of: watcher) { _, _ in }
      countdown.start()
    }
    let before = time.timekeeper.counters.wakeUps
    time.advance(by: .seconds(10))
    let wakeUps = time.timekeeper.counters.wakeUps - before
    #expect(wakeUps > 0 && wakeUps <= 600)
  }

  @Test("Law 9: a finish that falls on the instant of a tick is not late in a crowd")
  func finishHasNoTolerance() throws {
    let time = VirtualTime(honorsTolerance: true)
    let countdown = Countdown(.seconds(10), on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watchTicks(of: countdown)
    let start = time.now
    var noticed: Moment?
    countdown.onFinish(of: watcher) { _ in noticed = time.now }
    countdown.start()
    time.timekeeper.schedule(at: start + .milliseconds(990)) { _ in }
    time.advance(by: .milliseconds(500))
    #expect(countdown.shorten(by: .seconds(9)))
    time.advance(by: .seconds(1))
    #expect(noticed == start + .seconds(1))
  }

  @Test("S3: the wall clock may say what it likes: a countdown from a duration does not care")
  func wallClockSet() {
    let countdown = Countdown(.seconds(60), on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watch(countdown)
    countdown.start()
    let wakeUps = time.timekeeper.counters.wakeUps
    time.setWallClock(to: time.wallNow + .seconds(-3600))
    time.advance(by: .seconds(10))
    time.setWallClock(to: time.wallNow + .seconds(365 * 86_400))
    time.advance(by: .seconds(10))
    #expect(countdown.remaining == .seconds(40))
    #expect(time.timekeeper.counters.wakeUps - wakeUps == 20)
    time.advance(by: .seconds(40))
    #expect(watcher.ends.map(\.outcome) == [.finished])
  }
}

@MainActor
@Suite("S4: the countdown that does not pause in the background")
struct SeedBackgroundTests {
  let time = VirtualTime()

  @Test("S4: a duration of 10 with a unit of 3 completes at 10, not at 12")
  func completesAtTheDuration() {
    let options = CountdownOptions(unit: .seconds(3))
    let countdown = Countdown(.seconds(10), options: options, on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watch(countdown)
    let start = time.now
    countdown.start()
    #expect(watcher.take() == ["4"])
    time.advance(by: .seconds(1))
    #expect(watcher.take() == ["3"])
    time.advance(by: .seconds(8))
    #expect(watcher.take() == ["2", "1"])
    time.advance(by: .nanoseconds(999_999_999))
    #expect(watcher.take() == [])
    time.advance(by: .seconds(10))
    #expect(watcher.take() == ["finished"])
    #expect(watcher.ends.map(\.moment) == [start + .seconds(10)])
  }

  @Test("S4: a second start leaks nothing: one loop runs, and one entry waits")
  func secondStart() {
    let countdown = Countdown(.seconds(10), on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watch(countdown)
    #expect(countdown.start())
    time.advance(by: .milliseconds(2_500))
    #expect(!countdown.start())
    #expect(time.timekeeper.counters.waiting == 1)
    _ = watcher.take()
    time.advance(by: .seconds(10))
    #expect(watcher.take() == ["7", "6", "5", "4", "3", "2", "1", "finished"])
  }

  @Test("S4: a storm of restarts leaves one loop, which does not count by two")
  func restartStorm() {
    let countdown = Countdown(.seconds(10), on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watch(countdown)
    for _ in 0..<1_000 {
      countdown.restart()
      time.advance(by: .milliseconds(3))
    }
    #expect(time.timekeeper.counters.waiting == 1)
    #expect(watcher.ends.count == 999)
    #expect(watcher.ends.allSatisfy { $0.outcome == .cancelled })
    _ = watcher.take()
    time.advance(by: .milliseconds(2_997))
    #expect(watcher.take() == ["9", "8", "7"])
  }

  @Test("S4: the closure is told what remains, and keeps no counter of its own")
  func closureIsToldWhatRemains() {
    let countdown = Countdown(.milliseconds(2_500), on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watch(countdown)
    countdown.start()
    time.advance(by: .seconds(5))
    #expect(watcher.readings.map(\.remaining) == [.milliseconds(2_500), .seconds(2), .seconds(1)])
    let progress: [Double] = [0, 0.5 / 2.5, 1.5 / 2.5]
    #expect(watcher.readings.map(\.progress) == progress)
  }

  @Test("S4: alive until it completes, though nobody holds it")
  func aliveUntilItCompletes() {
    let watcher = CountdownWatcher()
    weak var countdown: Countdown?
    do {
      let started = Countdown.started(.seconds(10), on: time.timekeeper)
      watcher.watchEnds(of: started)
      countdown = started
    }
    time.advance(by: .nanoseconds(9_999_999_999))
    #expect(countdown != nil)
    #expect(watcher.ends.isEmpty)
    time.advance(by: .nanoseconds(1))
    #expect(watcher.ends.map(\.outcome) == [.finished])
    #expect(countdown == nil)
  }

  @Test("S4: no leeway of a second: a tick is within 17 ms and the finish exact, never early")
  func leeway() {
    let time = VirtualTime(honorsTolerance: true)
    // A crowd that wakes the timekeeper all the time.
    for step in 1...2_000 { time.timekeeper.schedule(after: .milliseconds(3 * step)) { _ in } }
    let countdown = Countdown(.seconds(5), on: time.timekeeper)
    let watcher = CountdownWatcher()
    var lateness: [Duration] = []
    countdown.onTick(of: watcher) { _, reading in
      lateness.append(.seconds(reading.shown) - reading.remaining)
    }
    watcher.watchEnds(of: countdown)
    let start = time.now
    countdown.start()
    time.advance(by: .seconds(6))
    #expect(lateness.count == 5)
    #expect(lateness.allSatisfy { $0 >= .zero && $0 <= .milliseconds(17) })
    #expect(watcher.readings.allSatisfy { $0.missed == 0 })
    #expect(watcher.ends == [CountdownEnd(.finished, at: start + .seconds(5))])
  }

  @Test("S4: after a suspension the count stands where it belongs, on every rounding")
  func afterSuspension() {
    for rounding in [Rounding.up, .nearest, .down] {
      let countdown = Countdown(
        .seconds(60), options: CountdownOptions(rounding: rounding), on: time.timekeeper)
      let watcher = CountdownWatcher()
      watcher.watch(countdown)
      countdown.start()
      time.freeze(for: .milliseconds(30_250))
      #expect(countdown.remaining == .milliseconds(29_750))
      #expect(watcher.readings.last?.shown == (rounding == .down ? 29 : 30))
      time.advance(by: .milliseconds(29_750))
      #expect(watcher.log.last == "finished")
    }
  }
}
