import SandglassCore
import Testing

/// What other clocks, a sleep and another process change about a run that has gone on meanwhile.
@Suite("Countdown: times that change meanwhile")
struct ChangedTimesTests {
  private var machine: CountdownMachine

  init() {
    machine = Self.started(CountdownMachine(.seconds(60)))
  }

  private static func started(_ machine: CountdownMachine) -> CountdownMachine {
    var machine = machine
    machine.watch(true, at: CountdownProbe.base) { _ in }
    _ = machine.start(at: CountdownProbe.base) { _ in }
    return machine
  }

  private static func started(phases: [Duration], pausedAt seconds: Double) -> CountdownMachine {
    let plan = PhasePlan(phases.enumerated().map { Phase("\($0.offset)", $0.element) }, rounds: 1)
    var machine = started(CountdownMachine(plan))
    _ = machine.pause(at: CountdownProbe.moment(seconds)) { _ in }
    return machine
  }

  /// Returns what an operation tells.
  private mutating func told(
    after seconds: Double,
    _ operation: (inout CountdownMachine, Moment, (CountdownEvent) -> Void) -> Void
  ) -> [String] {
    answer(after: seconds, operation).told
  }

  /// Returns what an operation tells, and whether it has changed anything.
  private mutating func answer<Answer>(
    after seconds: Double,
    _ operation: (inout CountdownMachine, Moment, (CountdownEvent) -> Void) -> Answer
  ) -> (told: [String], isChanged: Answer) {
    var told: [String] = []
    let isChanged = operation(&machine, CountdownProbe.moment(seconds)) {
      told.append(CountdownProbe.words($0))
    }
    return (told, isChanged)
  }

  @Test("a run that another process has told the end of ends at once")
  mutating func movedOn() {
    machine.setMilestones([.remaining(.seconds(10))], at: CountdownProbe.base) { _ in }
    let words = told(after: 5) { $0.moveOn(to: 0, at: $1, report: $2) }
    #expect(words == ["milestone 10", "finished missed 59"])
  }

  @Test("a run that another process has told a milestone of passes all above it now")
  mutating func movedOnToMilestone() {
    machine.setMilestones([40, 30].map { .remaining(.seconds($0)) }, at: CountdownProbe.base) { _ in
    }
    let now = CountdownProbe.moment(5)
    var instants: [PastMoment] = []
    machine.moveOn(to: 30_000_000_000, at: now) {
      if case .milestone(let reached, _) = $0 { instants.append(reached.instant) }
    }
    #expect(instants == [PastMoment(now), PastMoment(now)])
    #expect(machine.timeToZero(at: now) == .seconds(30))
  }

  @Test("after a sleep that is not counted, the time is told, even if the number is the same")
  mutating func sleptLittle() {
    _ = told(after: 10.1) { $0.advance(to: $1, report: $2) }
    let words = told(after: 10.1) { $0.sleep(for: .milliseconds(50), at: $1, report: $2) }
    #expect(words.last == "50")
  }

  @Test("after a sleep that is not counted, what is due without it is told at once")
  mutating func slept() {
    let told = told(after: 100) { $0.sleep(for: .seconds(10), at: $1, report: $2) }
    #expect(told.dropFirst().prefix(1) == ["finished missed 59"])
    #expect(machine.end?.instant == PastMoment(CountdownProbe.moment(70)))
  }

  @Test("a correction past the end tells no milestone again")
  mutating func milestonesOnce() {
    machine = Self.started(
      CountdownMachine(
        .seconds(10),
        options: CountdownOptions(milestones: [.elapsed(.seconds(2)), .remaining(.seconds(5))])))
    let before = told(after: 4) { $0.advance(to: $1, report: $2) }
    #expect(before.contains("milestone 8"))
    let words = told(after: 4) { $0.correct(timeToZero: .seconds(-1), at: $1, report: $2) }
    #expect(words == ["milestone 5", "finished"])
  }

