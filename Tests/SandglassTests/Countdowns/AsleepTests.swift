@testable import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores
import SandglassTesting
import SandglassTestSupport
import Testing

@MainActor
@Suite("A run that pauses asleep")
struct AsleepTests {
  private let time = VirtualTime()
  private let watcher = CountdownWatcher()
  private let options = CountdownOptions(
    milestones: [.remaining(.seconds(60))], pausesAsleep: true)

  @Test("what the device sleeps is not counted, and the run is said to have paused")
  func night() {
    let focus = Countdown(.seconds(1500), options: options, on: time.timekeeper)
    var told: [CountdownChange.Kind] = []
    focus.onChange(with: watcher) { _, change in told.append(change.kind) }
    focus.start()
    time.advance(by: .seconds(600))
    time.sleepDevice(for: .seconds(28_800))
    #expect(focus.remaining == .seconds(900))
    #expect(focus.reading.total == .seconds(1500))
    #expect(told == [.started, .pausedAsleep(for: .seconds(28_800))])
    #expect(focus.endsAt == time.wallNow + .seconds(900))
    time.advance(by: .seconds(899))
    #expect(told.count == 3 && focus.isRunning)
    time.advance(by: .seconds(1))
    #expect(focus.isFinished && focus.end?.moment == time.now)
  }

  @Test("a sleep is told at once when the system reports it or the app asks, without ticks")
  func noticed() {
    let focus = Countdown(.seconds(1500), options: options, on: time.timekeeper)
    let run = Stopwatch(pausesAsleep: true, on: time.timekeeper)
    var told: [CountdownChange.Kind] = []
    focus.onChange(with: watcher) { _, change in told.append(change.kind) }
    focus.start()
    run.start()
    time.advance(by: .seconds(600))
    // This refreshes the timekeeper, as a system does that reports the sleep.
    time.sleepDevice(for: .seconds(300))
    #expect(told == [.started, .pausedAsleep(for: .seconds(300))])
    time.advance(by: .seconds(839))
    #expect(told.count == 2)
    time.advance(by: .seconds(1))
    #expect(told.count == 3)
    #expect(run.elapsed == .seconds(1440))
  }

  @Test("another wall clock knows of the same sleep")
  func otherWallClock() {
    let other = time.makeTimekeeper { [time] in time.wallNow + .seconds(3600) }
    let focus = Countdown(.seconds(1500), options: options, on: other)
    focus.start()
    time.sleepDevice(for: .seconds(2000))
    #expect(focus.remaining == .seconds(1500))
  }

  @Test("by default it is counted")
  func counted() {
    let focus = Countdown(.seconds(1500), on: time.timekeeper)
    focus.start()
    time.sleepDevice(for: .seconds(28_800))
    #expect(focus.isFinished)
  }

  @Test("a process that is suspended while the device is awake has counted")
  func suspended() {
    let focus = Countdown(.seconds(1500), options: options, on: time.timekeeper)
    focus.start()
    time.freeze(for: .seconds(1499))
    time.sleepDevice(for: .seconds(500))
    #expect(focus.shown == 1)
    time.freeze(for: .seconds(1))
    #expect(focus.isFinished)
  }

  @Test("phases, overtime and pauses")
  func phases() {
    var options = options
    options.countsPastZero = true
    let pomodoro = Countdown(
      phases: [Phase("Focus", .seconds(100)), Phase("Break", .seconds(10))], options: options,
      on: time.timekeeper)
    pomodoro.start()
    time.sleepDevice(for: .seconds(1000))
    time.advance(by: .seconds(105))
    #expect(pomodoro.currentPhase?.name == "Break" && pomodoro.remaining == .seconds(5))
    pomodoro.pause()
    time.sleepDevice(for: .seconds(1000))
    pomodoro.resume()
    time.sleepDevice(for: .seconds(1000))
    time.advance(by: .seconds(8))
    #expect(pomodoro.reading.overtime == .seconds(3))
    time.sleepDevice(for: .seconds(1000))
    #expect(pomodoro.reading.overtime == .seconds(3))
    time.advance(by: .seconds(2))
    #expect(pomodoro.reading.overtime == .seconds(5))
  }

  @Test("a time of the wall clock comes, whoever sleeps")
  func wallClock() {
    let bus = Countdown(
      until: time.wallNow + .seconds(60), options: options, on: time.timekeeper)
    bus.start()
    time.sleepDevice(for: .seconds(59))
    #expect(bus.shown == 1)
    time.sleepDevice(for: .seconds(-1))
    #expect(bus.isRunning)
    time.sleepDevice(for: .seconds(1))
    #expect(bus.isFinished)
  }

