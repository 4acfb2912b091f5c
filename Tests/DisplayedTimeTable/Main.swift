import Foundation
import Sandglass
import SandglassTesting
import SandglassText

/// Prints the displayed time in several languages, as Markdown. `Scripts/displayed-time` puts it into the page.
@main
@MainActor
struct Main {
  static let languages = [
    ("Arabic", "ar"), ("Arabic, Egypt", "ar-EG"), ("German", "de"), ("French", "fr"),
    ("Hindi", "hi"),
    ("Hindi, Devanagari digits", "hi-u-nu-deva"), ("Chinese", "zh"),
  ]

  static func main() {
    let readings = readings()
    for (name, id) in languages {
      let locale = Locale(identifier: id)
      print("\n### \(name), `\(id)`\n")
      print("| Seconds | Number | Clock face | Spoken |")
      print("| --- | --- | --- | --- |")
      for (label, reading) in readings {
        let number = reading.shown.formatted(.number.locale(locale))
        let (face, words) = (reading.clockFace(locale: locale), reading.spoken(locale: locale))
        print("| \(label) | \(number) | \(face) | \(words) |")
      }
    }
  }

  static func readings() -> [(String, Reading)] {
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
