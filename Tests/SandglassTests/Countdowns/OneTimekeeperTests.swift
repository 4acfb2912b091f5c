import Sandglass
import SandglassTesting
import Testing

@MainActor
@Suite("One timekeeper for any number of countdowns")
struct OneTimekeeperTests {
  let time = VirtualTime()

  @Test("the timekeeper stops when nothing is pending, and continues with the next countdown")
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

  @Test("a thousand countdowns without receivers set one alarm, and end in one wake-up")
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

  @Test("Law 9: an idle, paused or finished countdown has no entry")
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
      countdown.onTick(with: watcher) { _, _ in }
      countdown.start()
    }
    let before = time.timekeeper.counters.wakeUps
    time.advance(by: .seconds(10))
    let wakeUps = time.timekeeper.counters.wakeUps - before
    #expect(wakeUps > 0 && wakeUps <= 600)
  }

  @Test("Law 9: a finish at the instant of a tick is not late, even among other timers")
  func finishHasNoTolerance() throws {
    let time = VirtualTime(honorsTolerance: true)
    let countdown = Countdown(.seconds(10), on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watchTicks(of: countdown)
    let start = time.now
    var noticed: Moment?
    countdown.onFinish(with: watcher) { _, _ in noticed = time.now }
    countdown.start()
    time.timekeeper.schedule(at: start + .milliseconds(990)) { _ in }
    time.advance(by: .milliseconds(500))
    #expect(countdown.extend(by: .seconds(-9)))
    time.advance(by: .seconds(1))
    #expect(noticed == start + .seconds(1))
  }

  @Test("setting the wall clock does not change a countdown with a duration")
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
