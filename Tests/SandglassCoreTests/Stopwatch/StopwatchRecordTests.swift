import SandglassCore
import SandglassLedger
import SandglassTestSupport
import Testing

@Suite("Law 11: restoring a stopwatch from its record")
struct StopwatchRecordTests {
  private let boot = BootIdentity("A")

  private func instant(
    steady: Int, wall: Int64, boot: BootIdentity? = BootIdentity("A")
  ) -> ClockInstant {
    ClockInstant(
      steady: Moment(nanoseconds: 0) + .seconds(steady), wall: WallMoment(secondsSince1970: wall),
      boot: boot)
  }

  private func record(
    isRunning: Bool = true, total: Duration = .seconds(10), laps: [Duration] = [.seconds(4)],
    certainty: Certainty = .exact
  ) -> StopwatchRecord {
    StopwatchRecord(
      id: "run", isRunning: isRunning, total: total, laps: laps,
      written: instant(steady: 1_000, wall: 5_000), certainty: certainty)
  }

  @Test("in the same boot, the steady clock gives an exact total, whatever the wall clock shows")
  func sameBoot() {
    let restored = record().restored(at: instant(steady: 1_007, wall: 1))
    #expect(restored.isRunning)
    #expect(restored.total == .seconds(17))
    #expect(restored.laps == [.seconds(4)])
    #expect(restored.certainty == .exact)
  }

  @Test("after a reboot, without a boot identity, or if the steady clock reads earlier: estimated")
  func otherBoot() {
    for now in [
      instant(steady: 3, wall: 5_060, boot: BootIdentity("B")),
      instant(steady: 2_000, wall: 5_060, boot: nil), instant(steady: 999, wall: 5_060),
    ] {
      let restored = record().restored(at: now)
      #expect(restored.total == .seconds(70))
      #expect(restored.certainty == .estimated)
    }
  }

  @Test("after a reboot with a wall clock before the record, nothing is added, and it is suspect")
  func suspect() {
    let now = instant(steady: 3, wall: 4_999, boot: BootIdentity("B"))
    #expect(record().restored(at: now).total == .seconds(10))
    #expect(record().restored(at: now).certainty == .suspect)
  }

  @Test(
    "nothing is added to a stopped stopwatch",
    arguments: [BootIdentity("A"), BootIdentity("B"), nil])
  func stopped(boot: BootIdentity?) {
    let now = instant(steady: 9_000, wall: 1, boot: boot)
    let restored = record(isRunning: false).restored(at: now)
    #expect(!restored.isRunning && restored.total == .seconds(10) && restored.certainty == .exact)
  }

  @Test("an estimated or suspect total does not become more certain")
  func neverBetter() {
    let sameBoot = instant(steady: 1_001, wall: 5_001)
    let otherBoot = instant(steady: 1, wall: 5_001, boot: BootIdentity("B"))
    for certainty in [Certainty.estimated, .suspect] {
      for isRunning in [true, false] {
        let record = record(isRunning: isRunning, certainty: certainty)
        #expect(record.restored(at: sameBoot).certainty == certainty)
        #expect(record.restored(at: otherBoot).certainty == certainty)
      }
    }
  }

  @Test("random records do not trap, and the displayed laps add up to the displayed total", .random)
  func extremes() {
    var random = SeededGenerator(for: "extreme records of stopwatches")
    for step in 0..<repetitions(100_000) {
      let record = StopwatchRecord(
        id: "run", isRunning: random.once(in: 2), total: random.extremeDuration(),
        laps: (0..<random.number(0...4)).map { _ in random.extremeDuration() },
        written: extremeInstant(&random))
      let now = extremeInstant(&random)
      var machine = StopwatchMachine(unit: random.extremePositiveDuration())
      machine.watch(random.once(in: 2), at: now.steady)
      machine.follow(record, at: now)
      _ = machine.lap(at: now.steady)
      let later = Moment(nanoseconds: random.extremeUnsigned())
      let reading = machine.report(at: later)
      let shown = (reading.laps + [reading.currentLap]).reduce(Duration.zero) { $0 + $1.shownTime }
      guard shown == reading.shownTime, reading.elapsed >= .zero, !reading.clockFace.isEmpty else {
        Issue.record("SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), step \(step): \(record)")
        return
      }
      _ = machine.nextDue
      _ = reading.elapsed.components
    }
  }

  private func extremeInstant(_ random: inout SeededGenerator) -> ClockInstant {
    ClockInstant(
      steady: Moment(nanoseconds: random.extremeUnsigned()),
      wall: random.extremeWallMoment(),
      boot: random.once(in: 2) ? boot : nil)
  }
}
