import SandglassCore
import SandglassTestSupport
import Testing

@Suite("CountdownMachine: pausing, adjusting, milestones")
struct CountdownAdjustmentTests {
  // MARK: - Pausing

  @Test("Law 6: pausing stops the count and keeps the exact remaining time")
  func pause() {
    let probe = CountdownProbe(.seconds(10))
    probe.start()
    _ = probe.run(to: 2.123_456_789)
    #expect(probe.pause(at: 2.123_456_789))
    #expect(probe.machine.nextDue(wantsMilestones: true) == nil)
    probe.advance(to: 86_400)
    let reading = probe.machine.reading(at: CountdownProbe.moment(86_400))
    #expect(reading.remaining == .nanoseconds(7_876_543_211))
    #expect(reading.state == .paused)
    #expect(reading.shown == 8)
    #expect(probe.takeWords().isEmpty)
    #expect(probe.resume(at: 86_400))
    #expect(
      probe.machine.nextDue(wantsMilestones: true)?.moment
        == CountdownProbe.moment(86_400.876_543_211))
    #expect(probe.run(to: 90_000).last == "86407.876543211: finished")
  }

  @Test("Law 6: a thousand pauses and resumptions do not add any error")
  func thousandPauses() {
    let probe = CountdownProbe(.seconds(10))
    probe.start(at: 0)
    var now = 0.0
    for _ in 0..<1_000 {
      now += 0.000_999_999
      probe.advance(to: now)
      #expect(probe.pause(at: now))
      now += 0.1
      #expect(probe.resume(at: now))
    }
    // 0.999999 s were counted.
    let left = probe.machine.reading(at: CountdownProbe.moment(now)).remaining
    #expect(left == .nanoseconds(9_000_001_000))
    #expect(probe.takeWords() == ["10"])
  }

  @Test("Laws 1, 5: a late pause reports the tick that was due, and causes no missed ticks itself")
  func latePause() {
    let probe = CountdownProbe(.seconds(10))
    probe.start()
    _ = probe.takeWords()
    probe.pause(at: 3.5)
    #expect(probe.takeWords() == ["7 missed 2"])
    probe.resume(at: 60)
    #expect(probe.run(to: 62) == ["60.5: 6", "61.5: 5"])
  }

  // MARK: - Extending and shortening

  @Test("Law 6: extending moves the deadline and the total, and reports a reading immediately")
  func extend() {
    let probe = CountdownProbe(.seconds(10))
    probe.start()
    _ = probe.run(to: 5)
    #expect(probe.extend(by: .seconds(15), at: 5))
    let events = probe.takeEvents()
    #expect(events.map(CountdownProbe.words) == ["20"])
    let reading = probe.machine.reading(at: CountdownProbe.moment(5))
    #expect(events.last == .reading(reading))
    #expect(reading.remaining == .seconds(20))
    #expect(abs(reading.progress - 0.2) < 1e-12)
    #expect(probe.run(to: 6) == ["6: 19"])
    #expect(probe.run(to: 99).last == "25: finished")
  }

  @Test("Law 6: shortening also moves the deadline and the total")
  func shorten() {
    let probe = CountdownProbe(.seconds(10))
    probe.start()
    _ = probe.run(to: 2)
    #expect(probe.extend(by: .seconds(-5.5), at: 2))
    #expect(probe.takeWords() == ["3"])
    #expect(probe.machine.reading(at: CountdownProbe.moment(2)).progress == 1 - 2.5 / 4.5)
    #expect(probe.run(to: 99) == ["2.5: 2", "3.5: 1", "4.5: finished"])
  }

  @Test("the next start counts down from the duration, not from the adjusted total")
  func adjustmentEndsWithItsStart() {
    let probe = CountdownProbe(.seconds(10))
    probe.start()
    probe.extend(by: .seconds(5), at: 1)
    probe.restart(at: 2)
    #expect(probe.takeWords().last == "10")
    #expect(probe.machine.reading(at: CountdownProbe.moment(7)).progress == 0.5)
  }

  @Test("Law 6: a paused countdown can be extended and shortened, and stays paused")
  func extendPaused() {
    let probe = CountdownProbe(.seconds(10))
    probe.start()
    probe.pause(at: 0.5)
    #expect(probe.extend(by: .seconds(2), at: 100))
    #expect(probe.extend(by: .seconds(-4), at: 200))
    #expect(probe.takeWords() == ["10", "12", "8"])
    #expect(probe.machine.state == .paused)
    #expect(
      probe.machine.reading(at: CountdownProbe.moment(300)).remaining == .milliseconds(7_500))
    probe.resume(at: 300)
    #expect(probe.run(to: 301) == ["300.5: 7"])
  }

  @Test(
    "Law 6: a countdown that is shortened to zero finishes at that moment",
    arguments: [Duration.seconds(-7), .seconds(-7.5), Duration(attoseconds: .min)], [true, false])
  func shortenToNothing(change: Duration, isPaused: Bool) {
    let probe = CountdownProbe(
      .seconds(10),
      options: CountdownOptions(milestones: [
        .remaining(.seconds(8)), .remaining(.seconds(5)), .remaining(.seconds(2)),
      ]))
    probe.start()
    _ = probe.run(to: 3)
    if isPaused { probe.pause(at: 3) }
    let now = isPaused ? 50.0 : 3
    #expect(probe.extend(by: change, at: now))
    #expect(probe.takeWords() == ["milestone 5", "milestone 2", "finished"])
    #expect(probe.machine.end == CountdownEnd(.finished, at: CountdownProbe.moment(now)))
    #expect(probe.machine.state == .finished)
  }

  @Test("Law 2: shortening by a fraction of a nanosecond rounds the deadline up")
  func shortenByPart() {
    let probe = CountdownProbe(.seconds(1))
    probe.start()
    probe.extend(by: Duration(attoseconds: -1_999_999_999), at: 0)
    let left = probe.machine.reading(at: CountdownProbe.base).remaining
    #expect(left == .nanoseconds(999_999_999))
  }

  // MARK: - Milestones

  private func counting(
    _ seconds: Int, milestones: [Double], isWatched: Bool = false
  ) -> CountdownProbe {
    let options = CountdownOptions(
      milestones: milestones.map { .remaining(.milliseconds(Int($0 * 1_000))) })
    let probe = CountdownProbe(.seconds(seconds), options: options, isWatched: isWatched)
    probe.start()
    _ = probe.takeWords()
    return probe
  }

  @Test("Law 6: milestones are reported when the remaining time falls to them, longest first")
  func milestones() {
    let probe = counting(10, milestones: [2, 7.25, 2, 5])
    #expect(
      probe.run(to: 99) == [
        "2.75: milestone 7.25", "5: milestone 5", "8: milestone 2", "10: finished",
      ])
    #expect(
      probe.machine.options.milestones == [
        .remaining(.seconds(7.25)), .remaining(.seconds(5)), .remaining(.seconds(2)),
      ])
  }

  @Test("Law 6: a milestone is reported before a tick at the same instant")
  func milestoneWithTick() {
    let probe = counting(3, milestones: [1, 2], isWatched: true)
    #expect(
      probe.run(to: 99) == ["1: milestone 2", "1: 2", "2: milestone 1", "2: 1", "3: finished"])
  }

  @Test("Law 5: a milestone that is reported late has the reading of its own instant")
  func milestoneReading() {
    let probe = counting(10, milestones: [5])
    probe.advance(to: 6.5)
    let instant = CountdownProbe.moment(5)
    let events = probe.takeEvents()
    guard case .milestone(let reached, let reading) = events.first else {
      Issue.record("reported \(events)")
      return
    }
    #expect(events.count == 1 && reading == probe.machine.reading(at: instant))
    #expect(reached.milestone == .remaining(.seconds(5)) && reached.moment == instant)
    #expect(reached.remaining == .seconds(5) && reached.duration == .seconds(10))
    #expect(reached.phase == nil && reached.phaseIndex == 0)
  }

  @Test("Law 6: a milestone at or above the starting duration is not reported")
  func milestoneAtStart() {
    let probe = counting(10, milestones: [60, 10, 9.999])
    #expect(probe.run(to: 99) == ["0.001: milestone 9.999", "10: finished"])
  }

  @Test("Law 6: extending above a milestone makes it pending again; extending to it does not")
  func milestoneAgain() {
    let probe = counting(10, milestones: [5, 3])
    #expect(probe.run(to: 8) == ["5: milestone 5", "7: milestone 3"])
    probe.extend(by: .seconds(3), at: 8)
    #expect(probe.takeWords() == ["5"])
    #expect(probe.run(to: 11) == ["10: milestone 3"])
    probe.extend(by: .milliseconds(3_001), at: 11)
    #expect(probe.takeWords() == ["6"])
    #expect(
      probe.run(to: 99) == ["11.001: milestone 5", "13.001: milestone 3", "16.001: finished"])
  }

  @Test("Law 6: extending above a milestone that was above the starting duration makes it pending")
  func milestoneAboveStart() {
    let probe = counting(10, milestones: [12])
    probe.extend(by: .seconds(4), at: 1)
    #expect(probe.takeWords() == ["13"])
    #expect(probe.run(to: 99) == ["2: milestone 12", "14: finished"])
  }

  @Test("Law 6: shortening does not report milestones at or above the starting duration")
  func shortenPastUnarmed() {
    let probe = counting(10, milestones: [10, 12, 8])
    probe.extend(by: .seconds(-4), at: 1)
    #expect(probe.takeWords() == ["milestone 8", "5"])
  }

  @Test("Law 6: shortening past several milestones reports each, in order, and then the reading")
  func shortenOverMilestones() {
    let probe = counting(10, milestones: [1, 2, 3, 4, 8])
    probe.advance(to: 1)
    probe.extend(by: .seconds(-7), at: 1)
    #expect(probe.takeWords() == ["milestone 8", "milestone 4", "milestone 3", "milestone 2", "2"])
    probe.advance(to: 1)
    #expect(probe.takeWords().isEmpty)
    #expect(probe.run(to: 99) == ["2: milestone 1", "3: finished"])
  }

  @Test("Law 6: a paused countdown reports milestones when shortened, and again after an extension")
  func milestonePaused() {
    let probe = counting(10, milestones: [5])
    probe.pause(at: 1)
    probe.extend(by: .seconds(-4), at: 2)
    #expect(probe.takeWords() == ["milestone 5", "5"])
    probe.extend(by: .seconds(1), at: 3)
    #expect(probe.takeWords() == ["6"])
    probe.resume(at: 4)
    #expect(probe.run(to: 99) == ["5: milestone 5", "10: finished"])
  }

  @Test("Law 6: each run reports its milestones again")
  func milestonesPerStart() {
    let probe = counting(3, milestones: [1])
    #expect(probe.run(to: 9) == ["2: milestone 1", "3: finished"])
    probe.start(at: 10)
    #expect(probe.run(to: 12) == ["12: milestone 1"])
    probe.restart(at: 12.5)
    #expect(probe.takeWords() == ["cancelled", "3"])
    #expect(probe.run(to: 99) == ["14.5: milestone 1", "15.5: finished"])
  }

  @Test("milestones without a receiver are not due")
  func unwantedMilestones() {
    let probe = counting(10, milestones: [5])
    #expect(probe.machine.nextDue(wantsMilestones: false)?.moment == CountdownProbe.moment(10))
    #expect(probe.machine.nextDue(wantsMilestones: true)?.moment == CountdownProbe.moment(5))
  }

  @Test("Law 2: a milestone with a fraction of a nanosecond is rounded to a later instant")
  func milestonePart() {
    let options = CountdownOptions(
      milestones: [
        .remaining(Duration(attoseconds: 1_500_000_000)), .remaining(Duration(attoseconds: 1)),
      ])
    let probe = CountdownProbe(.nanoseconds(4), options: options, isWatched: false)
    probe.start()
    _ = probe.takeWords()
    probe.advance(to: 0.000_000_002)
    #expect(probe.takeWords().isEmpty)
    probe.advance(to: 0.000_000_003)
    #expect(probe.takeWords() == ["milestone 0.000000001"])
    #expect(probe.machine.nextDue(wantsMilestones: true)?.tolerance == .zero)
    probe.advance(to: 0.000_000_004)
    #expect(probe.takeWords() == ["milestone 0", "finished"])
  }
}

