import SandglassCore
import SandglassTestSupport
import Testing

@Suite("StopwatchMachine")
struct StopwatchMachineTests {
  private func at(_ milliseconds: Int) -> Moment {
    Moment(nanoseconds: 5_000_000_000) + .milliseconds(milliseconds)
  }

  private var tenths: StopwatchMachine { StopwatchMachine(unit: .milliseconds(100)) }

  @Test("calls that make no sense in the current state do nothing and return false")
  func refused() {
    var machine = tenths
    let resetIdle = machine.reset(at: at(0))
    let stopIdle = machine.stop(at: at(0))
    let lapIdle = machine.lap(at: at(0))
    let resumeIdle = machine.resume(at: at(0))
    #expect(!resetIdle && !stopIdle && !lapIdle && !resumeIdle)
    #expect(machine.state == .idle)
    let started = machine.start(at: at(0))
    let startedAgain = machine.start(at: at(1))
    let resumeRunning = machine.resume(at: at(1))
    #expect(started && !startedAgain && !resumeRunning)
    let stopped = machine.stop(at: at(2))
    let lapStopped = machine.lap(at: at(3))
    let stoppedAgain = machine.stop(at: at(3))
    #expect(stopped && !lapStopped && !stoppedAgain)
    #expect(machine.reading(at: at(9)).elapsed == .milliseconds(2))
  }

  @Test("start continues from the stopped total, as resume does; reset clears everything")
  func goesOn() {
    var machine = tenths
    #expect(machine.start(at: at(0)) == true)
    #expect(machine.stop(at: at(250)) == true)
    #expect(machine.start(at: at(1000)) == true)
    #expect(machine.stop(at: at(1250)) == true)
    #expect(machine.resume(at: at(2000)) == true)
    #expect(machine.reading(at: at(2100)).elapsed == .milliseconds(600))
    #expect(machine.lap(at: at(2100)) == true)
    #expect(machine.reset(at: at(2200)) == true)
    #expect(machine.state == .idle)
    #expect(machine.reading(at: at(2300)).elapsed == .zero)
    #expect(machine.laps.isEmpty)
  }

  @Test("laps are exact, and the displayed laps add up to the displayed total")
  func laps() {
    var machine = tenths
    #expect(machine.start(at: at(0)) == true)
    #expect(machine.lap(at: at(1_060)) == true)
    #expect(machine.lap(at: at(2_120)) == true)
    #expect(machine.stop(at: at(3_190)) == true)
    let reading = machine.reading(at: at(4_000))
    #expect(reading.laps.map(\.duration) == [.milliseconds(1_060), .milliseconds(1_060)])
    #expect(reading.laps.map(\.total) == [.milliseconds(1_060), .milliseconds(2_120)])
    #expect(reading.laps.map(\.clockFace) == ["0:01.0", "0:01.1"])
    #expect(reading.laps.map(\.number) == [1, 2])
    #expect(reading.currentLap.duration == .milliseconds(1_070))
    #expect(reading.currentLap.clockFace == "0:01.0")
    #expect(reading.currentLap.number == 3)
    #expect(reading.clockFace == "0:03.1")
  }

  @Test("a tick falls exactly where the displayed total changes, also after a stop between units")
  func ticks() {
    var machine = tenths
    machine.watch(true, at: at(0))
    #expect(machine.nextDue == nil)
    #expect(machine.start(at: at(0)) == true)
    #expect(machine.nextDue?.moment == at(100))
    #expect(machine.nextDue?.tolerance == .milliseconds(10))
    #expect(machine.advance(to: at(99)) == nil)
    #expect(machine.advance(to: at(100))?.shownTime == .milliseconds(100))
    #expect(machine.advance(to: at(100)) == nil)
    #expect(machine.stop(at: at(130)) == true)
    #expect(machine.nextDue == nil)
    #expect(machine.start(at: at(1_000)) == true)
    #expect(machine.nextDue?.moment == at(1_070))
    machine.watch(false, at: at(1_001))
    #expect(machine.nextDue == nil)
    #expect(machine.advance(to: at(9_000)) == nil)
    machine.watch(true, at: at(9_001))
    #expect(machine.nextDue?.moment == at(9_070))
  }

  @Test("Law 5: ticks that were not reported count as missed, at a tick and at an event")
  func missed() {
    var machine = tenths
    machine.watch(true, at: at(0))
    #expect(machine.start(at: at(0)) == true)
    #expect(machine.report(at: at(0)).missed == 0)
    #expect(machine.advance(to: at(750))?.missed == 6)
    #expect(machine.stop(at: at(1_000)) == true)
    #expect(machine.report(at: at(1_000)).missed == 2)
    #expect(machine.reset(at: at(1_000)) == true)
    #expect(machine.report(at: at(1_000)).missed == 0)
  }

  @Test(
    "the clock face has as many decimal places as the unit needs",
    arguments: [
      (1_000, 2_345, "0:02"), (100, 2_345, "0:02.3"), (10, 65_270, "1:05.27"),
      (100, 3_600_000, "1:00:00.0"), (10, 5, "0:00.00"), (250, 2_499, "0:02.25"),
      (1, 2_345, "0:02.345"), (100, 90_061_950, "1d 01:01:01.9"), (7, 23, "0:00.021"),
      (60_000, 119_999, "1:00"),
    ])
  func faces(unit: Int, total: Int, face: String) {
    var machine = StopwatchMachine(unit: .milliseconds(unit))
    #expect(machine.start(at: at(0)) == true)
    #expect(machine.reading(at: at(total)).clockFace == face)
  }

  @Test("584 years saturate, and moments that go backwards count as no time")
  func extremes() {
    var machine = StopwatchMachine(unit: .nanoseconds(1))
    machine.watch(true, at: .origin)
    #expect(machine.start(at: .origin) == true)
    #expect(machine.lap(at: at(10)) == true)
    #expect(machine.reading(at: at(3)).elapsed == machine.laps[0].total)
    #expect(machine.advance(to: .distantFuture)?.elapsed == Moment.distantFuture - .origin)
    #expect(machine.nextDue?.moment == .distantFuture)
    #expect(machine.stop(at: .distantFuture) == true)
    #expect(machine.start(at: .origin) == true)
    #expect(machine.lap(at: .distantFuture) == true)
    let reading = machine.reading(at: .distantFuture)
    #expect(reading.elapsed == Moment.distantFuture - .origin)
    #expect(reading.currentLap.duration == .zero)
    #expect(!reading.clockFace.isEmpty)
  }

  #if os(macOS) || os(Linux)
    @Test("a unit of zero or less traps", .programs)
    func unitZero() async {
      await #expect(processExitsWith: .failure) { _ = StopwatchMachine(unit: .zero) }
      await #expect(processExitsWith: .failure) { _ = StopwatchMachine(unit: .seconds(-1)) }
    }
  #endif
}
