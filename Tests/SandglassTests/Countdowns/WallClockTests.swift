import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

@MainActor
@Suite("Law 1: only a countdown to a wall-clock time follows that clock")
struct WallClockTests {
  let time = VirtualTime()
  let watcher = CountdownWatcher()

  private func startToWall(
    in duration: Duration, options: CountdownOptions = .standard
  ) -> Countdown {
    let countdown = Countdown(
      until: time.wallNow + duration, options: options, on: time.timekeeper)
    countdown.start()
    watcher.watch(countdown)
    _ = watcher.take()
    return countdown
  }

  private func setWallClock(by shift: Duration) {
    time.setWallClock(to: time.wallNow + shift)
  }

  @Test("when the clock is set forward, the remaining time decreases and a reading is delivered")
  func forward() {
    let countdown = startToWall(in: .seconds(3600))
    setWallClock(by: .seconds(3000))
    #expect(watcher.take() == ["600"])
    #expect(countdown.remaining == .seconds(600))
    time.advance(by: .milliseconds(599_999))
    #expect(countdown.isRunning)
    time.advance(by: .milliseconds(1))
    #expect(watcher.take().last == "finished")
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("set back, the remaining time increases; set past the end, the countdown finishes once")
  func backAndBeyond() {
    let countdown = startToWall(in: .seconds(60))
    setWallClock(by: .seconds(-60))
    #expect(watcher.take() == ["120"])
    time.advance(by: .seconds(119))
    _ = watcher.take()
    setWallClock(by: .seconds(100))
    #expect(watcher.take() == ["finished"])
    #expect(watcher.ends.map(\.moment) == [time.now - .seconds(99)])
    setWallClock(by: .seconds(-86_400 * 365))
    #expect(watcher.take().isEmpty)
    #expect(countdown.state == .finished)
  }

  @Test("milestones passed by setting the clock are reported in order, and again if it is set back")
  func milestones() {
    let options = CountdownOptions(milestones: [
      .remaining(.seconds(50)), .remaining(.seconds(30)), .remaining(.seconds(10)),
    ])
    _ = startToWall(in: .seconds(60), options: options)
    setWallClock(by: .seconds(35))
    #expect(watcher.take() == ["milestone 50.0", "milestone 30.0", "25"])
    setWallClock(by: .seconds(-15))
    #expect(watcher.take() == ["40"])
    time.advance(by: .seconds(10))
    #expect(watcher.take().contains("milestone 30.0"))
  }

  @Test("setting the clock does not move a countdown with a duration")
  func duration() {
    let countdown = Countdown(.seconds(60), on: time.timekeeper)
    watcher.watch(countdown)
    countdown.start()
    _ = watcher.take()
    for shift in [3600, -3600, 86_400 * 365] { setWallClock(by: .seconds(shift)) }
    #expect(watcher.take().isEmpty)
    #expect(countdown.remaining == .seconds(60))
  }

  @Test("extending and pausing move the end on the wall clock by the same time")
  func extendedAndPaused() {
    let countdown = startToWall(in: .seconds(60))
    countdown.extend(by: .seconds(30))
    setWallClock(by: .seconds(20))
    #expect(countdown.remaining == .seconds(70))
    countdown.pause()
    setWallClock(by: .seconds(3600))
    #expect(countdown.remaining == .seconds(70), "nothing moves what stands still")
    time.advance(by: .seconds(10))
    countdown.resume()
    #expect(countdown.remaining == .seconds(70))
    setWallClock(by: .seconds(-5))
    #expect(countdown.remaining == .seconds(75))
    countdown.restart()
    #expect(countdown.remaining == .zero, "its time has come long ago")
  }

  @Test("if the clock was set during a freeze, the time before the setting ends nothing")
  func setWhileFrozen() {
    let countdown = startToWall(in: .seconds(60))
    // Nothing is served before the process continues.
    time.freeze(for: .seconds(90), settingWallClockBy: .seconds(-80))
    // By the steady clock alone, all other numbers would have passed.
    #expect(watcher.take() == ["50 missed 59"])
    #expect(countdown.remaining == .seconds(50))
  }

  @Test(
    "Law 5: missed ticks are counted, however little the clock was corrected meanwhile",
    arguments: [-2_000, 0, 400, 900, 2_000, 600_000])
  func missedWhileFrozen(microseconds: Int) throws {
    let shift = Duration.microseconds(microseconds)
    let running = startToWall(in: .seconds(60))
    time.freeze(for: .seconds(10), settingWallClockBy: shift)
    // Ten numbers have passed. The displayed number is the last of them, or the one next to it.
    let shown = microseconds < 0 ? 51 : 50
    #expect(running.shown == shown)
    #expect(watcher.take() == ["\(shown) missed 9"])
    running.cancel()
    _ = watcher.take()

    let end = time.now + .seconds(5)
    let options = CountdownOptions(countsPastZero: true)
    let finished = startToWall(in: .seconds(5), options: options)
    time.freeze(for: .seconds(30), settingWallClockBy: shift)
    #expect(finished.reading.overtime.isClose(to: .seconds(25) + shift))
    #expect(finished.end?.missed == 4)
    let moment = try #require(finished.end?.moment)
    #expect((end - moment).isClose(to: shift))
  }

  @Test("overtime follows the clock, and is zero if the clock is set back before the end")
  func overtime() {
    let countdown = startToWall(in: .seconds(5), options: CountdownOptions(countsPastZero: true))
    time.advance(by: .seconds(15))
    #expect(watcher.take().last == "+10.0 seconds")
    setWallClock(by: .seconds(30))
    #expect(watcher.take() == ["+40.0 seconds"])
    #expect(countdown.reading.overtime == .seconds(40))
    setWallClock(by: .seconds(-50))
    #expect(watcher.take() == ["+0.0 seconds"])
    time.advance(by: .seconds(10))
    #expect(countdown.reading.overtime == .zero)
    #expect(watcher.take().isEmpty)
    time.advance(by: .seconds(2))
    #expect(countdown.reading.overtime == .seconds(2))
    #expect(watcher.take() == ["+1.0 seconds", "+2.0 seconds"])
    #expect(watcher.ends.count == 1, "Law 3: it has finished once")
  }

  @Test("reading an end beyond the range of moments does not move it")
  func beyondReach() {
    for seconds in [Int64.max, 60_000_000_000] {
      let far = WallMoment(secondsSince1970: seconds)
      let countdown = Countdown(until: far, on: time.timekeeper)
      watcher.watch(countdown)
      countdown.start()
      _ = watcher.take()
      for _ in 0..<10 {
        time.advance(by: .milliseconds(10))
        #expect(countdown.isRunning)
      }
      #expect(watcher.take().isEmpty)
      countdown.cancel()
      _ = watcher.take()
    }
  }

  @Test("a start after its end finishes immediately, and overtime is measured from the start")
  func startedLate() {
    let countdown = Countdown(
      until: time.wallNow + .seconds(-3_600), options: CountdownOptions(countsPastZero: true),
      on: time.timekeeper)
    watcher.watch(countdown)
    countdown.start()
    #expect(watcher.take() == ["finished", "+0.0 seconds"])
    #expect(countdown.reading.overtime == .zero)
    time.advance(by: .seconds(2))
    #expect(watcher.take() == ["+1.0 seconds", "+2.0 seconds"])
    setWallClock(by: .seconds(60))
    #expect(countdown.reading.overtime == .seconds(62))
  }

  @Test("Law 8: overtime that follows the clock ends with the last reference")
  func overtimeIsNotKept() {
    weak var released: Countdown?
    do {
      let countdown = startToWall(in: .seconds(5), options: CountdownOptions(countsPastZero: true))
      time.advance(by: .seconds(6))
      #expect(countdown.state == .overtime)
      released = countdown
    }
    #expect(released == nil)
    setWallClock(by: .seconds(30))
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("Law 9: the clock is watched only as long as a countdown depends on it")
  func watchedClock() {
    var countdown: Countdown? = startToWall(
      in: .seconds(3), options: CountdownOptions(countsPastZero: true))
    time.advance(by: .seconds(5))
    #expect(countdown?.state == .overtime && time.timekeeper.isWatchingWallClock)
    countdown = nil
    #expect(!time.timekeeper.isWatchingWallClock)
  }

  @Test("a small correction of the clock moves the deadline without a reading")
  func slewed() {
    let countdown = startToWall(in: .seconds(600))
    for _ in 0..<100 { setWallClock(by: .microseconds(-600)) }
    #expect(watcher.take().isEmpty)
    #expect(countdown.remaining == .seconds(600) + .milliseconds(60))
    time.advance(by: .seconds(600))
    #expect(countdown.isRunning, "Law 2: it is not its time yet")
    time.advance(by: .milliseconds(60))
    #expect(countdown.state == .finished)
  }

  @Test("rows of a board until a wall-clock time move together, in their order")
  func board() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    var reported: [Int] = []
    for row in 0..<100 {
      let countdown = board.start(row, until: time.wallNow + .seconds(60))
      countdown.onTick(with: watcher) { _, reading in reported.append(row * 1000 + reading.shown) }
    }
    reported = []
    setWallClock(by: .seconds(-10))
    #expect(reported == (0..<100).map { $0 * 1000 + 70 })
  }

  @Test("Law 2: at random, no countdown is early or late on the clock that it follows", .random)
  func random() {
    for run in 0..<UInt64(repetitions(500)) {
      checkRandomly(SeededGenerator.seedOfThisRun &+ run)
    }
  }

  private func checkRandomly(_ seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let time = VirtualTime()
    var end = time.wallNow + .milliseconds(Int.random(in: 1...100_000, using: &generator))
    let countdown = Countdown(until: end, on: time.timekeeper)
    countdown.start()
    for _ in 0..<50 where countdown.isRunning {
      switch Int.random(in: 0..<4, using: &generator) {
      case 0:
        let shift = Int.random(in: -50_000...50_000, using: &generator)
        time.setWallClock(to: time.wallNow + .milliseconds(shift))
      case 1:
        let shift = Duration.milliseconds(Int.random(in: -5000...5000, using: &generator))
        if countdown.extend(by: shift) { end = end + shift }
      default:
        time.advance(by: .milliseconds(Int.random(in: 0...5000, using: &generator)))
      }
      let left = max(.zero, end - time.wallNow)
      #expect(countdown.remaining == left, "SANDGLASS_SEED=\(seed)")
      #expect(countdown.isRunning == (left > .zero), "SANDGLASS_SEED=\(seed)")
    }
  }
}

extension Duration {
  /// Whether both differ at most by a correction that is ignored.
  fileprivate func isClose(to other: Duration) -> Bool {
    (.microseconds(-500) ... .microseconds(500)).contains(self - other)
  }
}
