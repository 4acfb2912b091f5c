import Sandglass
import SandglassCore
import SandglassTesting
import Testing

@MainActor
@Suite("Countdown: complete runs")
struct CountdownCourseTests {
  let time = VirtualTime()

  @Test("a duration of 10 with a unit of 3 finishes at 10, not at 12")
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

  @Test("a second start does nothing: there is one entry, and each number is reported once")
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

  @Test("many restarts leave one entry, and each number is reported once")
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

  @Test("a closure gets the remaining time, and needs no counter of its own")
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

  @Test("a running countdown is retained until it finishes")
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

  @Test("with many timers, a tick is at most 17 ms late, and the finish is exact")
  func leeway() {
    let time = VirtualTime(honorsTolerance: true)
    // Many timers that wake the timekeeper all the time.
    for step in 1...2_000 { time.timekeeper.schedule(after: .milliseconds(3 * step)) { _ in } }
    let countdown = Countdown(.seconds(5), on: time.timekeeper)
    let watcher = CountdownWatcher()
    var lateness: [Duration] = []
    countdown.onTick(with: watcher) { _, reading in
      lateness.append(.seconds(reading.shown) - reading.remaining)
    }
    watcher.watchEnds(of: countdown)
    let start = time.now
    countdown.start()
    time.advance(by: .seconds(6))
    #expect(lateness.count == 5)
    #expect(lateness.allSatisfy { $0 >= .zero && $0 <= .milliseconds(17) })
    #expect(watcher.readings.allSatisfy { $0.missed == 0 })
    #expect(watcher.ends.map(\.outcome) == [.finished])
    #expect(watcher.ends.map(\.moment) == [start + .seconds(5)])
  }

  @Test("after a suspension the displayed number is correct, with every rounding")
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
