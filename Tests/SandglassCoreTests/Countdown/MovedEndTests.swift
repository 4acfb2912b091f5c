import SandglassCore
import Testing

@Suite("CountdownMachine: ends that move")
struct MovedEndTests {
  private func started(
    _ seconds: Int = 60, milestones: [Int] = [], countsPastZero: Bool = false
  ) -> CountdownProbe {
    let probe = CountdownProbe(
      .seconds(seconds),
      options: CountdownOptions(
        milestones: milestones.map { .remaining(.seconds($0)) }, countsPastZero: countsPastZero))
    probe.start()
    _ = probe.takeWords()
    return probe
  }

  private func reading(_ probe: CountdownProbe, at seconds: Double) -> Reading {
    probe.machine.reading(at: CountdownProbe.moment(seconds))
  }

  @Test("Law 6: the run goes on to the new end, and what has elapsed stays elapsed")
  func running() {
    let probe = started()
    probe.watch(false, at: 0)
    #expect(probe.moveEnd(to: 80, at: 20))
    #expect(probe.takeWords() == ["60"])
    #expect(probe.changes == [.started, .extended(by: .seconds(20))])
    #expect(reading(probe, at: 20).elapsed == .seconds(20))
    #expect(reading(probe, at: 20).total == .seconds(80))
    #expect(probe.moveEnd(to: 50, at: 20))
    #expect(reading(probe, at: 20).total == .seconds(50))
    #expect(probe.run(to: 99) == ["50: finished"])
  }

  @Test("Law 7: an unchanged end and an idle countdown do nothing", arguments: [true, false])
  func nothing(countsPastZero: Bool) {
    let idle = CountdownProbe(.seconds(60))
    #expect(!idle.moveEnd(to: 80, at: 20))
    let probe = started(countsPastZero: countsPastZero)
    probe.advance(to: 20)
    _ = probe.takeWords()
    #expect(!probe.moveEnd(to: 60, at: 20))
    probe.advance(to: 70)
    _ = probe.takeWords()
    #expect(!probe.moveEnd(to: 60, at: 70))
    #expect(probe.takeWords().isEmpty)
    #expect(probe.changes == [.started])
  }

  @Test("Law 6: a paused countdown stays paused, with the time to the new end")
  func paused() {
    let probe = started()
    probe.pause(at: 20)
    _ = probe.takeWords()
    #expect(probe.moveEnd(to: 80, at: 70))
    #expect(probe.takeWords() == ["10"])
    #expect(probe.machine.state == .paused)
    #expect(reading(probe, at: 99).elapsed == .seconds(20))
    #expect(reading(probe, at: 99).total == .seconds(30))
  }

  @Test(
    "Law 6: at an end that has passed, the run finishes at the moment of the call, in order",
    arguments: [true, false], [30.0, 20, -2_000])
  func passed(isPaused: Bool, end: Double) {
    let probe = started(milestones: [30, 50, 10])
    probe.advance(to: 20)
    if isPaused { probe.pause(at: 20) }
    _ = probe.takeWords()
    #expect(probe.moveEnd(to: end, at: 30))
    let words = probe.takeWords().filter { Int($0.prefix(2)) == nil }
    #expect(words == ["milestone 30", "milestone 10", "finished"])
    #expect(probe.machine.end == CountdownEnd(.finished, at: CountdownProbe.moment(30)))
  }

  @Test("Law 6: milestones that the new end passes are told, and those above it again")
  func milestones() {
    let probe = started(milestones: [30, 10])
    probe.watch(false, at: 0)
    #expect(probe.run(to: 35) == ["30: milestone 30"])
    #expect(probe.moveEnd(to: 80, at: 35))
    #expect(probe.takeWords() == ["45"])
    #expect(probe.run(to: 55) == ["50: milestone 30"])
    #expect(probe.moveEnd(to: 60, at: 55))
    #expect(probe.takeWords() == ["milestone 10", "5"])
  }

