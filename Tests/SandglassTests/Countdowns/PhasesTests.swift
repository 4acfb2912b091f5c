import Dispatch
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

/// A screen that records which phases have ended and when, and the displayed numbers.
@MainActor
private final class PhaseScreen {
  var ends: [String] = []
  var numbers: [String] = []
  var finishes = 0
  let start: Moment

  init(_ countdown: Countdown, from start: Moment) {
    self.start = start
    bind(to: countdown)
  }

  func bind(to countdown: Countdown) {
    countdown.onPhaseEnd(with: self) { screen, end in
      let second = (end.moment - screen.start) / .seconds(1)
      screen.ends.append(
        "\(end.phase.name) \(end.round) at \(second)\(end.isSkipped ? " skipped" : "")")
    }
    countdown.onTick(with: self) { screen, reading in
      screen.numbers.append(
        "\(reading.phaseIndex): \(reading.shown)"
          + (reading.missed == 0 ? "" : " missed \(reading.missed)"))
    }
    countdown.onFinish(with: self) { screen, _ in screen.finishes += 1 }
  }
}

@MainActor
@Suite("Countdown: phases")
struct PhasesTests {
  private let time = VirtualTime()

  private static func phases(_ seconds: Double...) -> [Phase] {
    zip(["A", "B", "C", "D", "E"], seconds).map { Phase($0, .seconds($1)) }
  }

  private func screen(_ countdown: Countdown) -> PhaseScreen {
    PhaseScreen(countdown, from: time.now)
  }

  @Test("Laws 3, 4: each number of each phase is shown once, and each end is reported once")
  func course() {
    let countdown = Countdown(phases: Self.phases(2, 1.5), rounds: 2, on: time.timekeeper)
    let screen = screen(countdown)
    #expect(countdown.currentPhase?.name == "A")
    #expect(countdown.nextPhase?.name == "B")
    #expect(countdown.remaining == .seconds(2))
    #expect(countdown.totalRemaining == .seconds(7))
    countdown.start()
    time.advance(by: .seconds(2.5))
    #expect((countdown.currentPhase?.name, countdown.round, countdown.rounds) == ("B", 1, 2))
    #expect(countdown.remaining == .seconds(1))
    #expect(countdown.totalRemaining == .seconds(4.5))
    #expect(countdown.total == .seconds(1.5))
    time.advance(by: .seconds(10))
    #expect(screen.numbers == ["0: 2", "0: 1", "1: 2", "1: 1", "2: 2", "2: 1", "3: 2", "3: 1"])
    #expect(screen.ends == ["A 1 at 2.0", "B 1 at 3.5", "A 2 at 5.5", "B 2 at 7.0"])
    #expect(screen.finishes == 1)
    #expect(countdown.isFinished)
    #expect(countdown.end?.moment == time.now - .seconds(5.5))
  }

  @Test("Laws 1, 5: after a freeze of 17 s, the current phase and the remaining time are correct")
  func frozen() {
    let countdown = Countdown(phases: Self.phases(10, 10, 10, 10), on: time.timekeeper)
    let screen = screen(countdown)
    countdown.start()
    time.advance(by: .seconds(5))
    screen.numbers = []
    time.freeze(for: .seconds(17))
    #expect(countdown.phaseIndex == 2)
    #expect(countdown.remaining == .seconds(8))
    #expect(screen.ends == ["A 1 at 10.0", "B 1 at 20.0"])
    // Of phase C, the numbers 10 and 9 were missed.
    #expect(screen.numbers == ["2: 8 missed 2"])
  }

  @Test("Law 3: a phase of zero, and the run with it, ends when the countdown is resumed")
  func noLength() {
    for goesBack in [false, true] {
      let phases =
        goesBack
        ? [Phase("A", .zero), Phase("B", .seconds(5))]
        : [Phase("A", .seconds(5)), Phase("B", .zero)]
      let countdown = Countdown(phases: phases, on: time.timekeeper)
      let screen = screen(countdown)
      countdown.start()
      countdown.pause()
      if goesBack { countdown.back() } else { countdown.skip() }
      _ = countdown.remaining
      countdown.resume()
      time.advance(by: .seconds(10))
      #expect(countdown.isFinished && screen.finishes == 1)
      #expect(screen.ends.last?.hasPrefix("B 1") == true)
    }
  }

