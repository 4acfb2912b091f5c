import SandglassCore
import SandglassLedger
import Testing

@Suite("Operations that do not apply")
struct OperationRefusalTests {
  private static let start = ClockInstant(
    steady: Moment(nanoseconds: 1_000_000_000_000), wall: WallMoment(secondsSince1970: 1_000_000),
    boot: BootIdentity("boot"))

  private static func instant(_ seconds: Int64) -> ClockInstant {
    ClockInstant(
      steady: start.steady + .seconds(seconds), wall: start.wall + .seconds(seconds),
      boot: start.boot)
  }

  private static let states: [CountdownState] = [.idle, .running, .paused, .overtime, .finished]

  /// The record of a countdown of a minute in a state, at 100 s.
  private static func record(_ state: CountdownState, to target: CountdownTarget)
    -> CountdownRecord
  {
    let options = CountdownOptions(countsPastZero: state == .overtime)
    var record = CountdownRecord(
      id: "tea", label: "Tea", state: .idle, target: target, total: .zero, options: options,
      written: start, run: 0)
    let begun = state == .overtime || state == .finished ? 0 : 90
    if state != .idle {
      record.apply(.start(target, options, order: start.wall), at: instant(Int64(begun)))
    }
    if state == .paused { record.apply(.pause, at: instant(95)) }
    return record.settled(at: instant(100))
  }

  private static let minute = CountdownTarget.duration(.seconds(60))
  private static let phases = CountdownTarget.phases(
    PhasePlan([Phase("Work", .seconds(50)), Phase("Break", .seconds(10))]))

  private static func answers(
    _ operation: CountdownOperation, to target: CountdownTarget = minute
  ) -> [String] {
    states.map { state in
      var record = record(state, to: target)
      let before = record
      guard let refusal = record.apply(operation, at: instant(100)) else { return "yes" }
      #expect(record == before, "\(operation), \(state)")
      #expect(refusal.operation == operation.name)
      #expect(refusal.state == state)
      return "\(refusal)"
    }
  }

