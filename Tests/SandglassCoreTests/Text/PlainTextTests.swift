import SandglassCore
import Testing

@Suite("Text: white space, marks and digits of any script")
struct PlainTextTests {
  /// Invisible marks that read as white space, although Unicode does not count them as such.
  private static let marks: Set<UInt32> = [
    0x61C, 0x200B, 0x200E, 0x200F, 0x2060, 0x2066, 0x2067, 0x2068, 0x2069, 0xFEFF,
  ]

  /// The characters up to the CJK scripts, the forms of others, and the tags. There are no other spaces and marks.
  private static let scalars =
    ([0...0x3100, 0xD7A0...0xFFFF, 0xE_0000...0xE_0FFF] as [ClosedRange<UInt32>]).flatMap {
      $0.compactMap(Unicode.Scalar.init)
    }

  @Test("every white space of Unicode separates and surrounds, and it never joins two numbers")
  func whiteSpace() throws {
    let spaces = Self.scalars.filter { $0.properties.isWhitespace || Self.marks.contains($0.value) }
    #expect(spaces.count == 25 + Self.marks.count)
    for space in spaces.map(String.init) {
      #expect(
        try Duration(parsing: "\(space)1\(space)h\(space)30\(space)m\(space)") == .seconds(5400))
      #expect(try Duration(parsing: "1 hour,\(space)and\(space)30 min") == .seconds(5400))
      #expect(try Duration(parsing: "2d\(space)03:04:05\(space)") == .seconds(183_845))
      #expect(try ClockTime(parsing: "\(space)9:00\(space)PM\(space)").hour == 21)
      #expect(try ClockTime(parsing: "9:00 p.\(space)m.").hour == 21)
      for text in ["1\(space)2", "1:3\(space)0", "1.\(space)5", "PT1\(space)H"] {
        #expect(throws: TimeParsingError.self) { try Duration(parsing: text) }
      }
      #expect(throws: TimeParsingError.self) { try ClockTime(parsing: "1\(space)8:00") }
    }
  }

  @Test("nothing else reads as a space, and what is refused and invisible is shown by its name")
  func others() {
    for scalar in Self.scalars where scalar.value > 0x20 {
      let isSpace = scalar.properties.isWhitespace || Self.marks.contains(scalar.value)
      guard !isSpace, scalar != ".", scalar != ":" else { continue }
      guard let error = error("1\(scalar)h") else {
        // A digit of ASCII or a full-width letter.
        #expect(
          scalar.properties.numericType == .decimal || scalar.value >= 0xFF01, "\(scalar.value)")
        continue
      }
      let name = scalar.properties.name ?? ""
      let isInvisible =
        scalar.properties.generalCategory == .format
        || scalar.properties.isDefaultIgnorableCodePoint
      if isInvisible, !name.isEmpty {
        #expect(error.description.hasPrefix("\"1\\N{\(name)}h\" "), "\(scalar.value)")
      }
    }
  }

  private func error(_ text: String) -> TimeParsingError? {
    do {
      _ = try Duration(parsing: text)
      return nil
    } catch {
      return error
    }
  }

  @Test("decimal digits of Unicode are read with their value, or refused")
  func digits() {
    var scripts = 0
    for number in 0...0x1_FFFF as ClosedRange<UInt32> {
      guard let scalar = Unicode.Scalar(number), scalar.properties.numericType == .decimal,
        let value = scalar.properties.numericValue.map({ Int($0) })
      else { continue }
      let text = String(scalar)
      let read = try? Duration(parsing: "\(text)\(text)m")
      #expect(read == nil || read == .seconds(value * 11 * 60), "\(scalar.value)")
      if value == 9, read != nil { scripts += 1 }
      let time = try? ClockTime(parsing: "\(text):\(text)\(text)")
      #expect((time == nil) == (read == nil || value > 5), "\(scalar.value)")
    }
    #expect(scripts == 13)
  }
}