  @Test("Law 4: no running countdown shows 0, although a phase of zero is entered again")
  func backToNoLength() {
    let time = VirtualTime()
    let countdown = Countdown(
      phases: [Phase("one", .zero), Phase("two", .zero)], on: time.timekeeper)
    let watcher = CountdownWatcher()
    countdown.start()
    watcher.watchTicks(of: countdown)
    #expect(countdown.moveEnd(to: time.wallNow + .seconds(60)))
    time.advance(by: .seconds(1))
    countdown.back()
    time.advance(by: .seconds(1))
    #expect(watcher.readings.map(\.shown) == [60, 59])
    #expect(countdown.state == .finished)
  }

  @Test("Law 11: after a kill, the next process has the same phase, and reports the ends once")
  func killed() async throws {
    let store = MemoryStore()
    let first = store.on(time.timekeeper).countdown("round", phases: Self.phases(10, 10, 10, 10))
    let screen = screen(first)
    first.start()
    time.advance(by: .seconds(5))
    let later = time.relaunched(after: .seconds(17))
    let second = store.on(later.timekeeper).countdown("round", phases: Self.phases(10, 10, 10, 10))
    #expect(second.phaseIndex == 2)
    #expect(second.remaining == .seconds(8))
    #expect(second.certainty == .exact)
    screen.bind(to: second)
    #expect(screen.ends == ["A 1 at 10.0", "B 1 at 20.0"])
    let other = PhaseScreen(second, from: screen.start)
    #expect(other.ends == [])
    later.advance(by: .seconds(8))
    #expect(screen.ends.last == "C 1 at 30.0")
    #expect(other.ends == ["C 1 at 30.0"])

    // After another kill, the delivered ends are not delivered again.
    let last = later.relaunched(after: .seconds(1))
    let third = store.on(last.timekeeper).countdown("round", phases: Self.phases(10, 10, 10, 10))
    let newcomer = PhaseScreen(third, from: screen.start)
    #expect(newcomer.ends == [])
    #expect(third.remaining == .seconds(9))
    last.advance(by: .seconds(9))
    #expect(newcomer.ends == ["D 1 at 40.0"])
    #expect(newcomer.finishes == 1)
    #expect(store.records == 0)
  }

  @Test("Law 11: after a reboot, the phase is computed from the wall clock")
  func rebooted() {
    let store = MemoryStore()
    let first = store.on(time.timekeeper).countdown("round", phases: Self.phases(10, 10, 10))
    first.start()
    time.advance(by: .seconds(5))
    let later = time.rebooted(after: .seconds(17))
    let second = store.on(later.timekeeper).countdown("round", phases: Self.phases(10, 10, 10))
    #expect(second.phaseIndex == 2)
    #expect(second.remaining == .seconds(8))
    #expect(second.certainty == .estimated)
    let gone = later.rebooted(after: .seconds(60))
    let third = store.on(gone.timekeeper).countdown("round", phases: Self.phases(10, 10, 10))
    let screen = PhaseScreen(third, from: gone.now)
    #expect(third.isFinished)
    #expect(screen.ends.count == 3)
    #expect(screen.finishes == 1)
  }

  @Test("Law 5: the end of a phase has its wall-clock time, and how late it came")
  func times() throws {
    let countdown = Countdown(phases: Self.phases(10, 10), on: time.timekeeper)
    var ends: [PhaseEnd] = []
    countdown.onPhaseEnd(with: time) { _, end in ends.append(end) }
    countdown.start()
    let start = time.wallNow
    time.freeze(for: .seconds(12))
    time.advance(by: .seconds(8))
    #expect(ends.map(\.wallMoment) == [start + .seconds(10), start + .seconds(20)])
    #expect(ends.map(\.lateness) == [.seconds(2), .zero])
  }