  @Test("a rated time and a custom clock do not know when the device sleeps")
  func unknown() {
    #expect(Timekeeper(clock: ContinuousClock()).asleep(at: .origin) == .zero)
    let fast = RatedTime(rate: 2, of: time.timekeeper)
    let focus = Countdown(.seconds(100), options: options, on: fast.timekeeper)
    focus.start()
    time.sleepDevice(for: .seconds(50))
    #expect(focus.isFinished)
  }

  @Test("a stopwatch")
  func stopwatch() {
    let run = Stopwatch(unit: .seconds(1), pausesAsleep: true, on: time.timekeeper)
    let other = Stopwatch(unit: .seconds(1), on: time.timekeeper)
    run.start()
    other.start()
    time.advance(by: .seconds(5))
    time.sleepDevice(for: .seconds(1000))
    #expect(run.elapsed == .seconds(5) && other.elapsed == .seconds(1005))
    run.lap()
    time.sleepDevice(for: .seconds(1000))
    run.stop()
    time.sleepDevice(for: .seconds(1000))
    run.start()
    time.advance(by: .seconds(2))
    #expect(run.elapsed == .seconds(7))
    #expect(run.laps.map { $0.duration } == [.seconds(5)])
  }
}

@MainActor
@Suite("A kept run that pauses asleep")
struct KeptAsleepTests {
  private let store = MemoryCountdownStore()
  private let time = VirtualTime()
  private let options = CountdownOptions(keepsRecord: true, pausesAsleep: true)

  private func focus(on time: VirtualTime) -> Countdown {
    store.on(time.timekeeper).countdown("focus", startingFrom: .seconds(1500), options: options)
  }

  @Test("what the device sleeps while no process runs is not counted")
  func killed() throws {
    focus(on: time).start()
    time.advance(by: .seconds(600))
    let later = time.relaunched(after: .seconds(100))
    later.sleepDevice(for: .seconds(28_800))
    let look = try #require(try store.on(later.timekeeper).look(at: "focus"))
    #expect(look.state == .running(remaining: .seconds(800)) && look.certainty == .exact)
    let focus = focus(on: later)
    #expect(focus.remaining == .seconds(800))
    later.sleepDevice(for: .seconds(1000))
    later.advance(by: .seconds(800))
    #expect(focus.isFinished)
  }

  @Test("a pause just before the sleep is one, although another process writes first")
  func pausedBefore() {
    let record = CountdownRecord(
      id: "focus", label: nil, state: .idle, target: .duration(.seconds(1500)), total: .zero,
      options: options, written: instant(0, asleep: 0), run: 0)
    var shared = record
    shared.apply(
      .start(.duration(.seconds(1500)), options, age: .zero, order: instant(0, asleep: 0).wall),
      at: instant(0, asleep: 0))
    shared.apply(.settle, at: instant(10_610, asleep: 10_000))
    var extended = shared
    shared.apply(.pause, at: instant(600, asleep: 0))
    #expect(shared.state == .paused(remaining: .seconds(900)))
    // Nothing takes effect before what another process has written.
    extended.apply(.extend(by: .seconds(60)), at: instant(10_620, asleep: 10_000))
    extended.apply(.pause, at: instant(600, asleep: 0))
    #expect(extended.state == .paused(remaining: .seconds(940)))
  }

  @Test("a record may say that the device has slept for any time")
  func anyRecord() {
    let boot = VirtualTime().bootIdentity
    for asleep in [Duration.seconds(Int64.min), .seconds(-1), .zero, .seconds(Int64.max)] {
      for present in [Duration.seconds(Int64.min), .zero, .seconds(Int64.max)] {
        let written = ClockInstant(
          steady: .origin + .seconds(5), wall: WallMoment(secondsSince1970: 5), boot: boot,
          asleep: asleep)
        var record = CountdownRecord(
          id: "focus", label: nil,
          state: .running(deadline: .origin + .seconds(9), wallDeadline: .latest),
          target: .duration(.seconds(60)), total: .seconds(60), options: options, written: written)
        let now = ClockInstant(
          steady: .origin + .seconds(6), wall: WallMoment(secondsSince1970: 6), boot: boot,
          asleep: present)
        if asleep == present {
          #expect(record.restored(at: now).state == .running(remaining: .seconds(3)))
        }
        record.apply(.pause, at: now)
        record.apply(.resume(age: .zero), at: now)
        _ = record.restored(at: now)
        let run = StopwatchRecord(
          id: "run", isRunning: true, total: .seconds(7), laps: [], written: written,
          pausesAsleep: true)
        let total = run.restored(at: now).total
        #expect(total == .seconds(8) || asleep != present && total >= .seconds(7))
      }
    }
  }

