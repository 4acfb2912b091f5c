import SandglassCore
import SandglassTestSupport
import Testing

/// Passes random values of every size to all declarations that take values. Nothing traps, and the results
/// have components. The seed is printed before a trap can end the process.
@Suite("Extreme values never trap", .random)
struct ExtremeValuesTests {
  @Test("random moments and durations: every difference has components")
  func moments() {
    var random = SeededGenerator(for: "extreme moments")
    for _ in 0..<repetitions(100_000) {
      let (one, other) = (random.extremeUnsigned(), random.extremeUnsigned())
      let duration = random.extremeDuration()
      let (moment, later) = (Moment(nanoseconds: one), Moment(nanoseconds: other))
      check(later - moment)
      _ = (moment + duration, moment - duration, moment.description)
      let wall = random.extremeWallMoment()
      check(random.extremeWallMoment() - wall)
      _ = wall + duration
    }
  }

  @Test("random texts: every duration and every instant has a text")
  func texts() {
    var random = SeededGenerator(for: "extreme texts")
    for _ in 0..<repetitions(100_000) {
      let duration = random.extremeDuration()
      let texts = [
        duration.clockFace, ClockFace(overtime: duration).description, duration.compactText,
        duration.iso8601Text,
        random.extremeWallMoment().rfc3339(
          fractionDigits: Int(truncatingIfNeeded: random.next()),
          offsetSeconds: Int(truncatingIfNeeded: random.extremeInteger(bits: 64))),
      ]
      #expect(texts.allSatisfy { !$0.isEmpty })
    }
  }

  @Test("random countdowns with any options, durations and instants do not trap")
  func countdowns() {
    var random = SeededGenerator(for: "extreme countdowns")
    for _ in 0..<repetitions(20_000) {
      var machine = CountdownMachine(random.extremeDuration(), options: options(&random))
      if random.once(in: 2) {
        let phases = (0..<random.number(0...3)).map { _ in Phase("", random.extremeDuration()) }
        // Iterating over the maximum number would take too long.
        let rounds =
          random.once(in: 500) ? Int(clamping: random.extremeInteger()) : random.number(1...9)
        let plan = PhasePlan(phases, rounds: rounds)
        machine = CountdownMachine(plan, options: options(&random))
      }
      for _ in 0..<10 {
        let now = Moment(nanoseconds: random.extremeUnsigned())
        step(&machine, at: now, &random)
        check(machine.reading(at: now))
        check(machine.wholeDuration)
        check(machine, at: now)
      }
    }
  }

  @Test("random schedules with any interval, tolerance and limit do not trap")
  func schedules() {
    var random = SeededGenerator(for: "extreme schedules")
    let policies = MissedTickPolicy.allCases
    for _ in 0..<repetitions(20_000) {
      var schedule = RepeatingSchedule(
        every: random.extremePositiveDuration(),
        from: Moment(nanoseconds: random.extremeUnsigned()),
        first: random.once(in: 2) ? .immediately : .afterInterval,
        missedTicks: policies[random.number(0...policies.count - 1)],
        limit: random.once(in: 2) ? nil : Int(clamping: random.extremeUnsigned()),
        tolerance: max(.zero, random.extremeDuration()))
      for _ in 0..<5 {
        let now = Moment(nanoseconds: random.extremeUnsigned())
        let tick =
          switch random.number(0...3) {
          case 0: schedule.extraTick(at: now)
          default: schedule.tick(at: now)
          }
        if let tick {
          check(tick.lateness)
          #expect(tick.missed >= 0)
        }
        if random.once(in: 4) { schedule.move(to: Moment(nanoseconds: random.extremeUnsigned())) }
      }
    }
  }

  private func options(_ random: inout SeededGenerator) -> CountdownOptions {
    let roundings: [Rounding] = [.up, .nearest, .down]
    let milestones = (0..<random.number(0...4)).map { _ in milestone(&random) }
    var options = CountdownOptions(
      unit: random.extremePositiveDuration(), rounding: roundings[random.number(0...2)],
      milestones: milestones, countsPastZero: random.once(in: 2),
      tolerance: random.once(in: 2) ? nil : max(.zero, random.extremeDuration()))
    if random.once(in: 3) { options.pulse = Moment(nanoseconds: random.extremeUnsigned()) }
    #expect(options.milestones.count <= milestones.count { $0.isPossible })
    return options
  }

  private func milestone(_ random: inout SeededGenerator) -> Milestone {
    switch random.number(0...3) {
    case 0: .elapsed(random.extremeDuration())
    case 1: .progress(Double(bitPattern: random.extremeUnsigned()))
    case 2: .progress(Double.random(in: 0...1, using: &random))
    default: .remaining(random.extremeDuration())
    }
  }

  private func step(
    _ machine: inout CountdownMachine, at now: Moment, _ random: inout SeededGenerator
  ) {
    func report(_ event: CountdownEvent) {
      if case .reading(let reading) = event { check(reading) }
    }
    switch random.number(0...11) {
    case 0: machine.duration = random.extremeDuration()
    case 1: machine.restart(at: now, report: report)
    case 2: _ = machine.pause(at: now, report: report)
    case 3: _ = machine.resume(at: now, report: report)
    case 4: _ = machine.extend(by: random.extremeDuration(), at: now, report: report)
    case 5: _ = machine.cancel(at: now, report: report)
    case 6:
      machine.correct(timeToZero: random.extremeDuration(), at: now, report: report)
    case 7: machine.watch(random.once(in: 2), at: now, report: report)
    case 8: _ = machine.stopOvertime(at: now, report: report)
    case 9: machine.advance(to: now, report: report)
    case 10:
      _ = machine.moveEnd(timeToZero: random.extremeDuration(), at: now, report: report)
    default: _ = machine.start(at: now, report: report)
    }
  }

  /// If something were still due then, serving the countdown would never end.
  private func check(_ machine: CountdownMachine, at now: Moment) {
    var machine = machine
    machine.advance(to: now) { _ in }
    guard let due = machine.nextDue(wantsMilestones: true)?.moment else { return }
    if due <= now, due < .distantFuture {
      Issue.record("due at \(due), at \(now) and told of it: \(machine)")
    }
  }

  private func check(_ reading: Reading) {
    check(reading.remaining)
    check(reading.overtime)
    check(reading.unit)
    #expect(reading.shown >= 0 && reading.missed >= 0)
    #expect((0...1).contains(reading.progress))
    #expect(!reading.clockFace.isEmpty)
  }

  /// Splits a duration into components, which traps beyond 2^63 seconds.
  private func check(_ duration: Duration) {
    _ = duration.components
  }
}