  @Test("Law 11: the end of a phase before the boot has the wall-clock time of the record")
  func beforeBoot() {
    let store = MemoryStore()
    func countdown(on time: VirtualTime) -> Countdown {
      store.on(time.timekeeper).countdown("round", phases: Self.phases(100, 100, 1_000))
    }
    countdown(on: time).start()
    let start = time.wallNow
    let later = time.rebooted(after: .seconds(500))
    var ends: [PhaseEnd] = []
    countdown(on: later).onPhaseEnd(with: later) { _, end in ends.append(end) }
    let errors = zip(ends, [100, 200]).map { end, second in
      max(
        abs((end.wallMoment - start) / .seconds(1) - Double(second)),
        abs(end.lateness / .seconds(1) - Double(500 - second)))
    }
    #expect(errors.count == 2 && errors.allSatisfy { $0 < 0.001 })
  }

  @Test("Law 11: the phases in a record stay, and changed ones apply once there is no record")
  func otherPhases() {
    let store = MemoryStore()
    let first = store.on(time.timekeeper).countdown("round", phases: Self.phases(10, 20))
    first.start()
    time.advance(by: .seconds(15))
    let later = time.relaunched()
    let second = store.on(later.timekeeper).countdown("round", phases: Self.phases(3), rounds: 2)
    #expect((second.phaseIndex, second.phases.count) == (1, 2))
    #expect(second.remaining == .seconds(15))
    #expect(second.refusedOptions?.target == .phases(PhasePlan(Self.phases(3), rounds: 2)))
    second.restart()
    #expect(second.phases.map(\.duration) == [.seconds(10), .seconds(20)])
    second.cancel()
    let third = store.on(later.relaunched().timekeeper).countdown(
      "round", phases: Self.phases(3), rounds: 2)
    #expect((third.phases.map(\.duration), third.rounds) == ([.seconds(3)], 2))
    #expect(third.refusedOptions == nil)
  }

  @Test("skip, back, pause and extend work in phases")
  func moves() {
    let countdown = Countdown(phases: Self.phases(10, 20, 30), on: time.timekeeper)
    let screen = screen(countdown)
    #expect(!countdown.skip())
    #expect(!countdown.back())
    countdown.start()
    time.advance(by: .seconds(4))
    #expect(countdown.skip())
    #expect(countdown.remaining == .seconds(20))
    #expect(screen.ends == ["A 1 at 4.0 skipped"])
    time.advance(by: .seconds(5))
    #expect(countdown.extend(by: .seconds(7)))
    #expect(countdown.remaining == .seconds(22))
    #expect(countdown.total == .seconds(27))
    #expect(countdown.totalRemaining == .seconds(52))
    #expect(countdown.pause())
    #expect(countdown.back())
    #expect(countdown.isPaused)
    #expect((countdown.phaseIndex, countdown.remaining) == (0, .seconds(10)))
    #expect(countdown.back())
    #expect((countdown.phaseIndex, countdown.remaining) == (0, .seconds(10)))
    #expect(countdown.skip())
    #expect(countdown.isPaused)
    #expect((countdown.phaseIndex, countdown.remaining) == (1, .seconds(20)))
    #expect(countdown.resume())
    #expect(countdown.extend(by: .seconds(-60)))
    #expect((countdown.phaseIndex, countdown.remaining) == (2, .seconds(30)))
    #expect(countdown.skip())
    #expect(countdown.isFinished)
    #expect(screen.finishes == 1)
    #expect(screen.ends.map { $0.prefix(1) } == ["A", "A", "B", "C"])
    countdown.start()
    #expect((countdown.phaseIndex, countdown.remaining) == (0, .seconds(10)))
    countdown.cancel()
    #expect((countdown.phaseIndex, countdown.currentPhase?.name) == (0, "A"))
  }