  @Test("a correction that leaves no time finishes the run")
  mutating func correctedToZero() {
    _ = told(after: 10) { $0.advance(to: $1, report: $2) }
    let words = told(after: 10) { $0.correct(timeToZero: .zero, at: $1, report: $2) }
    #expect(words == ["finished"])
  }

  @Test("overtime that a clock moves back tells what was missed, also of before the clock's origin")
  mutating func correctedOvertime() {
    machine = CountdownMachine(
      .seconds(10), options: CountdownOptions(countsPastZero: true, tolerance: .milliseconds(100)))
    var words: [String] = []
    func note(_ event: CountdownEvent) { words.append(CountdownProbe.words(event)) }
    let start = Moment.origin + .milliseconds(50)
    machine.watch(true, at: start, report: note)
    _ = machine.start(at: start, report: note)
    words = []
    machine.correct(timeToZero: .seconds(-30), at: start, report: note)
    #expect(words == ["finished", "+30 missed 30"])
    #expect(machine.timeToZero(at: start) == .seconds(-30))
    words = []
    machine.correct(timeToZero: .seconds(-60), at: start + .seconds(5), report: note)
    #expect(words == ["+60 missed 4"])
  }

  @Test("overtime whose zero lies ahead, because a clock was set back, is extended by nothing")
  mutating func extendedByNothing() {
    machine = Self.started(
      CountdownMachine(.seconds(10), options: CountdownOptions(countsPastZero: true)))
    _ = told(after: 12) {
      $0.advance(to: $1, report: $2)
      $0.correct(timeToZero: .seconds(5), at: $1, report: $2)
    }
    #expect(machine.state == .overtime)
    let answer = answer(after: 12) { $0.extend(by: .zero, at: $1, report: $2) }
    #expect(answer == (["extended(by: 0.0 seconds)", "+0"], true))
    #expect(machine.state == .overtime)
  }

  @Test("a countdown that is cleared is idle, with nothing to count, and tells it once")
  mutating func cleared() {
    let plan = PhasePlan([Phase("0", .seconds(1)), Phase("1", .seconds(1))])
    machine = Self.started(CountdownMachine(plan))
    _ = told(after: 5) { $0.advance(to: $1, report: $2) }
    #expect(machine.phaseIndex == 1)
    #expect(told(after: 6) { $0.clear(at: $1, report: $2) } == ["0"])
    #expect(machine.phaseIndex == 0 && machine.state == .idle)
    #expect(told(after: 7) { $0.clear(at: $1, report: $2) } == [])
    machine.duration = .seconds(5)
    #expect(told(after: 8) { $0.clear(at: $1, report: $2) } == ["0"])
  }

  @Test("a correction by a better clock is told from a millisecond on, in both directions")
  mutating func corrections() {
    for change in [Duration.seconds(5), .seconds(-5), .milliseconds(1), .milliseconds(-1)] {
      let words = told(after: 1) { _ = $0.correct(by: change, at: $1, report: $2) }
      #expect(words.contains("corrected(by: \(change))"), "\(words)")
    }
    for change in [Duration.microseconds(999), .microseconds(-999)] {
      let answer = answer(after: 1) { $0.correct(by: change, at: $1, report: $2) }
      #expect(answer == ([], true))
    }
    // A small one is not told, but what it makes due is.
    _ = told(after: 1) { $0.correct(timeToZero: .seconds(58.0005), at: $1, report: $2) }
    let small = answer(after: 1) { $0.correct(by: .microseconds(-999), at: $1, report: $2) }
    #expect(small == (["58"], true))
    // The next number comes in time, and an end that is due is not corrected.
    _ = told(after: 1) { _ = $0.correct(by: .seconds(5), at: $1, report: $2) }
    #expect(told(after: 2) { $0.advance(to: $1, report: $2) } == ["62"])
    let late = answer(after: 70) { $0.correct(by: .seconds(5), at: $1, report: $2) }
    #expect(late.told.first?.hasPrefix("finished") == true && !late.isChanged)
  }

