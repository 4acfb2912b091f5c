import SandglassCore
import SandglassTestSupport
import Testing

@Suite("Reading: the displayed time")
struct ShownTimeTests {
  @Test(
    "Law 4: the displayed time is the displayed number, and never the remaining time",
    arguments: [
      (Rounding.up, 64_200, 65, "1:05"), (.nearest, 64_200, 64, "1:04"),
      (.nearest, 64_600, 65, "1:05"), (.down, 65_200, 65, "1:05"), (.up, 1, 1, "0:01"),
      (.down, 999, 0, "0:00"),
    ])
  func number(rounding: Rounding, milliseconds: Int, shown: Int, face: String) {
    let reading = Reading(
      state: .running, remaining: UInt64(milliseconds) * 1_000_000, total: 100_000_000_000,
      options: CountdownOptions(rounding: rounding))
    #expect(reading.shown == shown)
    #expect(reading.shownTime == .seconds(shown))
    #expect(reading.clockFace == face)
  }

  @Test("overtime is rounded down to units, in every text")
  func overtime() {
    let options = CountdownOptions(unit: .seconds(60), countsPastZero: true)
    let reading = Reading(
      state: .overtime, remaining: 0, total: 1, overtime: 90_000_000_000, options: options)
    #expect(reading.shownTime == .seconds(60))
    #expect(reading.clockFace == "+1:00")
    #expect(reading.clockFace(.alwaysHours.tenths) == "+0:01:00.0")
    #expect(ClockFace(reading).fields.minutes == 1)
  }

  @Test("random readings: each text shows the displayed number times the unit", .random)
  func texts() throws {
    var random = SeededGenerator(for: "displayed times")
    for _ in 0..<repetitions(200_000) {
      let reading = random.reading()
      let isOvertime = reading.state == .overtime
      let expected =
        isOvertime
        ? reading.unit * (reading.overtime.attoseconds / reading.unit.attoseconds)
        : reading.unit * Int128(reading.shown)
      let exact = ClockFace.Style(decimalPlaces: 9)
      let texts = [reading.clockFace(exact), reading.clockFace(exact.noDays.alwaysHours)]
      let times = try texts.map { try Duration(parsing: $0.droppingPlus(isOvertime)) }
      let whole = try Duration(parsing: reading.clockFace.droppingPlus(isOvertime))
      let rounded = Duration.seconds(
        isOvertime
          ? UInt64(expected.components.seconds) : ClockFace(expected).seconds)
      guard reading.shownTime == expected, times == [expected, expected], whole == rounded else {
        Issue.record("\(reading) reads \(texts), \(reading.clockFace)")
        return
      }
    }
  }

  @Test("the displayed time saturates with the displayed number")
  func saturates() {
    let reading = Reading(
      state: .running, remaining: .max, total: .max,
      options: CountdownOptions(unit: .nanoseconds(1)))
    #expect(reading.shownTime == .nanoseconds(Int64.max))
  }
}

extension SeededGenerator {
  /// A reading with any rounding, unit, state and phase, up to 250 years.
  fileprivate mutating func reading() -> Reading {
    let units: [Duration] = [
      .seconds(1), .milliseconds(100), .milliseconds(10), .seconds(60), .milliseconds(333),
      .nanoseconds(1), .seconds(86_400),
    ]
    let options = CountdownOptions(
      unit: units[number(0...units.count - 1)],
      rounding: [.up, .nearest, .down][number(0...2)], countsPastZero: true)
    let states: [CountdownState] = [.idle, .running, .paused, .overtime, .finished]
    let state = states[number(0...4)]
    let hasEnded = state == .overtime || state == .finished
    return Reading(
      state: state, remaining: hasEnded ? 0 : nextOfAnySize(bits: 0...62), total: .max,
      overtime: state == .overtime ? nextOfAnySize(bits: 0...62) : 0,
      phaseIndex: number(0...9), options: options)
  }
}

extension String {
  fileprivate func droppingPlus(_ hasPlus: Bool) -> String {
    hasPlus && hasPrefix("+") ? String(dropFirst()) : self
  }
}
