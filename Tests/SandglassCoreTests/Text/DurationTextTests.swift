import SandglassCore
import SandglassTestSupport
import Testing

@Suite("Duration: compact and ISO 8601 text")
struct DurationTextTests {
  @Test(
    "the texts of some durations",
    arguments: [
      (.zero, "0s", "PT0S"), (.seconds(5), "5s", "PT5S"), (.seconds(60), "1m", "PT1M"),
      (.seconds(5400), "1h30m", "PT1H30M"), (.seconds(3605), "1h5s", "PT1H5S"),
      (.seconds(172_800), "2d", "P2D"), (.seconds(183_845), "2d3h4m5s", "P2DT3H4M5S"),
      (.seconds(86_401), "1d1s", "P1DT1S"), (.milliseconds(1500), "1.5s", "PT1.5S"),
      (.milliseconds(500), "500ms", "PT0.5S"), (.milliseconds(60_500), "1m0.5s", "PT1M0.5S"),
      (.microseconds(1500), "1.5ms", "PT0.0015S"), (.microseconds(10), "10us", "PT0.00001S"),
      (.nanoseconds(5), "5ns", "PT0.000000005S"),
      (.nanoseconds(1_000_000_001), "1.000000001s", "PT1.000000001S"),
      (Duration(attoseconds: 1), "0.000000001ns", "PT0.000000000000000001S"),
      (.seconds(-5400), "-1h30m", "-PT1H30M"), (.milliseconds(-5), "-5ms", "-PT0.005S"),
      (
        Duration(attoseconds: .max), "1969226660422097d14h8m51.687303715884105727s",
        "P1969226660422097DT14H8M51.687303715884105727S"
      ),
      (
        Duration(attoseconds: .min), "-1969226660422097d14h8m51.687303715884105728s",
        "-P1969226660422097DT14H8M51.687303715884105728S"
      ),
    ] as [(Duration, String, String)]
  )
  func texts(duration: Duration, compact: String, iso8601: String) {
    #expect(duration.compactText == compact)
    #expect(duration.iso8601Text == iso8601)
  }

  @Test(
    "random durations in whole nanoseconds are parsed back unchanged", .random,
    arguments: [3, 2027])
  func roundTripNanoseconds(stream: UInt64) {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun &+ stream)
    for index in 0..<repetitions(50_000) {
      guard check(Int128(random.nextOfAnySize()) * 1_000_000_000, stream, index) else { return }
    }
  }

  @Test("random durations in whole attoseconds are parsed back unchanged", .random, arguments: [4])
  func roundTripAttoseconds(stream: UInt64) {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun &+ stream)
    for index in 0..<repetitions(20_000) {
      let seconds = Int128(random.nextOfAnySize() % 18_446_744_073)
      let attoseconds = Int128(random.nextOfAnySize() % 1_000_000_000_000_000_000)
      let sum = seconds * 1_000_000_000_000_000_000 + attoseconds
      guard check(sum, stream, index) else { return }
    }
  }

  private func check(_ attoseconds: Int128, _ stream: UInt64, _ index: Int) -> Bool {
    let duration = Duration(attoseconds: attoseconds)
    for text in [duration.compactText, duration.iso8601Text]
    where (try? Duration(parsing: text)) != duration {
      Issue.record(
        "SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), stream \(stream), index \(index): \(attoseconds) attoseconds reads \(text)"
      )
      return false
    }
    return true
  }
}
