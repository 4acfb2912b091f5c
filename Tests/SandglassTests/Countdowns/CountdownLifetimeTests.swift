import Dispatch
import Sandglass
import SandglassCore
import SandglassTesting
import Testing

@MainActor
@Suite("Countdown: its lifetime, and the end of each run")
struct CountdownLifetimeTests {
  let time = VirtualTime()
  let watcher = CountdownWatcher()

  @Test("Law 3: a restart first reports the cancellation of the previous run")
  func restart() {
    let countdown = Countdown(.seconds(3), on: time.timekeeper)
    watcher.watch(countdown)
    countdown.restart()
    #expect(watcher.take() == ["3"])
    time.advance(by: .seconds(1))
    countdown.restart()
    #expect(watcher.take() == ["2", "cancelled", "3"])
    countdown.pause()
    countdown.restart()
    #expect(watcher.take() == ["cancelled", "3"])
    time.advance(by: .seconds(3))
    #expect(watcher.take() == ["2", "1", "finished"])
    countdown.restart()
    #expect(watcher.take() == ["3"])
  }

  @Test("Law 3: releasing a paused countdown cancels it and reports the cancellation")
  func pausedIsLetGo() {
    do {
      let countdown = Countdown.started(.seconds(3), on: time.timekeeper)
      watcher.watch(countdown)
      countdown.pause()
      // A release build releases it after its last use.
      withExtendedLifetime(countdown) { _ = watcher.take() }
    }
    #expect(watcher.take() == ["cancelled"])
    #expect(watcher.ends.map(\.moment) == [time.now])
    time.advance(by: .seconds(60))
    #expect(watcher.take() == [])
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("Law 3: releasing an idle or a finished countdown reports nothing")
  func idleIsLetGo() {
    do {
      let idle = Countdown(.seconds(3), on: time.timekeeper)
      watcher.watch(idle)
      let finished = Countdown.started(.zero, on: time.timekeeper)
      watcher.watch(finished)
    }
    #expect(watcher.take() == [])
  }

  @Test("Law 3: an end that waits is told, even if the receiver is replaced or a run cancelled")
  func waitingEnds() {
    let time = VirtualTime(delivery: .later)
    let countdown = Countdown(.seconds(3), on: time.timekeeper)
    var told: [String] = []
    countdown.onEnd(with: watcher) { _, end in told.append("\(end.outcome)") }
    for _ in 0..<2 {
      countdown.start()
      countdown.cancel()
    }
    time.advance(by: .zero)
    #expect(told == ["cancelled", "cancelled"])
    countdown.start()
    countdown.cancel()
    countdown.onEnd(with: watcher) { _, end in told.append("\(end.outcome) for another") }
    time.advance(by: .zero)
    #expect(told.dropFirst(2) == ["cancelled for another"])
  }

  @Test("Law 3: a countdown of zero or less finishes at each start")
  func nothingToCount() {
    for duration in [Duration.zero, .seconds(-5), .nanoseconds(-1), Duration.seconds(Int64.min)] {
      let countdown = Countdown(duration, on: time.timekeeper)
      watcher.watch(countdown)
      #expect(countdown.start())
      #expect(countdown.start())
      #expect(watcher.take() == ["finished", "finished"])
      #expect(countdown.state == .finished)
      #expect(countdown.progress == 1)
      #expect(countdown.shown == 0)
    }
  }

  @Test(
    "Law 3: the finish is reported at zero, and overtime has no second end and can be stopped",
    arguments: [Countdown.stopOvertime, Countdown.cancel])
  func overtime(stop: @Sendable (Countdown) -> () -> Bool) {
    let options = CountdownOptions(countsPastZero: true)
    let countdown = Countdown(.seconds(2), options: options, on: time.timekeeper)
    watcher.watch(countdown)
    countdown.start()
    time.advance(by: .seconds(5))
    let seconds = (0...3).map { "+\(Duration.seconds($0))" }
    #expect(watcher.take() == ["2", "1", "finished"] + seconds)
    #expect(countdown.state == .overtime)
    #expect(countdown.reading.overtime == .seconds(3))
    #expect(!countdown.pause())
    #expect(stop(countdown)())
    #expect(!countdown.stopOvertime() && !countdown.cancel())
    time.advance(by: .seconds(60))
    #expect(watcher.take() == ["0"])
    #expect(countdown.state == .finished)
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("Laws 3, 8: overtime ends with the last reference, and reports no second end")
  func overtimeEndsWithItsHolder() {
    do {
      let options = CountdownOptions(countsPastZero: true)
      let countdown = Countdown(.seconds(2), options: options, on: time.timekeeper)
      watcher.watch(countdown)
      countdown.start()
      time.advance(by: .seconds(3))
      _ = watcher.take()
    }
    #expect(time.timekeeper.counters.waiting == 0)
    time.advance(by: .seconds(60))
    #expect(watcher.take() == ["0"])
    #expect(watcher.ends.map(\.outcome) == [.finished])
  }

  @Test("Laws 3, 8: a countdown without references finishes, and its overtime ends at once")
  func unheldOvertime() {
    do {
      let countdown = Countdown(
        .seconds(2), options: CountdownOptions(countsPastZero: true), on: time.timekeeper)
      watcher.watch(countdown)
      countdown.start()
    }
    time.advance(by: .seconds(60))
    #expect(watcher.take() == ["2", "1", "finished", "+0.0 seconds", "0"])
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("Laws 3, 8: a run that begins in overtime finishes without references")
  func startInOvertimeIsKept() {
    do {
      let options = CountdownOptions(countsPastZero: true)
      let countdown = Countdown(.seconds(1), options: options, on: time.timekeeper)
      watcher.watch(countdown)
      countdown.start()
      time.advance(by: .seconds(1))
      #expect(countdown.state == .overtime)
      // The new deadline is the instant of the next tick of the overtime.
      #expect(countdown.start())
    }
    time.advance(by: .seconds(1))
    #expect(watcher.ends.map(\.outcome) == [.finished, .finished])
  }

  @Test("Law 1: at or after the deadline, a countdown cannot be cancelled or paused")
  func tooLate() {
    // The call at the deadline is served before the countdown, which was started after it.
    for late in [Duration.zero, .nanoseconds(1), .seconds(5)] {
      let countdown = Countdown(.seconds(3), on: time.timekeeper)
      watcher.watchEnds(of: countdown)
      var answers: [Bool] = []
      let deadline = time.now + .seconds(3)
      let timekeeper = time.timekeeper
      timekeeper.schedule(at: deadline) { _ in
        MainActor.assumeIsolated {
          answers = [countdown.cancel(), countdown.pause(), countdown.extend(by: .seconds(1))]
        }
      }
      countdown.start()
      time.advance(by: .seconds(2))
      time.freeze(for: .seconds(1) + late)
      #expect(answers == [false, false, false])
      #expect(countdown.end?.outcome == .finished && countdown.end?.moment == deadline)
      #expect(watcher.take() == ["finished"])
    }
  }

  @Test("Law 7: a call that does not apply in the current state does nothing and returns false")
  func answers() {
    let countdown = Countdown(.seconds(3), on: time.timekeeper)
    watcher.watch(countdown)
    let nothing = {
      [
        countdown.pause(), countdown.resume(), countdown.cancel(), countdown.stopOvertime(),
        countdown.extend(by: .seconds(1)), countdown.extend(by: .seconds(-1)),
      ]
    }
    #expect(nothing() == Array(repeating: false, count: 6))
    countdown.start()
    #expect(!countdown.start())
    #expect(!countdown.resume())
    #expect(countdown.pause())
    #expect(!countdown.pause())
    #expect(!countdown.start())
    #expect(countdown.cancel())
    #expect(nothing() == Array(repeating: false, count: 6))
    countdown.start()
    time.advance(by: .seconds(3))
    #expect(nothing() == Array(repeating: false, count: 6))
    #expect(watcher.take() == ["3", "cancelled", "3", "2", "1", "finished"])
  }

  @Test("Law 6: a countdown paused in its last second has the correct reading")
  func pausedInTheLastSecond() {
    let countdown = Countdown(.seconds(3), on: time.timekeeper)
    watcher.watch(countdown)
    countdown.start()
    time.advance(by: .milliseconds(2_400))
    countdown.pause()
    time.advance(by: .seconds(60))
    #expect(countdown.remaining == .milliseconds(600))
    #expect(countdown.shown == 1)
    #expect(countdown.progress == 0.8)
    countdown.resume()
    time.advance(by: .milliseconds(599))
    #expect(countdown.isRunning)
    time.advance(by: .milliseconds(1))
    #expect(watcher.take() == ["3", "2", "1", "finished"])
  }

  @Test("Law 6: an extension delivers its reading immediately, and persists after the next tick")
  func extensionSurvives() {
    let countdown = Countdown(.seconds(5), on: time.timekeeper)
    watcher.watch(countdown)
    countdown.start()
    time.advance(by: .milliseconds(1_500))
    #expect(countdown.extend(by: .seconds(10)))
    #expect(watcher.take() == ["5", "4", "14"])
    time.advance(by: .milliseconds(1_500))
    #expect(watcher.take() == ["13", "12"])
    #expect(countdown.remaining == .seconds(12))
    #expect(countdown.extend(by: .seconds(-12)))
    #expect(watcher.take() == ["finished"])
  }

  @Test("Law 6: milestones are reported when reached, and again after an extension above them")
  func milestones() {
    let options = CountdownOptions(milestones: [
      .remaining(.seconds(10)), .remaining(.seconds(30)), .remaining(.seconds(60)),
    ])
    let countdown = Countdown(.seconds(60), options: options, on: time.timekeeper)
    watcher.watchEnds(of: countdown)
    var reported: [Duration] = []
    countdown.onMilestone(with: watcher) { _, reached in reported.append(reached.remaining) }
    countdown.start()
    time.advance(by: .seconds(35))
    #expect(reported == [.seconds(30)])
    countdown.extend(by: .seconds(15))
    time.advance(by: .seconds(10))
    #expect(reported == [.seconds(30), .seconds(30)])
    countdown.extend(by: .seconds(60))
    reported = []
    countdown.extend(by: .seconds(-85))
    #expect(reported == [.seconds(60), .seconds(30), .seconds(10)])
    time.advance(by: .seconds(10))
    #expect(watcher.log == ["finished"])
  }

  @Test("Law 6: a countdown with only milestones bound has no wake-ups for ticks")
  func milestonesAlone() {
    let options = CountdownOptions(milestones: [
      .remaining(.seconds(10)), .remaining(.milliseconds(1_500)),
    ])
    let countdown = Countdown(.seconds(60), options: options, on: time.timekeeper)
    var instants: [Duration] = []
    let start = time.now
    let time = time
    countdown.onMilestone(with: watcher) { _, _ in instants.append(time.now - start) }
    countdown.start()
    let before = time.timekeeper.counters.wakeUps
    time.advance(by: .seconds(60))
    #expect(instants == [.seconds(50), .milliseconds(58_500)])
    #expect(time.timekeeper.counters.wakeUps - before == 3)
  }

  @Test("durations of a day, a hundred hours, a century and the maximum are exact")
  func longDurations() {
    for duration in [
      Duration.seconds(86_400), .seconds(360_000), .seconds(3_155_760_000),
      .seconds(Int64.max), Duration(attoseconds: .max),
    ] {
      let countdown = Countdown(duration, on: time.timekeeper)
      watcher.watchTicks(of: countdown)
      #expect(countdown.start())
      let first = countdown.shown
      #expect(first > 0)
      time.advance(by: .seconds(1))
      #expect(countdown.shown == first - 1 || duration > .seconds(4_000_000_000))
      #expect(countdown.extend(by: .seconds(Int64.max)))
      #expect(countdown.extend(by: .seconds(Int64.max)))
      #expect(countdown.isRunning)
      #expect(countdown.cancel())
    }
  }

  @Test("Law 4: sixty seconds first show 60, never an empty text, and each number once")
  func sixtySeconds() {
    let countdown = Countdown(.seconds(60), on: time.timekeeper)
    watcher.watch(countdown)
    countdown.start()
    time.advance(by: .seconds(60))
    #expect(watcher.take() == (1...60).reversed().map { "\($0)" } + ["finished"])
    #expect(watcher.readings.first?.clockFace == "1:00")
  }
}

@MainActor
@Suite("Countdown: until an instant on the wall clock")
struct CountdownToWallClockTests {
  @Test("a countdown finishes at the instant, and immediately if it is started after it")
  func finishes() {
    let time = VirtualTime()
    let countdown = Countdown(until: time.wallNow + .seconds(90), on: time.timekeeper)
    time.advance(by: .seconds(30))
    countdown.start()
    #expect(countdown.remaining == .seconds(60))
    time.advance(by: .milliseconds(59_999))
    #expect(countdown.isRunning)
    time.advance(by: .milliseconds(1))
    #expect(countdown.state == .finished)
    time.advance(by: .seconds(1))
    #expect(countdown.start())
    #expect(countdown.state == .finished)
  }

  @Test("Law 2: the end is not early if time passes between the readings of the two clocks")
  func neverEarly() {
    let source = SlowClocks()
    let timekeeper = Timekeeper(time: source)
    let end = WallMoment(secondsSince1970: 1_000)
    let countdown = Countdown(until: end, on: timekeeper)
    for start in [{ _ = countdown.start() }, countdown.restart] {
      start()
      // The wall clock shows the same as the steady clock.
      let deadline = source.peek + countdown.remaining
      #expect(deadline >= Moment.origin + .seconds(1_000))
    }
  }
}

/// Clocks that agree, and that both advance by a microsecond with each reading.
private final class SlowClocks: TimeSource {
  private let readings = Locked<UInt64>(0)

  var peek: Moment { Moment(nanoseconds: readings.withLock { $0 } * 1_000) }

  var now: Moment {
    Moment(
      nanoseconds: readings.withLock { readings in
        readings += 1
        return readings * 1_000
      })
  }

  var sleepReading: SleepReading { SleepReading(moment: now, asleep: .zero) }
  var wallNow: WallMoment { WallMoment(secondsSince1970: 0) + (now - .origin) }

  var bootIdentity: BootIdentity? { nil }
  var takesLeeway: Bool { false }
  var wakeUpInterval: Duration { .zero }

  func makeWallClockWatch(
    changed: @escaping @Sendable () -> Void
  ) -> (any WallClockWatch)? { nil }

  func makeAlarm(ring: @escaping @Sendable () -> Void) -> any Alarm { SilentAlarm() }
}