  private func instant(_ seconds: Int, asleep: Int) -> ClockInstant {
    ClockInstant(
      steady: .origin + .seconds(seconds + 50),
      wall: WallMoment(secondsSince1970: 1000) + .seconds(seconds),
      boot: BootIdentity("A"), asleep: .seconds(asleep))
  }

  @Test("a sleep that a process has noticed is known after a reboot")
  func rebooted() {
    focus(on: time).start()
    time.advance(by: .seconds(600))
    let focus = focus(on: time)
    time.sleepDevice(for: .seconds(28_800))
    #expect(focus.remaining == .seconds(900))
    let later = time.rebooted(after: .seconds(100))
    #expect(self.focus(on: later).remaining == .seconds(800))
  }

  @Test("two processes notice the same sleep, and the finish is told once")
  func two() {
    let here = focus(on: time)
    here.start()
    time.advance(by: .seconds(1))
    let other = time.companion()
    let there = focus(on: other)
    var finishes = 0
    let watcher = CountdownWatcher()
    here.onFinish(with: watcher) { _, _ in finishes += 1 }
    there.onFinish(with: watcher) { _, _ in finishes += 1 }
    for time in [time, other] {
      time.advance(by: .seconds(500))
      time.sleepDevice(for: .seconds(5000))
    }
    #expect(here.remaining == .seconds(999) && there.remaining == .seconds(999))
    for time in [time, other] { time.advance(by: .seconds(999)) }
    for time in [time, other] { time.advance(by: .seconds(10)) }
    #expect(finishes == 1)
    #expect(here.isFinished && there.isFinished)
  }

  @Test("the option is that of the record, until the app asks for another one")
  func option() {
    focus(on: time).start()
    time.advance(by: .seconds(600))
    let later = time.relaunched()
    later.sleepDevice(for: .seconds(1000))
    let focus = store.on(later.timekeeper).countdown(
      "focus", startingFrom: .seconds(1500), options: CountdownOptions(keepsRecord: true))
    #expect(focus.remaining == .seconds(900))
    later.sleepDevice(for: .seconds(900))
    #expect(focus.isFinished)
  }

  @Test("the option that another process gives is that of this one, too")
  func optionElsewhere() {
    let plain = CountdownOptions(keepsRecord: true)
    let here = store.on(time.timekeeper).countdown(
      "focus", startingFrom: .seconds(1500), options: plain)
    here.start()
    let other = time.companion()
    let there = focus(on: other)
    for time in [time, other] { time.advance(by: .seconds(1)) }
    there.extend(by: .seconds(1))
    for time in [time, other] { time.advance(by: .seconds(1)) }
    for time in [time, other] { time.sleepDevice(for: .seconds(5000)) }
    #expect(here.remaining == .seconds(1499) && there.remaining == .seconds(1499))
  }

  @Test("an option that a process has not written with anything else is written with the sleep")
  func optionAlone() {
    store.on(time.timekeeper).countdown(
      "focus", startingFrom: .seconds(1500), options: CountdownOptions(keepsRecord: true)
    ).start()
    let later = time.relaunched(after: .seconds(100))
    let here = focus(on: later)
    later.sleepDevice(for: .seconds(1000))
    #expect(here.remaining == .seconds(1400))
    let last = later.relaunched(after: .seconds(100))
    last.sleepDevice(for: .seconds(1000))
    #expect(focus(on: last).remaining == .seconds(1300))
  }

  @Test("a stopwatch that another app version has kept begins anew with the option of this one")
  func stopwatchOption() {
    store.on(time.timekeeper).stopwatch("run").start()
    let later = time.relaunched()
    let run = store.on(later.timekeeper).stopwatch("run", pausesAsleep: true)
    later.sleepDevice(for: .seconds(1000))
    #expect(run.elapsed == .seconds(1000))
    run.reset()
    later.advance(by: .seconds(1))
    run.start()
    later.sleepDevice(for: .seconds(1000))
    #expect(run.elapsed == .zero)
    let last = later.relaunched(after: .seconds(1))
    #expect(store.on(last.timekeeper).stopwatch("run").elapsed == .seconds(1))
  }

