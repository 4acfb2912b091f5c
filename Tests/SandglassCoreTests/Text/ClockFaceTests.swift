import SandglassCore
import SandglassTestSupport
import Testing

@Suite("ClockFace: whole seconds")
struct ClockFaceTests {
  @Test(
    "the clock faces of some numbers of seconds",
    arguments: [
      (0, "0:00"), (5, "0:05"), (59, "0:59"), (60, "1:00"), (65, "1:05"), (3599, "59:59"),
      (3600, "1:00:00"), (3605, "1:00:05"), (86_399, "23:59:59"), (86_400, "1d 00:00:00"),
      (183_845, "2d 03:04:05"), (360_000, "4d 04:00:00"), (31_536_000, "365d 00:00:00"),
      (9_467_020_800, "109572d 00:00:00"), (.max, "213503982334601d 07:00:15"),
    ] as [(UInt64, String)]
  )
  func faces(seconds: UInt64, face: String) {
    #expect(ClockFace(seconds: seconds).description == face)
    #expect(ClockFace(seconds: seconds, sign: .minus).description == "-" + face)
    #expect(ClockFace(seconds: seconds, sign: .plus).description == "+" + face)
  }

  @Test(
    "a countdown is rounded up, and its overtime down",
    arguments: [
      (.zero, "0:00", "+0:00"), (.nanoseconds(1), "0:01", "+0:00"),
      (.milliseconds(999), "0:01", "+0:00"), (.seconds(1), "0:01", "+0:01"),
      (.milliseconds(59_001), "1:00", "+0:59"), (.milliseconds(-1), "0:00", "+0:00"),
      (.milliseconds(-999), "0:00", "+0:00"), (.seconds(-1), "-0:01", "+0:00"),
      (.milliseconds(-5900), "-0:05", "+0:00"), (.seconds(-3605), "-1:00:05", "+0:00"),
      (
        Duration(attoseconds: .max), "213503982334601d 07:00:15", "+213503982334601d 07:00:15"
      ),
      (Duration(attoseconds: .min), "-213503982334601d 07:00:15", "+0:00"),
    ] as [(Duration, String, String)]
  )
  func rounds(duration: Duration, face: String, overtime: String) {
    #expect(duration.clockFace == face)
    #expect(ClockFace(duration).description == face)
    #expect(ClockFace(overtime: duration).description == overtime)
  }

  @Test("random clock faces parse to the same duration", .random, arguments: [1, 2026])
  func roundTrip(stream: UInt64) throws {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun &+ stream)
    for index in 0..<repetitions(50_000) {
      let seconds = random.nextOfAnySize() % 18_446_744_074
      let duration = Duration(attoseconds: Int128(seconds) * 1_000_000_000_000_000_000)
      let parsed = try? Duration(parsing: duration.clockFace)
      guard parsed == duration else {
        Issue.record(
          "SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), stream \(stream), index \(index): \(seconds) s reads \(duration.clockFace)"
        )
        return
      }
    }
  }

  @Test("a clock face over 584 years is rejected, not truncated")
  func tooLong() {
    #expect(throws: TimeParsingError.self) {
      try Duration(parsing: ClockFace(seconds: 18_446_744_074).description)
    }
  }
}