  @Test("Each says the state and what is accepted; what is so already says so")
  func words() {
    let running = "accepted for pause: one that is running"
    #expect(
      Self.answers(.pause) == [
        "is idle; \(running)", "yes", "is paused; accepted for pause: one that is not",
        "is counting past zero; \(running)", "is finished; \(running)",
      ])
    let paused = "accepted for resume: one that is paused"
    #expect(
      Self.answers(.resume()) == [
        "is idle; \(paused)", "is running; accepted for resume: one that is not", "yes",
        "is counting past zero; \(paused)", "is finished; \(paused)",
      ])
    let open = "accepted for extend: one that is running, paused or counting past zero"
    #expect(
      Self.answers(.extend(by: .seconds(1))) == [
        "is idle; \(open)", "yes", "yes", "yes", "is finished; \(open)",
      ])
    var timed = Self.record(.running, to: .wall(Self.instant(150).wall))
    let refusal = timed.apply(.startAgain, at: Self.instant(100))
    #expect(
      refusal.map { "\($0)" }
        == "counts down to a time; accepted for restart: one of a duration, or with phases")
    #expect(Self.answers(.skip, to: Self.phases).filter { $0 == "yes" }.count == 2)
    #expect(
      Self.answers(.skip)[1...2].allSatisfy {
        $0 == "has no phases; accepted for skip: one with phases"
      })
  }

  @Test("In which states each applies")
  func states() {
    func applies(_ operation: CountdownOperation) -> [CountdownState] {
      zip(Self.states, Self.answers(operation, to: Self.phases)).filter { $1 == "yes" }.map(\.0)
    }
    let options = CountdownOptions.standard
    let order = Self.instant(100).wall
    #expect(applies(.start(Self.phases, options, order: order)) == [.idle, .overtime, .finished])
    #expect(applies(.restart(Self.phases, options, order: order)) == Self.states)
    #expect(applies(.startAgain) == Self.states)
    #expect(applies(.toggle) == [.running, .paused])
    #expect(applies(.shorten(by: .seconds(5), leaving: .seconds(1))) == [.running, .paused])
    #expect(
      applies(.moveEnd(to: order + .seconds(5), after: nil)) == [.running, .paused, .overtime])
    #expect(applies(.correct(by: .seconds(1))) == [.running])
    #expect(applies(.setPeriod(.seconds(500))) == [.running])
    #expect(applies(.back) == [.running, .paused])
    #expect(applies(.cancel) == [.running, .paused, .overtime])
    #expect(applies(.stopOvertime) == [.overtime])
    #expect(applies(.reset) == [.running, .paused, .overtime, .finished])
    #expect(applies(.setLabel("Chai")) == Self.states)
    #expect(applies(.setLabel("Tea")).isEmpty)
  }

  @Test("A row that starts again keeps its place")
  func startsAgain() {
    for state in Self.states where state != .idle {
      var record = Self.record(state, to: Self.minute)
      let place = record.started
      #expect(record.apply(.startAgain, at: Self.instant(100)) == nil)
      #expect(record.started == place, "\(state)")
    }
  }

  @Test("What would change nothing says so, in the states in which it is possible")
  func nothing() {
    let end = Self.instant(150).wall
    let words = "would stay as it is; accepted for moveEnd: what changes it"
    #expect(Self.answers(.moveEnd(to: end, after: nil))[1] == words)
    #expect(Self.answers(.moveEnd(to: Self.instant(155).wall, after: nil))[2] == words)
    #expect(Self.answers(.setLabel("Tea"))[0].hasPrefix("would stay as it is"))
  }

  @Test("A correction to before now ends the phase, and not the run")
  func correctedPhase() {
    var record = Self.record(.running, to: Self.phases)
    #expect(record.apply(.correct(by: .seconds(-100)), at: Self.instant(100)) == nil)
    #expect(record.phaseIndex == 1)
    #expect(record.restored(at: Self.instant(100)).state == .running(remaining: .seconds(10)))
  }

  @Test("A stopwatch says it in the same words")
  func stopwatch() {
    var stopwatch = StopwatchRecord(
      id: "run", isRunning: false, total: .seconds(5), laps: [], written: Self.start)
    func refusal(_ operation: StopwatchOperation) -> StopwatchRefusal? {
      stopwatch.apply(.perform(operation), at: Self.start)
    }
    let lap = refusal(.lap).map { "\($0)" }
    #expect(lap == "is stopped; accepted for lap: one that is running")
    #expect(refusal(.stop)?.reason == .alreadySo)
    #expect(refusal(.start) == nil)
    #expect(refusal(.start)?.reason == .alreadySo)
    #expect(refusal(.resume)?.reason == .alreadySo)
  }

  @Test("A correction that ends the run has missed no tick")
  func correctedEnd() {
    var machine = CountdownMachine(.seconds(60))
    let start = Moment(nanoseconds: 1_000_000_000)
    machine.watch(true, at: start) { _ in }
    _ = machine.start(at: start) { _ in }
    let now = start + .seconds(20)
    machine.advance(to: now) { _ in }
    #expect(machine.correct(by: .seconds(-100), at: now) { _ in })
    #expect(machine.end == CountdownEnd(.finished, at: now))
  }

  @Test("A correction leaves the total, and tells no milestone again")
  func correction() {
    var machine = CountdownMachine(
      .seconds(60), options: CountdownOptions(milestones: [.remaining(.seconds(50))]))
    let now = Moment(nanoseconds: 1_000_000_000)
    _ = machine.start(at: now) { _ in }
    var told: [String] = []
    func note(_ event: CountdownEvent) {
      switch event {
      case .milestone: told.append("milestone")
      case .change(let change, _): told.append("\(change)")
      case .reading(let reading): told.append("\(reading.remaining)")
      case .phaseEnd, .end: told.append("end")
      }
    }
    func correct(by change: Duration, after seconds: Int64) -> Bool {
      machine.correct(by: change, at: now + .seconds(seconds), report: note)
    }
    machine.advance(to: now + .seconds(11), report: note)
    #expect(told == ["milestone"])
    #expect(correct(by: .seconds(5), after: 11))
    #expect(machine.wholeDuration == .seconds(60))
    machine.advance(to: now + .seconds(20), report: note)
    #expect(told == ["milestone", "corrected(by: 5.0 seconds)", "54.0 seconds"])
    #expect(correct(by: .seconds(-100), after: 20))
    #expect(told.last == "end")
    #expect(machine.end?.moment == now + .seconds(20))
    #expect(!correct(by: .seconds(1), after: 20))
  }
}