  @Test("a kept stopwatch")
  func stopwatch() {
    let run = store.on(time.timekeeper).stopwatch("run", pausesAsleep: true)
    run.start()
    time.advance(by: .seconds(5))
    time.sleepDevice(for: .seconds(1000))
    #expect(run.elapsed == .seconds(5))
    let later = time.relaunched(after: .seconds(2))
    later.sleepDevice(for: .seconds(1000))
    let again = store.on(later.timekeeper).stopwatch("run")
    #expect(again.elapsed == .seconds(7) && again.certainty == .exact)
    later.sleepDevice(for: .seconds(1000))
    again.lap()
    #expect(again.elapsed == .seconds(7))
  }
}

/// Two countdowns with the same history. The device of one sleeps now and then, and its run pauses asleep. That of the
/// other never sleeps.
@MainActor
private struct SleeperAndWaker {
  private final class Receiver {
    var told: [String] = []

    @MainActor
    func bind(to countdown: Countdown, asleep: @escaping @MainActor () -> Duration) {
      countdown.onChange(with: self) { own, change in
        // Moments are compared as the time for which the device was awake.
        let instant: Moment? =
          switch change.kind {
          case .milestone(let reached): reached.moment
          case .phaseEnded(let end): end.moment
          case .finished(let end), .cancelled(let end): end.moment
          default: nil
          }
        guard let instant else { return }
        own.told.append("\(change.reading.state) \(instant - asleep() - .origin)")
      }
    }
  }

  private let wakerTime = VirtualTime()
  private var sleeperTime = VirtualTime()
  private let store = MemoryCountdownStore()
  private let isKept: Bool
  private let options: CountdownOptions
  private let phases: [Phase]
  private let waker: Countdown
  private var sleeper: Countdown
  private let wakerReceiver = Receiver()
  private var sleeperReceiver = Receiver()
  private var random: SeededGenerator
  private(set) var history: [String] = []

  init(seed: UInt64, isKept: Bool) {
    var random = SeededGenerator(seed: seed)
    var options = CountdownOptions(
      unit: .milliseconds(random.number(1...2_000)),
      milestones: [.remaining(.seconds(7)), .progress(0.5), .elapsed(.seconds(11))],
      countsPastZero: random.once(in: 2), keepsRecord: true)
    let phases = (1...random.number(1...3)).map {
      Phase("\($0)", .milliseconds(random.number(0...40_000)))
    }
    self.isKept = isKept
    self.phases = phases
    self.random = random
    let make = { (time: VirtualTime, options: CountdownOptions) in
      isKept
        ? MemoryCountdownStore(on: time.timekeeper).countdown(
          "tea", phases: phases, options: options)
        : Countdown(phases: phases, options: options, on: time.timekeeper)
    }
    waker = make(wakerTime, options)
    options.pausesAsleep = true
    self.options = options
    sleeper =
      isKept
      ? store.on(sleeperTime.timekeeper).countdown("tea", phases: phases, options: options)
      : make(sleeperTime, options)
    wakerReceiver.bind(to: waker) { .zero }
    bind()
    history.append("\(phases.map(\.duration)), \(options)")
  }

  private func bind() {
    sleeperReceiver.bind(to: sleeper) { [timekeeper = sleeperTime.timekeeper] in
      timekeeper.asleep(at: timekeeper.now)
    }
  }

  /// Takes a step in both. Returns what differs then; nil if nothing does.
  mutating func step() -> String? {
    let duration = Duration.milliseconds(random.number(0...9_000))
    switch random.number(0...9) {
    case 0...1:
      history.append("sleep(\(duration * 5))")
      sleeperTime.sleepDevice(for: duration * 5)
    case 2:
      history.append("freeze(\(duration))")
      wakerTime.freeze(for: duration)
      sleeperTime.freeze(for: duration)
    case 3 where isKept && hasRecord: kill(for: duration)
    case 3...5:
      history.append("advance(\(duration))")
      wakerTime.advance(by: duration)
      sleeperTime.advance(by: duration)
    default:
      let (name, operation) = operation()
      history.append(name)
      let answers = (operation(waker), operation(sleeper))
      if answers.0 != answers.1 { return "\(name): \(answers)" }
    }
    wakerTime.advance(by: .zero)
    sleeperTime.advance(by: .zero)
    let (one, other) = (look(at: waker, wakerReceiver), look(at: sleeper, sleeperReceiver))
    return one == other ? nil : "awake: \(one)\nasleep: \(other)"
  }

