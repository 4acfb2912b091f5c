import Foundation
import SandglassCore
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import Sandglass

@MainActor
@Suite("CountdownInterval: the range for displays that the system updates")
struct CountdownIntervalTests {
  let time = VirtualTime()
  let start: WallMoment

  init() {
    start = time.wallNow
  }

  /// Whether both are the same, within the precision of a progress.
  private func isNear(_ one: WallMoment, _ other: WallMoment) -> Bool {
    let difference = one - other
    return max(difference, .zero - difference) < .microseconds(1)
  }

  @Test("while running, it is from the start to the deadline, whenever it is read")
  func running() {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    for _ in 0..<59 {
      let interval = countdown.timerInterval
      #expect(isNear(interval.start, start))
      #expect(interval.end == start + .seconds(60))
      #expect(interval.pausedAt == nil)
      time.advance(by: .seconds(1))
    }
  }

  @Test("before a start, it is the whole duration, paused at its beginning")
  func idle() {
    let interval = Countdown(.seconds(60), on: time.timekeeper).timerInterval
    #expect(interval.start == start)
    #expect(interval.end == start + .seconds(60))
    #expect(interval.pausedAt == start)
  }

  @Test("while paused, it is paused at the remaining time, also in the last second")
  func paused() {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    time.advance(by: .milliseconds(59_500))
    countdown.pause()
    time.advance(by: .seconds(1000))
    let interval = countdown.timerInterval
    #expect(interval.pausedAt == time.wallNow)
    #expect(interval.end == time.wallNow + .milliseconds(500))
    #expect(isNear(interval.start, time.wallNow + .milliseconds(-59_500)))
  }

  @Test("after the finish and in overtime, it is the instant of the finish")
  func finished() {
    for countsPastZero in [false, true] {
      let time = VirtualTime()
      let end = time.wallNow + .seconds(5)
      let countdown = Countdown.started(
        .seconds(5), options: CountdownOptions(countsPastZero: countsPastZero),
        on: time.timekeeper)
      time.advance(by: .seconds(100))
      let interval = countdown.timerInterval
      #expect(interval.start == end)
      #expect(interval.end == end)
      #expect(interval.pausedAt == nil)
      #expect(interval.dates.lowerBound == interval.dates.upperBound)
    }
  }

  @Test("after a cancellation, it is the same as before a start")
  func cancelled() {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    time.advance(by: .seconds(10))
    countdown.cancel()
    #expect(countdown.timerInterval.end == time.wallNow + .seconds(60))
    #expect(countdown.timerInterval.pausedAt == time.wallNow)
  }

  @Test("setting the wall clock moves the range, and does not change the displayed time")
  func clockSet() {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    time.advance(by: .seconds(10))
    time.setWallClock(to: start + .seconds(3600))
    #expect(countdown.timerInterval.end == start + .seconds(3650))
    #expect(isNear(countdown.timerInterval.start, start + .seconds(3590)))
  }

  @Test("reading it causes no ticks")
  func noTick() {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    _ = countdown.timerInterval
    time.advance(by: .seconds(59))
    #expect(time.timekeeper.counters.firings == 0)
  }

  @Test("dates have the same order and the same paused instant")
  func dates() {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    #expect(countdown.timerInterval.pauseDate == nil)
    #expect(countdown.timerInterval.dates.upperBound == Date(start + .seconds(60)))
    countdown.pause()
    #expect(countdown.timerInterval.pauseDate == Date(start))
  }

  @Test("a start after the end is set to the end")
  func inverted() {
    let interval = CountdownInterval(start: start + .seconds(1), end: start)
    #expect(interval.start == start)
    #expect(interval.end == start)
  }

  @Test(
    "it is never inverted, with any operations, settings of the wall clock and durations", .random)
  func neverInverted() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    let durations: [Duration] = [
      .seconds(-5), .zero, .nanoseconds(1), .seconds(1), .seconds(3600 * 24 * 365 * 600),
      Duration(secondsComponent: .max, attosecondsComponent: 0),
    ]
    let walls = [WallMoment(nanosecondsSince1970: .min), WallMoment(nanosecondsSince1970: .max)]
    for run in 0..<repetitions(2_000) {
      let time = VirtualTime()
      let countdown = Countdown(
        durations[run % durations.count],
        options: CountdownOptions(countsPastZero: run % 2 == 0), on: time.timekeeper)
      for _ in 0..<20 {
        switch Int.random(in: 0..<9, using: &random) {
        case 0: countdown.start()
        case 1: countdown.pause()
        case 2: countdown.resume()
        case 3: countdown.cancel()
        case 4: countdown.extend(by: .milliseconds(Int.random(in: -5000...5000, using: &random)))
        case 5: time.advance(by: .nanoseconds(Int.random(in: 0...2_000_000_000, using: &random)))
        case 6: time.setWallClock(to: walls[run % 2])
        case 7:
          let moment = WallMoment(secondsSince1970: Int64.random(in: .min ... .max, using: &random))
          time.setWallClock(to: moment)
        default: countdown.extend(by: durations[Int.random(in: 0..<6, using: &random)])
        }
        let interval = countdown.timerInterval
        #expect(interval.start <= interval.end)
        // The range itself traps if it is inverted.
        #expect(interval.dates.upperBound >= interval.dates.lowerBound)
        if countdown.isRunning, interval.end - interval.start < .seconds(1000) {
          #expect(interval.end == time.wallNow + countdown.remaining)
        }
      }
    }
  }
}
