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
    var words: [String] = []
    operation(&machine, CountdownProbe.moment(seconds)) { words.append(CountdownProbe.words($0)) }
    return words
  }

  @Test("a run that another process has told the end of ends at once")
  mutating func movedOn() {
    machine.setMilestones([.remaining(.seconds(10))], at: CountdownProbe.base) { _ in }
    let words = told(after: 5) { $0.moveOn(to: 0, at: $1, report: $2) }
    #expect(words == ["milestone 10", "finished missed 59"])
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

  @Test("a correction by a better clock is told from a millisecond on, in both directions")
  mutating func corrections() {
    for change in [Duration.seconds(5), .seconds(-5), .milliseconds(1), .milliseconds(-1)] {
      let words = told(after: 1) { _ = $0.correct(by: change, at: $1, report: $2) }
      #expect(words.contains("corrected(by: \(change))"), "\(words)")
    }
    for change in [Duration.microseconds(999), .microseconds(-999)] {
      let words = told(after: 1) { _ = $0.correct(by: change, at: $1, report: $2) }
      #expect(words == [])
    }
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
}
