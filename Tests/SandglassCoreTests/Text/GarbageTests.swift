import SandglassCore
import SandglassTestSupport
import Testing

@Suite("Parsers: no text traps", .random)
struct GarbageTests {
  private static let valid = [
    "90", "1.5", "1:30", "1:00:05", "2d 03:04:05", "1h30m", "1.5 hours", "500ms", "10µs",
    "1w2d3h4m5s6ms7us8ns", "PT1H30M", "P1DT2H0.5S", "P2W", "18446744073.709551615",
    "2026-12-31T23:59:59.5+08:00", "2016-12-31T23:59:60Z", "18:00:30", "6:30 pm",
    "1 hour, 2 min and 3 s", "1,5h", "1h 30", "2 days, 3:04:05", "1.00.05,4", "١:٠٥٫٤", "12 noon",
    "9:30\u{202F}p.\u{A0}m.", "1830",
  ]
  private static let characters = Array(
    "0123456789012345678901234567890123456789....::::::--+  wdhmsunPTZtzapYM,e%\"µμ٣é🕰\0\n\u{1B}"
      .unicodeScalars)

  @Test("random characters do not trap", arguments: [6, 2029])
  func garbage(stream: UInt64) {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun &+ stream)
    for index in 0..<repetitions(20_000) {
      let count = Int.random(in: 0...40, using: &random)
      var text = ""
      for _ in 0..<count { text.unicodeScalars.append(Self.character(&random)) }
      check(text, stream, index)
    }
  }

  @Test("random bytes do not trap", arguments: [7])
  func bytes(stream: UInt64) {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun &+ stream)
    for index in 0..<repetitions(10_000) {
      let bytes = (0..<(random.next() % 30)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      check(String(decoding: bytes, as: UTF8.self), stream, index)
    }
  }

  @Test(
    "valid texts with replaced, added, removed and doubled characters do not trap",
    arguments: [8, 2030])
  func mutations(stream: UInt64) {
    var random = SeededGenerator(seed: SeededGenerator.seedOfThisRun &+ stream)
    for index in 0..<repetitions(30_000) {
      var scalars = Array(Self.valid[index % Self.valid.count].unicodeScalars)
      for _ in 0...Int.random(in: 0...2, using: &random) { Self.mutate(&scalars, &random) }
      var text = ""
      text.unicodeScalars.append(contentsOf: scalars)
      check(text, stream, index)
    }
  }

  private static func character(_ random: inout SeededGenerator) -> Unicode.Scalar {
    characters[Int(random.next() % UInt64(characters.count))]
  }

  private static func mutate(_ scalars: inout [Unicode.Scalar], _ random: inout SeededGenerator) {
    guard let index = scalars.indices.randomElement(using: &random) else { return }
    switch random.next() % 4 {
    case 0: scalars[index] = character(&random)
    case 1: scalars.insert(character(&random), at: index)
    case 2: scalars.remove(at: index)
    default: scalars.insert(contentsOf: scalars[index...], at: index)
    }
  }

  /// Parses the text with every parser. An accepted value is within its limits and is parsed back
  /// unchanged, and the error for a rejected one has one line.
  private func check(_ text: String, _ stream: UInt64, _ index: Int) {
    func fail(_ what: String) {
      Issue.record(
        "SANDGLASS_SEED=\(SeededGenerator.seedOfThisRun), stream \(stream), index \(index): \(text.debugDescription) \(what)"
      )
    }
    func checkMessage(_ message: String) {
      if message.utf8.contains(where: { $0 < 0x20 }) || message.utf8.count > 1000 {
        fail("makes the message \(message.debugDescription)")
      }
    }
    do {
      let duration = try Duration(parsing: text)
      if duration < .zero || (try? Duration(parsing: duration.compactText)) != duration {
        fail("reads as \(duration.attoseconds) attoseconds")
      }
    } catch {
      checkMessage(error.description)
    }
    do {
      let moment = try WallMoment(rfc3339: text)
      if abs(moment.nanosecondsSince1970) > 300_000_000_000_000_000_000 { fail("is far off") }
      // With an offset from UTC, a valid date can be outside the years that can be written.
      let isWritten = (-62_167_219_200_000_000_000..<253_402_300_800_000_000_000 as Range<Int128>)
        .contains(moment.nanosecondsSince1970)
      let written = moment.rfc3339(fractionDigits: 9)
      if isWritten, try WallMoment(rfc3339: written) != moment { fail("is written as \(written)") }
    } catch {
      checkMessage(error.description)
    }
    do {
      let time = try ClockTime(parsing: text)
      if try ClockTime(parsing: time.description) != time { fail("reads as \(time)") }
    } catch {
      checkMessage(error.description)
    }
  }
}