@Suite("CountdownOptions")
struct CountdownOptionsTests {
  @Test("Law 9: the default tolerance of a tick is the lesser of 17 ms and a tenth of the unit")
  func tolerance() {
    #expect(CountdownOptions.standard.tolerance == .milliseconds(17))
    #expect(CountdownOptions(unit: .milliseconds(170)).tolerance == .milliseconds(17))
    #expect(CountdownOptions(unit: .milliseconds(100)).tolerance == .milliseconds(10))
    #expect(CountdownOptions(unit: .seconds(60)).tolerance == .milliseconds(17))
    #expect(CountdownOptions(tolerance: .zero).tolerance == .zero)
    #expect(CountdownOptions(tolerance: .seconds(3)).tolerance == .seconds(3))
  }

  @Test("by default, the unit is one second, rounding is up, and there is no overtime")
  func standard() {
    let standard = CountdownOptions.standard
    #expect(standard.unit == .seconds(1))
    #expect(standard.rounding == .up)
    #expect(standard.milestones.isEmpty)
    #expect(!standard.countsPastZero)
    #expect(standard == CountdownOptions())
  }

  #if os(macOS) || os(Linux)
    @Test("a unit of zero traps", .programs)
    func unitZero() async {
      await #expect(processExitsWith: .failure) { _ = CountdownOptions(unit: .zero) }
    }