  @Test("milestones apply to each phase, and only the last phase counts past zero")
  func options() {
    let options = CountdownOptions(milestones: [.remaining(.seconds(1))], countsPastZero: true)
    let countdown = Countdown(
      phases: Self.phases(3, 3), options: options, on: time.timekeeper)
    var log: [String] = []
    let owner = CountdownWatcher()
    countdown.onChange(with: owner) { _, change in
      log.append("\(Self.word(change.kind)) \(change.reading.remaining / .seconds(1))")
    }
    countdown.start()
    time.advance(by: .seconds(8))
    #expect(
      log == [
        "started 3.0", "milestone 1.0", "phase 3.0", "milestone 1.0", "phase 0.0", "finished 0.0",
        "overtime 0.0",
      ])
    #expect(countdown.reading.overtime == .seconds(2))
    #expect(countdown.extend(by: .seconds(5)))
    #expect((countdown.phaseIndex, countdown.remaining) == (1, .seconds(3)))
    time.advance(by: .seconds(3))
    #expect(log.suffix(4) == ["milestone 1.0", "phase 0.0", "finished 0.0", "overtime 0.0"])
  }

  private static func word(_ change: CountdownChange.Kind) -> String {
    switch change {
    case .started: "started"
    case .milestone: "milestone"
    case .phaseEnded: "phase"
    case .finished: "finished"
    case .overtime: "overtime"
    default: "\(change)"
    }
  }

  @Test("Law 7: no phases, phases without a duration and any number of rounds are valid")
  func extremes() {
    let empty = Countdown(phases: [], rounds: .max, on: time.timekeeper)
    empty.start()
    #expect(empty.isFinished)
    #expect(empty.currentPhase == nil)
    let nothing = Countdown(
      phases: [Phase("", .zero), Phase("", .seconds(-1))], rounds: .max,
      on: time.timekeeper)
    let screen = screen(nothing)
    nothing.start()
    #expect(nothing.isFinished)
    #expect(screen.ends.count == PhasePlan.limit)
    let long = Countdown(
      phases: [Phase("", .seconds(Int64.max)), Phase("", .seconds(Int64.max))],
      rounds: -1,
      on: time.timekeeper)
    long.start()
    time.advance(by: .seconds(1))
    #expect(long.rounds == 1)
    #expect(long.totalRemaining > long.remaining)
  }

  @Test("a process without the lease reports no ends of phases")
  func twoProcesses() {
    let store = MemoryStore()
    let first = store.on(time.timekeeper).countdown("round", phases: Self.phases(10, 10))
    let screen = screen(first)
    first.start()
    let beside = time.companion()
    let shown = store.on(beside.timekeeper).countdown("round", phases: Self.phases(10, 10))
    let other = PhaseScreen(shown, from: screen.start)
    for _ in 0..<30 {
      time.advance(by: .seconds(1))
      beside.advance(by: .seconds(1))
    }
    #expect(screen.ends == ["A 1 at 10.0", "B 1 at 20.0"])
    #expect(other.ends == [])
    #expect(other.numbers.contains("1: 9"))
    #expect(screen.finishes + other.finishes == 1)
  }

  @Test("Law 3: the next process does not report the last end again while the run is in overtime")
  func lastEndOnce() {
    let store = MemoryStore()
    let options = CountdownOptions(countsPastZero: true)
    func kept(on time: VirtualTime) -> Countdown {
      store.on(time.timekeeper).countdown("round", phases: Self.phases(2, 3), options: options)
    }
    let first = kept(on: time)
    let screen = screen(first)
    first.start()
    time.advance(by: .seconds(7))
    let later = time.relaunched(after: .seconds(1))
    let second = kept(on: later)
    let other = PhaseScreen(second, from: screen.start)
    #expect(second.reading.overtime == .seconds(3))
    #expect(screen.ends == ["A 1 at 2.0", "B 1 at 5.0"])
    #expect(other.ends == [])
  }

  @Test("an end that is due without a receiver or a lease is reported when there is one")
  func unowned() {
    let store = MemoryStore()
    let first = store.on(time.timekeeper).countdown("round", phases: Self.phases(5, 5))
    first.start()
    time.advance(by: .seconds(3))
    let later = time.relaunched()
    let second = store.on(later.timekeeper).countdown("round", phases: Self.phases(5, 5))
    later.advance(by: .seconds(3))
    let screen = PhaseScreen(second, from: time.now - .seconds(3))
    #expect(screen.ends == ["A 1 at 5.0"])
    later.advance(by: .seconds(4))
    #expect(screen.ends == ["A 1 at 5.0", "B 1 at 10.0"])
    #expect(screen.finishes == 1)
  }

  @Test(
    "Law 11: at random, a killed and restored countdown has the same phase as one that ran on",
    .random)
  func random() {
    let seed = SeededGenerator.seedOfThisRun
    for run in 0..<repetitions(4_000) {
      var course = PhaseCourse(seed: seed &+ UInt64(run))
      if let difference = course.difference() {
        Issue.record("SANDGLASS_SEED=\(seed), run \(run): \(difference); \(course.history)")
        return
      }
    }
  }
}

