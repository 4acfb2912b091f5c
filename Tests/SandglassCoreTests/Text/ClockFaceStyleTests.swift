import SandglassCore
import SandglassTestSupport
import Testing

@Suite("ClockFace: styles and fields")
struct ClockFaceStyleTests {
  @Test(
    "the clock face in each style",
    arguments: [
      (.standard, "0:00", "1:05", "1:00:00", "1d 01:01:01"),
      (.alwaysHours, "0:00:00", "0:01:05", "1:00:00", "1d 01:01:01"),
      (.paddedMinutes, "00:00", "01:05", "1:00:00", "1d 01:01:01"),
      (.paddedMinutes.tenths, "00:00.0", "01:05.0", "1:00:00.0", "1d 01:01:01.0"),
      (.noDays, "0:00", "1:05", "1:00:00", "25:01:01"),
      (.tenths, "0:00.0", "1:05.0", "1:00:00.0", "1d 01:01:01.0"),
      (.hundredths, "0:00.00", "1:05.00", "1:00:00.00", "1d 01:01:01.00"),
      (.alwaysHours.noDays.tenths, "0:00:00.0", "0:01:05.0", "1:00:00.0", "25:01:01.0"),
      (.init(dayMark: "T"), "0:00", "1:05", "1:00:00", "1T 01:01:01"),
    ] as [(ClockFace.Style, String, String, String, String)]
  )
  func styles(style: ClockFace.Style, zero: String, minute: String, hour: String, day: String) {
    for (seconds, face) in [(0, zero), (65, minute), (3_600, hour), (90_061, day)] {
      #expect(Duration.seconds(seconds).clockFace(style) == face)
      #expect(ClockFace(seconds: UInt64(seconds), style: style).description == face)
      #expect(ClockFace(overtime: .seconds(seconds), style: style).description == "+" + face)
      #expect(ClockFace(elapsed: .seconds(seconds), style: style).description == face)
    }
  }

  @Test("remaining time is rounded up to the last field, overtime and elapsed time down")
  func rounding() {
    let time = Duration.milliseconds(65_410)
    #expect(time.clockFace(.tenths) == "1:05.5")
    #expect(ClockFace(overtime: time, style: .tenths).description == "+1:05.4")
    #expect(ClockFace(elapsed: time, style: .tenths).description == "1:05.4")
    #expect(Duration.milliseconds(59_999).clockFace(.hundredths) == "1:00.00")
    #expect(Duration.milliseconds(-50).clockFace(.tenths) == "0:00.0")
    #expect(Duration.milliseconds(-150).clockFace(.tenths) == "-0:00.1")
    #expect(ClockFace(elapsed: .seconds(-1), style: .tenths).description == "0:00.0")
  }

  @Test("the number of decimal places is clamped to 0...9")
  func places() {
    #expect(ClockFace.Style(decimalPlaces: -1) == .standard)
    #expect(ClockFace.Style(decimalPlaces: .max).decimalPlaces == 9)
    #expect(Duration.nanoseconds(1).clockFace(.init(decimalPlaces: 99)) == "0:00.000000001")
  }

  @Test("the fields of a clock face")
  func fields() {
    let time = Duration.milliseconds(90_061_050)
    let fields = ClockFace(time, style: .hundredths).fields
    #expect((fields.days, fields.hours, fields.minutes) == (1, 1, 1))
    #expect((fields.seconds, fields.fraction) == (1, 5))
    let hours = ClockFace(time, style: .noDays).fields
    #expect((hours.days, hours.hours, hours.seconds, hours.fraction) == (0, 25, 2, 0))
  }

  @Test("random clock faces parse to the same duration, and so do their fields", .random)
  func roundTrip() throws {
    var random = SeededGenerator(for: "styles of clock faces")
    for _ in 0..<repetitions(200_000) {
      let style = random.style()
      let duration = Duration.nanoseconds(Int64(random.nextOfAnySize(bits: 0...63)))
      let step = step(style)
      let down = Duration(attoseconds: duration.attoseconds / step.attoseconds * step.attoseconds)
      let up = down < duration ? down + step : down
      for (face, expected) in [
        (ClockFace(duration, style: style), up), (ClockFace(elapsed: duration, style: style), down),
      ] {
        guard try Duration(parsing: face.description) == expected, sum(face) == expected else {
          Issue.record("\(duration) as \(style) reads \(face)")
          return
        }
      }
    }
  }

  @Test("extreme durations have a clock face in every style", .random)
  func extremes() {
    var random = SeededGenerator(for: "extreme clock faces")
    for _ in 0..<repetitions(200_000) {
      let (duration, style) = (random.extremeDuration(), random.style())
      #expect(!duration.clockFace(style).isEmpty)
      #expect(!ClockFace(overtime: duration, style: style).description.isEmpty)
      #expect(!ClockFace(elapsed: duration, style: style).description.isEmpty)
    }
  }

  private func step(_ style: ClockFace.Style) -> Duration {
    (0..<style.decimalPlaces).reduce(.seconds(1)) { step, _ in step / 10 }
  }

  private func sum(_ face: ClockFace) -> Duration {
    let fields = face.fields
    let hours = fields.days * 24 + fields.hours
    return .seconds((hours * 60 + fields.minutes) * 60 + fields.seconds)
      + step(face.style) * Int128(fields.fraction)
  }
}

extension SeededGenerator {
  fileprivate mutating func style() -> ClockFace.Style {
    .init(
      alwaysShowsHours: once(in: 2), padsMinutes: once(in: 2), showsDays: once(in: 2),
      decimalPlaces: once(in: 2) ? 0 : number(0...9))
  }
}
