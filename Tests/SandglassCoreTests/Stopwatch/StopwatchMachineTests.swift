import SandglassCore
import SandglassTestSupport
import Testing

@Suite("StopwatchMachine")
struct StopwatchMachineTests {
  private func at(_ milliseconds: Int) -> Moment {
    Moment(nanoseconds: 5_000_000_000) + .milliseconds(milliseconds)
  }

  private var tenths: StopwatchMachine { StopwatchMachine(unit: .milliseconds(100)) }

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
    #expect(machine.lap(at: at(20)) == true)
    #expect(machine.reading(at: at(3)).elapsed == machine.laps[1].total)
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