  @Test(
    "Law 3: after the end, another run begins, which the elapsed time of the first one precedes",
    arguments: [true, false])
  func afterTheEnd(countsPastZero: Bool) {
    let probe = started(milestones: [10], countsPastZero: countsPastZero)
    probe.watch(false, at: 0)
    #expect(probe.run(to: 60) == ["50: milestone 10", "60: finished"])
    #expect(probe.moveEnd(to: 90, at: 65))
    #expect(probe.takeWords() == ["25"])
    #expect(probe.changes == [.started, .extended(by: .seconds(30)), .started])
    #expect(probe.machine.state == .running)
    #expect(probe.machine.end == nil)
    #expect(reading(probe, at: 65).elapsed == .seconds(65))
    #expect(reading(probe, at: 65).total == .seconds(90))
    #expect(probe.run(to: 99) == ["80: milestone 10", "90: finished"])
  }

  @Test("Law 3: overtime is counted from an end that has passed, and a finish is not undone")
  func pastInOvertime() {
    let probe = started(countsPastZero: true)
    probe.advance(to: 100)
    _ = probe.takeWords()
    #expect(probe.moveEnd(to: 95, at: 100))
    #expect(probe.takeWords() == ["+5"])
    #expect(reading(probe, at: 100).total == .seconds(95))
    #expect(probe.moveEnd(to: 70, at: 100))
    #expect(probe.takeWords() == ["+30"])
    #expect(probe.machine.state == .overtime)
    let finished = started()
    finished.advance(to: 100)
    #expect(!finished.moveEnd(to: 95, at: 100))
    #expect(finished.machine.end?.moment == CountdownProbe.moment(60))
  }

  @Test("Law 3: overtime that is moved or extended to exactly zero begins no run")
  func exactlyZero() {
    let probe = started(countsPastZero: true)
    probe.advance(to: 100)
    _ = probe.takeWords()
    #expect(probe.moveEnd(to: 100, at: 100))
    #expect(probe.takeWords() == ["+0"])
    probe.advance(to: 110)
    _ = probe.takeWords()
    #expect(probe.extend(by: .seconds(10), at: 110))
    #expect(probe.takeWords() == ["+0"])
    #expect(probe.machine.state == .overtime)
    #expect(!probe.changes.dropFirst().contains(.started))
  }

  @Test("an end that is half a millisecond from the present one is the same")
  func unnoticed() {
    let running = started()
    let finished = started()
    finished.advance(to: 60)
    let now = ClockInstant(
      steady: CountdownProbe.moment(60), wall: WallMoment(secondsSince1970: 0), boot: nil)
    func alreadyEnds(_ probe: CountdownProbe, in time: Duration) -> Bool {
      probe.machine.alreadyEnds(at: now.wall + time, pausedUntil: nil, now: now)
    }
    running.extend(by: .seconds(10), at: 30)
    for time in [-500, 500] {
      #expect(alreadyEnds(running, in: .seconds(10) + .microseconds(time)))
      #expect(!alreadyEnds(running, in: .seconds(10) + .microseconds(time + time.signum())))
    }
    #expect(alreadyEnds(finished, in: .microseconds(500)))
    #expect(!alreadyEnds(finished, in: .microseconds(501)))
    #expect(alreadyEnds(CountdownProbe(.seconds(60)), in: .seconds(10)))
  }

  @Test("with phases, the end of the current phase moves, and later phases keep their duration")
  func phases() {
    let plan = PhasePlan([Phase("A", .seconds(60)), Phase("B", .seconds(30))])
    let probe = CountdownProbe(.zero, isWatched: false)
    probe.machine = CountdownMachine(plan)
    probe.start()
    #expect(probe.moveEnd(to: 80, at: 20))
    #expect(probe.run(to: 200) == ["80: A over", "110: B over", "110: finished"])
    probe.restart(at: 300)
    _ = probe.takeWords()
    #expect(probe.moveEnd(to: 200, at: 320))
    #expect(probe.takeWords() == ["A over"])
    #expect(reading(probe, at: 320).phaseIndex == 1)
    #expect(probe.run(to: 400) == ["350: B over", "350: finished"])
    #expect(probe.moveEnd(to: 420, at: 400))
    #expect(reading(probe, at: 400).phaseIndex == 1)
    #expect(probe.run(to: 500) == ["420: B over", "420: finished"])
  }

  @Test("an end beyond the range of moments saturates, and the same end again does nothing")
  func farthest() {
    let probe = started()
    let now = CountdownProbe.moment(10)
    #expect(probe.machine.moveEnd(timeToZero: .seconds(Int64.max), at: now) { _ in })
    #expect(probe.machine.deadline == .distantFuture)
    #expect(!probe.machine.moveEnd(timeToZero: .seconds(Int64.max), at: now) { _ in })
  }
}