  private var hasRecord: Bool {
    (try? store.countdownRecords.read("tea")) != nil
  }

  /// Lets the device sleep before, after or amid a time in which no process runs.
  private mutating func kill(for duration: Duration) {
    history.append("killed(\(duration)), and sleeps of \(duration * 3)")
    wakerTime.freeze(for: duration)
    sleeperTime = sleeperTime.relaunched(after: duration)
    sleeperTime.sleepDevice(for: duration * 3)
    sleeper = store.on(sleeperTime.timekeeper).countdown("tea", phases: phases, options: options)
    let told = sleeperReceiver.told
    sleeperReceiver = Receiver()
    sleeperReceiver.told = told
    bind()
  }

  private mutating func operation() -> (String, @MainActor (Countdown) -> Bool) {
    let length = Duration.milliseconds(random.number(-15_000...20_000))
    switch random.number(0...12) {
    case 0...2: return ("start", { $0.start() })
    case 3: return ("pause", { $0.pause() })
    case 4: return ("resume", { $0.resume() })
    case 5: return ("toggle", { $0.toggle() })
    case 6: return ("skip", { $0.skip() })
    case 7: return ("back", { $0.back() })
    case 8: return ("cancel", { $0.cancel() })
    case 9: return ("stopOvertime", { $0.stopOvertime() })
    case 10: return ("reset", { $0.reset() })
    // A record has the zero from which overtime counts, and no other end.
    case 11 where waker.state != .overtime:
      return ("extend(by: \(length))", { $0.extend(by: length) })
    default:
      return (
        "restart",
        {
          $0.restart(); return true
        }
      )
    }
  }

  private func look(at countdown: Countdown, _ receiver: Receiver) -> String {
    let reading = countdown.reading
    return """
      \(reading.state) \(reading.remaining) of \(reading.total), \(reading.shown), \(reading.overtime), \
      phase \(countdown.phaseIndex), \(countdown.totalRemaining) in all, told \(receiver.told)
      """
  }
}

@MainActor
@Suite("A run that pauses asleep is as one whose device never sleeps", .random)
struct AsleepRandomTests {
  @Test("all that is shown and told is the same, at random instants", arguments: [false, true])
  func random(isKept: Bool) {
    let seed = SeededGenerator.seedOfThisRun
    var faults = 0
    for run in 0..<repetitions(2_000) where faults < 3 {
      var pair = SleeperAndWaker(seed: seed &+ UInt64(run), isKept: isKept)
      for _ in 0..<40 {
        guard let difference = pair.step() else { continue }
        faults += 1
        Issue.record(
          "SANDGLASS_SEED=\(seed), run \(run): \(difference)\n\(pair.history.joined(separator: "; "))"
        )
        break
      }
    }
  }

  @Test("a sleep is before the moment if it does not fit after it")
  func moments() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    for _ in 0..<repetitions(20_000) {
      var (now, asleep) = (Moment.origin + .seconds(5), Duration.seconds(2))
      var sleep = DeviceSleep(SleepReading(moment: now, asleep: asleep))
      // A thread may lose its turn between a moment and the reading, also the first time.
      let late = SleepReading(moment: now + .milliseconds(random.number(0...9)), asleep: asleep)
      #expect(sleep.asleep(at: now, late) == asleep)
      for _ in 0..<10 {
        now = now + .milliseconds(random.number(0...5_000))
        let (before, slept) = (random.once(in: 2), Duration.seconds(random.number(0...1) * 60))
        let awakeBetween = Duration.milliseconds(random.number(0...900))
        if before { (now, asleep) = (now + slept, asleep + slept) }
        let (moment, wanted) = (now, asleep)
        now = now + awakeBetween
        if !before { (now, asleep) = (now + slept, asleep + slept) }
        let answer = sleep.asleep(at: moment, SleepReading(moment: now, asleep: asleep))
        #expect(answer == wanted, "slept \(slept), before the moment: \(before)")
        // What was asked of an earlier moment holds for a later one.
        #expect(sleep.asleep(at: now, SleepReading(moment: now, asleep: asleep)) == asleep)
      }
    }
  }
}
