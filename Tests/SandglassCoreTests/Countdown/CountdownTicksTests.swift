import SandglassCore
import SandglassTestSupport
import Testing

@Suite("CountdownMachine: ticks, stalls and overtime")
struct CountdownTicksTests {
  // MARK: - What is shown

  @Test("Law 4: when rounding up, five seconds show 5, 4, 3, 2, 1 and finish")
  func fiveSeconds() {
    let probe = CountdownProbe(.seconds(5))
    probe.start()
    #expect(probe.takeWords() == ["5"])
    #expect(probe.run(to: 60) == ["1: 4", "2: 3", "3: 2", "4: 1", "5: finished"])
    #expect(probe.machine.nextDue(wantsMilestones: true) == nil)
  }

  @Test("Law 4: when rounding to nearest, the number changes half a unit earlier")
  func fiveSecondsNearest() {
    let probe = CountdownProbe(.seconds(5), options: CountdownOptions(rounding: .nearest))
    probe.start()
    #expect(probe.takeWords() == ["5"])
    #expect(
      probe.run(to: 60) == ["0.5: 4", "1.5: 3", "2.5: 2", "3.5: 1", "4.5: 0", "5: finished"])
  }

  @Test("Law 4: when rounding down, the last unit shows 0")
  func fiveSecondsDown() {
    let probe = CountdownProbe(.seconds(5), options: CountdownOptions(rounding: .down))
    probe.start()
    #expect(probe.takeWords() == ["4"])
    #expect(probe.run(to: 60) == ["1: 3", "2: 2", "3: 1", "4: 0", "5: finished"])
  }

  @Test("Law 4: a minute first shows 60, and then each number once")
  func sixtySeconds() {
    let probe = CountdownProbe(.seconds(60))
    probe.start()
    #expect(probe.takeWords() == ["60"])
    #expect(
      probe.run(to: 120) == (1..<60).map { "\($0): \(60 - $0)" } + ["60: finished"])
  }

  @Test(
    "Law 4: other units show each number once",
    arguments: [
      (Duration.milliseconds(100), 350, ["0.05: 3", "0.15: 2", "0.25: 1", "0.35: finished"], "4"),
      (.seconds(60), 150_000, ["30: 2", "90: 1", "150: finished"], "3"),
      (.milliseconds(7), 20, ["0.006: 2", "0.013: 1", "0.02: finished"], "3"),
      (.seconds(10), 3_000, ["3: finished"], "1"),
    ])
  func units(unit: Duration, milliseconds: Int, lines: [String], first: String) {
    let probe = CountdownProbe(
      .milliseconds(milliseconds), options: CountdownOptions(unit: unit))
    probe.start()
    #expect(probe.takeWords() == [first])
    #expect(probe.run(to: 1_000) == lines)
  }

  @Test("Laws 2, 4: half of an odd unit is rounded to a later instant")
  func oddUnit() throws {
    let options = CountdownOptions(unit: .nanoseconds(7), rounding: .nearest)
    var machine = CountdownMachine(.nanoseconds(21), options: options)
    machine.watch(true, at: .origin) { _ in }
    _ = machine.start(at: .origin) { _ in }
    var changes: [UInt64] = []
    while let due = machine.nextDue(wantsMilestones: true)?.moment {
      changes.append(due.nanoseconds)
      machine.advance(to: due) { _ in }
    }
    #expect(changes == [4, 11, 18, 21])
  }

  @Test(
    "Law 4: ticks fall exactly at deadline − k·unit − offset",
    arguments: [Rounding.up, .nearest, .down], [1, 3, 10, 999_999_937])
  func tickInstants(rounding: Rounding, unit: Int) {
    let options = CountdownOptions(unit: .nanoseconds(unit), rounding: rounding)
    let duration = 20 * unit + unit / 3
    let offset =
      switch rounding {
      case .up: 0
      case .nearest: unit / 2
      case .down: unit
      }
    var machine = CountdownMachine(.nanoseconds(duration), options: options)
    machine.watch(true, at: CountdownProbe.base) { _ in }
    var first: Int?
    _ = machine.start(at: CountdownProbe.base) { event in
      if case .reading(let reading) = event { first = reading.shown }
    }
    var instants: [Int: Int] = [:]
    while let due = machine.nextDue(wantsMilestones: true)?.moment {
      machine.advance(to: due) { event in
        guard case .reading(let reading) = event else { return }
        instants[reading.shown] = Int((due - CountdownProbe.base).nanosecondsRoundedUp)
        #expect(reading.missed == 0)
      }
    }
    let last = offset == 0 ? 1 : 0
    let numbers = last..<(first ?? 0)
    #expect(first == (duration - offset + unit - 1) / unit)
    #expect(
      instants
        == Dictionary(uniqueKeysWithValues: numbers.map { ($0, duration - $0 * unit - offset) }))
  }

  @Test("Laws 4, 6: a new receiver gets the next number, and no earlier one")
  func watchedLater() {
    let probe = CountdownProbe(.seconds(10), isWatched: false)
    probe.start()
    probe.watch(true, at: 3.2)
    probe.watch(true, at: 3.3)
    #expect(probe.takeWords() == ["10"])
    #expect(probe.run(to: 5) == ["4: 6", "5: 5"])
    probe.watch(false, at: 5.5)
    #expect(probe.run(to: 20) == ["10: finished"])
  }

  // MARK: - Late

  @Test("Law 5: after a stall, one tick has the current reading and the number of missed ticks")
  func stall() {
    let probe = CountdownProbe(.seconds(10))
    probe.start()
    _ = probe.takeWords()
    probe.advance(to: 1)
    probe.advance(to: 4.7)
    #expect(probe.takeWords() == ["9", "6 missed 2"])
    #expect(probe.run(to: 6) == ["5: 5", "6: 4"])
  }

  @Test("Law 5: no tick is missed if the lateness is less than a unit")
  func lateTick() {
    let probe = CountdownProbe(.seconds(10), options: CountdownOptions(tolerance: .zero))
    probe.start()
    _ = probe.takeWords()
    probe.advance(to: 1.999_999_999)
    probe.advance(to: 2)
    #expect(probe.takeWords() == ["9", "8"])
    probe.advance(to: 4)
    #expect(probe.takeWords() == ["6 missed 1"])
  }

  @Test("Law 5: a stall past the end reports milestones, then the finish with the missed ticks")
  func stallAcrossTheEnd() {
    let options = CountdownOptions(milestones: [
      .remaining(.seconds(1)), .remaining(.seconds(3)), .remaining(.seconds(8)),
    ])
    let probe = CountdownProbe(.seconds(10), options: options)
    probe.start()
    _ = probe.takeWords()
    probe.advance(to: 2)
    #expect(probe.takeWords() == ["milestone 8", "8 missed 1"])
    probe.advance(to: 3_600)
    let events = probe.takeEvents()
    #expect(
      events.map(CountdownProbe.words) == ["milestone 3", "milestone 1", "finished missed 7"])
    guard case .end(let end, let reading) = events.last else {
      Issue.record("no end was told")
      return
    }
    #expect(end == CountdownEnd(.finished, at: CountdownProbe.moment(10), missed: 7))
    #expect(reading.missed == 7)
    #expect(reading.remaining == .zero)
    #expect(reading.state == .finished)
    #expect(reading.progress == 1)
    for case .milestone(_, let reading) in events { #expect(reading.missed == 0) }
  }

  @Test(
    "Law 5: after a stall past the end, the finish has the number of missed ticks",
    arguments: [(Rounding.up, 2), (.nearest, 3), (.down, 3)])
  func missedAtEnd(rounding: Rounding, missed: Int) {
    // When rounding up, the change to 0 is the finish. Otherwise 0 has its own tick.
    let duration = rounding == .down ? Duration.seconds(4) : .seconds(3)
    let probe = CountdownProbe(duration, options: CountdownOptions(rounding: rounding))
    probe.start()
    #expect(probe.takeWords() == ["3"])
    probe.advance(to: 99)
    #expect(probe.takeWords() == ["finished missed \(missed)"])
  }

  @Test("Law 5: if half a unit rounds to zero, the change to 0 is the finish and is not missed")
  func missedAtEndOfOneNanosecond() {
    let options = CountdownOptions(unit: .nanoseconds(1), rounding: .nearest, tolerance: .zero)
    let probe = CountdownProbe(.nanoseconds(5), options: options)
    probe.start()
    #expect(probe.takeWords() == ["5"])
    probe.advance(to: 1)
    #expect(probe.takeWords() == ["finished missed 4"])
  }

  @Test("Law 5: a tick that shares a wake-up within its tolerance does not count as missed")
  func tolerance() {
    let options = CountdownOptions(unit: .milliseconds(100), tolerance: .milliseconds(250))
    func reported(at seconds: Double) -> [String] {
      let probe = CountdownProbe(.seconds(1), options: options)
      probe.start()
      _ = probe.takeWords()
      probe.advance(to: seconds)
      return probe.takeWords()
    }
    #expect(reported(at: 0.35) == ["7"])
    #expect(reported(at: 0.350_000_001) == ["7 missed 1"])
    #expect(reported(at: 0.45) == ["6 missed 1"])
    #expect(reported(at: 0.450_000_001) == ["6 missed 2"])
  }

  @Test("Law 5: a tick within its tolerance at the finish does not count as missed")
  func toleranceAtFinish() {
    let options = CountdownOptions(unit: .milliseconds(100), tolerance: .milliseconds(250))
    func reported(at seconds: Double) -> [String] {
      let probe = CountdownProbe(.milliseconds(300), options: options)
      probe.start()
      _ = probe.takeWords()
      probe.advance(to: seconds)
      return probe.takeWords()
    }
    #expect(reported(at: 0.3) == ["finished"])
    #expect(reported(at: 0.35) == ["finished"])
    #expect(reported(at: 0.350_000_001) == ["finished missed 1"])
    #expect(reported(at: 0.45) == ["finished missed 1"])
    #expect(reported(at: 0.450_000_001) == ["finished missed 2"])
    #expect(reported(at: 99) == ["finished missed 2"])
  }

  @Test("Law 9: a tick may be late by its tolerance, but not past the finish, which has none")
  func announcedTolerance() throws {
    let options = CountdownOptions(
      milestones: [.remaining(.seconds(1.5))], tolerance: .milliseconds(1_700))
    let probe = CountdownProbe(.seconds(3), options: options)
    probe.start()
    func next() throws -> [Duration] {
      let due = try #require(probe.machine.nextDue(wantsMilestones: true))
      probe.advance(to: Double((due.moment - CountdownProbe.base) / .seconds(1)))
      return [due.moment - CountdownProbe.base, due.tolerance]
    }
    #expect(try next() == [.seconds(1), .seconds(1.7)])
    #expect(try next() == [.seconds(1.5), .seconds(1.5)])
    #expect(try next() == [.seconds(2), .seconds(1)])
    #expect(try next() == [.seconds(3), .zero])
  }

  @Test("Law 6: while hidden, no tick is reported or missed, and only the finish is due")
  func hidden() {
    let probe = CountdownProbe(.seconds(10), isWatched: false)
    probe.start()
    #expect(probe.takeWords() == ["10"])
    #expect(probe.machine.nextDue(wantsMilestones: false)?.moment == CountdownProbe.moment(10))
    probe.advance(to: 4.5)
    probe.watch(true, at: 6.5)
    probe.advance(to: 7.5)
    probe.watch(false, at: 7.6)
    #expect(probe.takeWords() == ["3"])
    probe.advance(to: 99)
    #expect(probe.takeWords() == ["finished"])
  }

  // MARK: - Overtime

  @Test("Law 3: overtime is reported at deadline + k·unit, and adds no second end")
  func overtime() {
    let probe = CountdownProbe(.seconds(2), options: CountdownOptions(countsPastZero: true))
    probe.start()
    #expect(probe.takeWords() == ["2"])
    #expect(probe.run(to: 4.5) == ["1: 1", "2: finished", "2: +0", "3: +1", "4: +2"])
    let reading = probe.machine.reading(at: CountdownProbe.moment(4.5))
    #expect(reading.overtime == .milliseconds(2_500))
    #expect(reading.remaining == .zero)
    #expect(reading.shown == 0)
    #expect(reading.state == .overtime)
    #expect(reading.progress == 1)
    #expect(probe.stopOvertime(at: 4.6))
    #expect(!probe.stopOvertime(at: 4.7))
    #expect(probe.takeWords() == ["0"])
    #expect(probe.machine.state == .finished)
    #expect(probe.machine.end == CountdownEnd(.finished, at: CountdownProbe.moment(2)))
    #expect(probe.machine.nextDue(wantsMilestones: true) == nil)
  }

  @Test("Law 5: a stall past the end reports the finish, and then one tick of overtime")
  func stallIntoOvertime() {
    let probe = CountdownProbe(.seconds(2), options: CountdownOptions(countsPastZero: true))
    probe.start()
    _ = probe.takeWords()
    probe.advance(to: 5.5)
    #expect(probe.takeWords() == ["finished missed 1", "+3 missed 3"])
    probe.advance(to: 8.5)
    #expect(probe.takeWords() == ["+6 missed 2"])
    #expect(probe.run(to: 9) == ["9: +7"])
  }

  @Test("Law 5: a tick of overtime within its tolerance does not count as missed")
  func overtimeTolerance() {
    let options = CountdownOptions(countsPastZero: true, tolerance: .milliseconds(1_500))
    func reported(at seconds: Double) -> [String] {
      let probe = CountdownProbe(.zero, options: options)
      probe.start()
      _ = probe.takeWords()
      probe.advance(to: seconds)
      return probe.takeWords()
    }
    #expect(reported(at: 2.5) == ["+2"])
    #expect(reported(at: 2.500_000_001) == ["+2 missed 1"])
    #expect(reported(at: 3.5) == ["+3 missed 1"])
    #expect(reported(at: 3.500_000_001) == ["+3 missed 2"])
  }

  @Test("Law 6: hidden overtime has no missed ticks, and nothing is due")
  func hiddenOvertime() {
    let probe = CountdownProbe(
      .seconds(2), options: CountdownOptions(countsPastZero: true), isWatched: false)
    probe.start()
    probe.advance(to: 2)
    #expect(probe.machine.nextDue(wantsMilestones: true) == nil)
    probe.advance(to: 5)
    probe.watch(true, at: 6.5)
    #expect(probe.takeWords() == ["2", "finished"])
    #expect(probe.run(to: 8) == ["7: +5", "8: +6"])
  }

  @Test("Law 3: shortening to zero begins overtime at that moment")
  func shortenedIntoOvertime() {
    let probe = CountdownProbe(.seconds(9), options: CountdownOptions(countsPastZero: true))
    probe.start()
    probe.pause(at: 1.5)
    probe.extend(by: .seconds(-7.5), at: 4.5)
    #expect(probe.takeWords() == ["9", "8", "finished", "+0"])
    #expect(probe.run(to: 6) == ["5.5: +1"])
    #expect(probe.start(at: 6))
    #expect(probe.takeWords() == ["9"])
  }

  // MARK: - On a pulse

  private func pulsed(_ rounding: Rounding, countsPastZero: Bool = false) -> CountdownOptions {
    var options = CountdownOptions(
      rounding: rounding, countsPastZero: countsPastZero, tolerance: .zero)
    options.pulse = CountdownProbe.moment(0.3)
    return options
  }

  @Test("with a pulse, each tick is delayed to the pulse and reported once; the finish is exact")
  func pulse() {
    let probe = CountdownProbe(.milliseconds(4_100), options: pulsed(.up))
    probe.start()
    #expect(probe.takeWords() == ["5"])
    // The numbers change at 0.1, 1.1, 2.1 and 3.1.
    #expect(probe.run(to: 9) == ["0.3: 4", "1.3: 3", "2.3: 2", "3.3: 1", "4.1: finished"])
  }

  @Test("Law 4: with a pulse, no number is skipped if each is served less than a unit late")
  func pulseServedLate() {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun)
    for _ in 0..<200 {
      // A whole number of units and some nanoseconds from the pulse: a reading a little later is
      // past the change.
      let duration =
        Duration.milliseconds(20_300) + .nanoseconds(Int64.random(in: 0...999, using: &random))
      let probe = CountdownProbe(duration, options: pulsed(.up))
      probe.start()
      // The number at the pulse before the start.
      var shown = [duration == .milliseconds(20_300) ? 21 : 22]
      for second in 1...19 {
        let late = Double.random(in: 0...0.2, using: &random)
        probe.advance(to: Double(second) + 0.3 - 1 + late)
        for case .reading(let reading) in probe.takeEvents() { shown.append(reading.shown) }
      }
      for (number, next) in zip(shown, shown.dropFirst()) { #expect(number - next <= 1) }
    }
  }

  @Test("Law 5: with a pulse, a tick that is delayed past the finish does not count as missed")
  func pulseAtFinish() {
    // The numbers change at 0.5, 1.5 and 2.5. The 0 would be reported at 3.3. The first number is that of -0.7.
    let probe = CountdownProbe(.seconds(3), options: pulsed(.nearest))
    probe.start()
    #expect(probe.takeWords() == ["4"])
    #expect(probe.run(to: 9) == ["0.3: 3", "1.3: 2", "2.3: 1", "3: finished"])
  }

  @Test("with a pulse, an event between the instant of a number and the pulse reports nothing")
  func pulseHoldsBack() {
    let probe = CountdownProbe(.milliseconds(2_100), options: pulsed(.up, countsPastZero: true))
    probe.start()
    _ = probe.takeWords()
    probe.advance(to: 0.299_999_999)
    #expect(probe.takeWords().isEmpty)
    #expect(probe.run(to: 2.1) == ["0.3: 2", "1.3: 1", "2.1: finished", "2.1: +0"])
    probe.advance(to: 3.299_999_999)
    #expect(probe.takeWords().isEmpty)
    #expect(probe.run(to: 5) == ["3.3: +1", "4.3: +2"])
  }

  @Test("with a pulse, an end shows its own number, and not the last one that was told")
  func pulseAtEarlyEnd() {
    func number(
      _ end: (inout CountdownMachine, Moment, (CountdownEvent) -> Void) -> Void
    ) -> Duration? {
      let probe = CountdownProbe(.seconds(10), options: pulsed(.up, countsPastZero: true))
      probe.start()
      _ = probe.run(to: 5)
      var first: Duration?
      end(&probe.machine, CountdownProbe.moment(5)) { event in
        switch event {
        case .change(_, let reading), .end(_, let reading): first = first ?? reading.shownTime
        case .reading, .milestone, .phaseEnd: break
        }
      }
      return first
    }
    #expect(number { $0.advance(to: $1 + .seconds(5), report: $2) } == .zero)
    // The number at 4.3, the latest pulse, of a run that ends at 5.
    #expect(number { _ = $0.extend(by: .seconds(-60), at: $1, report: $2) } == .seconds(1))
  }

  @Test("Law 5: with a pulse, lateness is measured from the pulse")
  func pulseTolerance() {
    func reported(at seconds: Double, countsPastZero: Bool) -> [String] {
      var options = CountdownOptions(countsPastZero: countsPastZero, tolerance: .milliseconds(500))
      options.pulse = CountdownProbe.moment(0)
      let duration = Duration.milliseconds(countsPastZero ? 100 : 9_100)
      let probe = CountdownProbe(duration, options: options)
      probe.start()
      _ = probe.run(to: 0.2)
      probe.advance(to: seconds)
      return probe.takeWords()
    }
    // The change at 0.1 is reported at 1, and that number is displayed until 2.
    #expect(reported(at: 1.4, countsPastZero: false) == ["9"])
    #expect(reported(at: 1.999_999_999, countsPastZero: false) == ["9"])
    #expect(reported(at: 2, countsPastZero: false) == ["8 missed 1"])
    // The change at 1.1 is reported at 2, and that number is displayed until 3.
    #expect(reported(at: 2.4, countsPastZero: true) == ["+2"])
    #expect(reported(at: 2.999_999_999, countsPastZero: true) == ["+2"])
    #expect(reported(at: 3, countsPastZero: true) == ["+2 missed 1"])
  }

  @Test("a pulse with a unit of centuries does not overflow")
  func pulseOfCenturies() {
    var options = CountdownOptions(unit: Duration(attoseconds: .max), countsPastZero: true)
    options.pulse = Moment(nanoseconds: 1 << 63)
    let probe = CountdownProbe(.seconds(10), options: options)
    probe.start()
    #expect(probe.takeWords() == ["1"])
    #expect(probe.run(to: 20) == ["10: finished", "10: +0"])
    #expect(probe.machine.nextDue(wantsMilestones: true)?.moment == .distantFuture)
  }

  @Test("Law 4: a phase shorter than the unit first shows its number, also near the clock's origin")
  func shortPhases() {
    let plan = PhasePlan([Phase("A", .seconds(10)), Phase("B", .seconds(10))])
    for unit in [Duration.seconds(3_600), .seconds(Int64.max)] {
      var machine = CountdownMachine(plan, options: CountdownOptions(unit: unit))
      var shown: [Int] = []
      func note(_ event: CountdownEvent) {
        if case .reading(let reading) = event { shown.append(reading.shown) }
      }
      machine.watch(true, at: .origin, report: note)
      _ = machine.start(at: Moment(nanoseconds: 5_000_000_000), report: note)
      machine.advance(to: Moment(nanoseconds: 15_000_000_000), report: note)
      #expect(machine.phaseIndex == 1)
      #expect(shown == [1, 1])
    }
  }
}
