import SandglassCore
import SandglassTestSupport
import Testing

@Suite("Seconds as text, exactly")
struct DurationSecondsTests {
  @Test("random durations are read back, clamped to 2^63 - 1 seconds", .random)
  func readBack() {
    var random = SeededGenerator(for: "seconds as text")
    for _ in 0..<repetitions(100_000) {
      let duration = random.extremeDuration()
      let text = duration.secondsText
      #expect(Duration.seconds(written: text[...]) == duration.clampedToComponents, "\(text)")
    }
  }

  @Test(
    "a text has no more digits than it needs",
    arguments: [
      (Duration.zero, "0"), (.milliseconds(-1500), "-1.5"), (.nanoseconds(1), "0.000000001"),
      (.seconds(-10), "-10"), (Duration(attoseconds: -1), "-0.000000000000000001"),
      (Duration(attoseconds: .max), "9223372036854775807"),
    ])
  func texts(duration: Duration, text: String) {
    #expect(duration.secondsText == text)
  }

  @Test(
    "anything else than a decimal number is refused",
    arguments: [
      "", "-", ".", "1.", ".1", "+1", "1e3", " 1", "1 ", "--1", "1.-2", "1.2.3", "0x1", "1.0000",
      "١",
      "9223372036854775808", "-9223372036854775808", "100000000000000000000",
      "9223372036854775807.1",
    ])
  func refused(text: String) {
    #expect(Duration.seconds(written: text[...], places: 3) == nil)
  }
}