  @Test("a correction that ends a phase ends the next one too, if it has no length")
  mutating func correctedToEmptyPhase() {
    let plan = PhasePlan([Phase("0", .seconds(5)), Phase("1", .zero), Phase("2", .seconds(5))])
    machine = Self.started(CountdownMachine(plan))
    _ = told(after: 1) { _ = $0.correct(by: .seconds(-9), at: $1, report: $2) }
    #expect(machine.phaseIndex == 2)
  }

  @Test("another period is the total, and at least what remains; milestones follow it")
  mutating func period() {
    machine.setMilestones([.progress(0.5)], at: CountdownProbe.base) { _ in }
    for (seconds, isChanged) in [(60, false), (100, true)] {
      let answer = answer(after: 0) { $0.setPeriod(.seconds(seconds), at: $1, report: $2) }
      #expect(answer == (isChanged ? ["60"] : [], isChanged))
    }
    #expect(told(after: 10) { $0.advance(to: $1, report: $2) }.contains("milestone 50"))
    for isChanged in [true, false] {
      let answer = answer(after: 10) { $0.setPeriod(.seconds(20), at: $1, report: $2) }
      #expect(answer == (isChanged ? ["50"] : [], isChanged))
      #expect(machine.wholeDuration == .seconds(50))
    }
    let late = answer(after: 60) { $0.setPeriod(.seconds(200), at: $1, report: $2) }
    #expect(!late.isChanged)
    #expect(machine.state == .finished)
  }

  @Test("a run that is resumed from before tells a number once, although a phase has ended since")
  mutating func resumedInAnotherPhase() {
    machine = Self.started(phases: [.seconds(5), .seconds(5)], pausedAt: 2)
    let words = told(after: 15) {
      _ = $0.resume(from: CountdownProbe.moment(10), at: $1, report: $2)
    }
    #expect(words.filter { $0.hasPrefix("3") }.count == 1, "\(words)")
  }

  @Test("a phase of no length ends as soon as it is resumed")
  mutating func emptyPhase() {
    machine = Self.started(phases: [.seconds(5), .zero, .seconds(5)], pausedAt: 2)
    _ = told(after: 3) { _ = $0.skip(at: $1, report: $2) }
    #expect(machine.phaseIndex == 1)
    let words = told(after: 4) { _ = $0.resume(at: $1, report: $2) }
    #expect(words.contains("1 over"))
    #expect(machine.phaseIndex == 2)
  }

  @Test("a phase that is entered while paused tells its number once")
  mutating func phaseWhilePaused() {
    machine = Self.started(phases: [.seconds(5), .seconds(5)], pausedAt: 2)
    let skipped = told(after: 3) { _ = $0.skip(at: $1, report: $2) }
    #expect(skipped.last == "5")
    let words = told(after: 4) { _ = $0.resume(at: $1, report: $2) }
    #expect(words == ["resumed"])
    #expect(told(after: 4.5) { $0.advance(to: $1, report: $2) } == [])
  }

  @Test("a phase of no length that is gone back to while paused shows 0")
  mutating func backToEmptyPhase() {
    machine = Self.started(phases: [.zero, .seconds(5)], pausedAt: 2)
    #expect(machine.phaseIndex == 1)
    #expect(told(after: 3) { _ = $0.back(at: $1, report: $2) } == ["wentBack", "0"])
  }

  @Test("a run that began and finished before the clock's origin ended then, and has aged since")
  mutating func beforeTheOrigin() throws {
    machine = CountdownMachine(.seconds(7_200))
    let now = Moment.origin + .seconds(1_800)
    var told: CountdownEnd?
    _ = machine.start(age: 9_600_000_000_000, at: now) {
      if case .end(let end, _) = $0 { told = end }
    }
    #expect(try #require(told).instant == PastMoment(age: .seconds(2_400), at: now))
    #expect(machine.end == told)
    #expect(machine.moveEnd(timeToZero: .seconds(600), at: now) { _ in })
    #expect(machine.wholeDuration == .seconds(10_200))
  }
}
