import Foundation
import Sandglass
import SandglassTesting
import SandglassText
import Testing

/// The table in TheDisplayedTime.md must show what the library prints. To update the page, run
/// `SANDGLASS_WRITE=1 swift test --filter DisplayedTimeTableTests`.
struct DisplayedTimeTableTests {
  private static let page = URL(filePath: #filePath)
    .appending(path: "../../../../Sources/Sandglass/Sandglass.docc/TheDisplayedTime.md")
    .standardizedFileURL

  private static let languages = [
    ("Arabic", "ar"), ("Arabic, Egypt", "ar-EG"), ("German", "de"), ("French", "fr"),
    ("Hindi", "hi"), ("Hindi, Devanagari digits", "hi-u-nu-deva"), ("Chinese", "zh"),
  ]

  @Test("The table in the document agrees with the library")
  func table() throws {
    let text = try String(contentsOf: Self.page, encoding: .utf8)
    // The table is the second to last part of the page, between two comments.
    let parts = text.components(separatedBy: "<!-- ")
    try #require(parts.count == 3)
    let start = "DisplayedTimeTableTests writes this table. -->\n"
    let made = start + Self.made() + "\n"
    if ProcessInfo.processInfo.environment["SANDGLASS_WRITE"] != nil {
      try [parts[0], made, parts[2]].joined(separator: "<!-- ")
        .write(to: Self.page, atomically: true, encoding: .utf8)
    } else {
      #expect(parts[1] == made)
    }
  }

  private static func made() -> String {
    let readings = readings()
    return languages.map { name, id in
      let locale = Locale(identifier: id)
      let rows = readings.map { label, reading in
        let number = reading.shown.formatted(.number.locale(locale))
        let (face, words) = (reading.clockFace(locale: locale), reading.spoken(locale: locale))
        return "| \(label) | \(number) | \(face) | \(words) |\n"
      }
      return """

        ### \(name), `\(id)`

        | Seconds | Number | Clock face | Spoken |
        | --- | --- | --- | --- |

        """ + rows.joined()
    }.joined()
  }

  private static func readings() -> [(String, Reading)] {
    let time = VirtualTime()
    let times = [
      ("0", 0), ("1", 1), ("59", 59), ("60", 60), ("65", 65), ("3,600", 3_600), ("90,061", 90_061),
    ]
    let late = Countdown.started(
      .seconds(1), options: CountdownOptions(countsPastZero: true), on: time.timekeeper)
    time.advance(by: .seconds(66))
    return times.map { ($0, Countdown(.seconds($1), on: time.timekeeper).reading) }
      + [("65 past zero", late.reading)]
  }
}