    @Test("a negative unit traps", .programs)
    func unitNegative() async {
      await #expect(processExitsWith: .failure) { _ = CountdownOptions(unit: .nanoseconds(-1)) }
    }
  #endif

  @Test("a negative tolerance and a negative limit of a milestone's lateness count as zero")
  func negativeLateness() {
    for time in [Duration.nanoseconds(-1), .seconds(Int64.min)] {
      var options = CountdownOptions(milestoneLatenessLimit: time, tolerance: time)
      #expect(options.tolerance == .zero && options.milestoneLatenessLimit == .zero)
      (options.tolerance, options.milestoneLatenessLimit) = (time, time)
      #expect(options.tolerance == .zero && options.milestoneLatenessLimit == .zero)
    }
  }

  @Test("a milestone that no run can reach is ignored, and is due at no instant")
  func milestonesOfNothing() {
    let shortest = Duration(attoseconds: .min)
    let options = CountdownOptions(
      milestones: [
        .remaining(.seconds(-1)), .remaining(.seconds(1)), .remaining(.zero),
        .remaining(shortest), .remaining(.nanoseconds(-1)), .elapsed(.zero), .elapsed(shortest),
        .progress(0), .progress(1), .progress(-0.5), .progress(.nan), .progress(.infinity),
      ])
    #expect(options.milestones == [.remaining(.seconds(1))])
    #expect(options == CountdownOptions(milestones: [.remaining(.seconds(1))]))
    #expect(CountdownOptions(milestones: [.remaining(.zero)]) == .standard)
    let probe = CountdownProbe(.seconds(2), options: options)
    #expect(probe.start(at: 0))
    _ = probe.takeWords()
    #expect(probe.run(to: 3).count { $0.contains("milestone") } == 1)
  }

  #if os(macOS) || os(Linux)
    @Test("the smallest unit and milestone do not trap", .programs)
    func least() async {
      await #expect(processExitsWith: .success) {
        let least = Duration(attoseconds: 1)
        _ = CountdownOptions(
          unit: least, milestones: [.remaining(least), .elapsed(least)], tolerance: .zero)
      }
    }
  #endif
}