/// A countdown with phases whose process is killed repeatedly, and one whose process is not.
@MainActor
private struct PhaseCourse {
  var random: SeededGenerator
  var time = VirtualTime()
  var livingTime = VirtualTime()
  let store = MemoryStore()
  let phases: [Phase]
  let rounds: Int
  var kept: Countdown
  let living: Countdown
  let screen: PhaseScreen
  let livingScreen: PhaseScreen
  var history: [String] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
    var random = random
    phases = (0..<random.number(1...4)).map {
      Phase("\($0)", .milliseconds(random.once(in: 8) ? 0 : random.number(1...9_000)))
    }
    rounds = random.number(1...3)
    let options = CountdownOptions(countsPastZero: random.once(in: 2))
    kept = store.on(time.timekeeper).countdown(
      "round", phases: phases, rounds: rounds, options: options)
    living = Countdown(phases: phases, rounds: rounds, options: options, on: livingTime.timekeeper)
    screen = PhaseScreen(kept, from: time.now)
    livingScreen = PhaseScreen(living, from: livingTime.now)
    self.random = random
  }

  mutating func difference() -> String? {
    for _ in 0..<random.number(3...25) {
      step()
      let (one, other) = (kept.reading, living.reading)
      if one.state != other.state || one.remaining != other.remaining
        || one.phaseIndex != other.phaseIndex || one.overtime != other.overtime
        || one.total != other.total
      {
        return "kept \(one), living \(other)"
      }
      if screen.ends != livingScreen.ends { return "\(screen.ends), living \(livingScreen.ends)" }
      if screen.finishes != livingScreen.finishes { return "finishes \(screen.finishes)" }
    }
    return nil
  }

  private mutating func step() {
    let length = Duration.milliseconds(random.number(1...12_000))
    switch random.number(0...11) {
    case 0, 1: both("start") { $0.start() }
    case 2: both("pause") { $0.pause() }
    case 3: both("resume") { $0.resume() }
    case 4: both("skip") { $0.skip() }
    case 5: both("back") { $0.back() }
    case 6:
      // Overtime that is extended keeps its previous end only in the record's clock. Other tests cover that.
      if !living.isOvertime { both("extend \(length)") { $0.extend(by: length) } }
    case 7: both("cancel") { $0.cancel() }
    case 8, 9:
      history.append("advance \(length)")
      time.advance(by: length)
      livingTime.advance(by: length)
    case 10:
      history.append("freeze \(length)")
      time.freeze(for: length)
      livingTime.freeze(for: length)
    default:
      // After a kill, a countdown that has ended without a record is a new one.
      guard living.isRunning || living.isPaused else { return }
      history.append("kill \(length)")
      time = time.relaunched(after: length)
      livingTime.freeze(for: length)
      kept = store.on(time.timekeeper).countdown(
        "round", phases: phases, rounds: rounds, options: living.options)
      screen.bind(to: kept)
    }
  }

  private mutating func both(_ name: String, _ event: (Countdown) -> Void) {
    history.append(name)
    event(kept)
    event(living)
  }
}
