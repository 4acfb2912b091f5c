import Foundation
import Sandglass
import SandglassTestSupport
import SandglassTesting
import SandglassText
import Testing

@MainActor
@Suite("Texts of random readings", .random)
struct LocalisedTextRandomTests {
  @Test("Law 4: every text says the displayed number times the unit", arguments: Language.all)
  func agree(language: Language) throws {
    var random = SeededGenerator(for: "localised texts, \(language.id)")
    let locale = language.locale
    for _ in 0..<repetitions(400) {
      let time = VirtualTime()
      let countdown = random.countdown(on: time.timekeeper)
      for _ in 0..<10 {
        time.advance(by: .nanoseconds(Int64(random.nextOfAnySize(bits: 0...44))))
        let reading = countdown.reading
        let isOvertime = reading.state == .overtime
        let expected =
          reading.unit
          * (isOvertime
            ? reading.overtime.attoseconds / reading.unit.attoseconds : Int128(reading.shown))
        let exact = ClockFace.Style(decimalPlaces: 9)
        let texts = [
          reading.clockFace(exact, locale: locale),
          reading.clockFace(exact.noDays.alwaysHours, locale: locale),
        ]
        let words = reading.spoken(locale: locale)
        let times = texts.map(language.time(ofFace:)) + [language.time(ofWords: words)]
        guard times == [expected, expected, expected] else {
          Issue.record("\(reading.shown) × \(reading.unit) reads \(texts), \(words): \(times)")
          return
        }
        #expect(texts.allSatisfy { $0.contains("+") == isOvertime })
      }
    }
  }
}

extension SeededGenerator {
  /// A running countdown with any rounding and unit, and with phases or past zero.
  @MainActor
  fileprivate mutating func countdown(on timekeeper: Timekeeper) -> Countdown {
    let units: [Duration] = [
      .seconds(1), .milliseconds(100), .seconds(60), .milliseconds(333), .seconds(3_600),
    ]
    let options = CountdownOptions(
      unit: units[number(0...units.count - 1)],
      rounding: [.up, .nearest, .down][number(0...2)], countsPastZero: true)
    let durations = (0..<number(1...3)).map { _ in
      Duration.nanoseconds(Int64(nextOfAnySize(bits: 30...48)))
    }
    let countdown =
      once(in: 2)
      ? Countdown(durations[0], options: options, on: timekeeper)
      : Countdown(
        phases: durations.map { Phase("", $0) }, rounds: number(1...3), options: options,
        on: timekeeper)
    countdown.start()
    return countdown
  }
}
