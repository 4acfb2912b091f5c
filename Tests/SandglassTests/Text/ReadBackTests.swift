import Foundation
import SandglassCore
import SandglassTestSupport
import SandglassText
import Testing

@Suite("Texts of any locale are read back", .random)
struct ReadBackTests {
  private static let styles: [ClockFace.Style] = [
    .standard, .alwaysHours, .paddedMinutes, .noDays, .tenths, .hundredths, .hundredths.alwaysHours,
    .init(decimalPlaces: 9),
  ]

  /// All locales at full size.
  private func locales(_ random: inout SeededGenerator) -> [Locale] {
    let ids = Locale.availableIdentifiers.sorted()
    let count = repetitions(ids.count)
    return ids.shuffled(using: &random).prefix(max(count, 20)).map { Locale(identifier: $0) }
  }

  @Test("a clock face is read back, unless its days have another mark or it has two readings")
  func faces() {
    var random = SeededGenerator(for: "ReadBackTests.faces")
    for locale in locales(&random) {
      for _ in 0..<10 {
        let style = Self.styles[random.number(0...Self.styles.count - 1)]
        let time = random.time(atMost: 3 * 86_400, step: style.step)
        let text = ClockFace(time, style: style).formatted(locale: locale)
        do throws(TimeParsingError) {
          let read = try Duration(parsing: text)
          #expect(read == time, "\(locale.identifier): \(text.quoted)")
        } catch {
          let hasDays = time >= .seconds(86_400) && style.showsDays
          #expect(
            hasDays && !text.contains("d\u{A0}") || error.hasTwoReadings,
            "\(locale.identifier): \(text.quoted) \(error)")
        }
        // Overtime has a sign, and no duration has.
        let late = ClockFace(overtime: time, style: style).formatted(locale: locale)
        #expect(throws: TimeParsingError.self) { try Duration(parsing: late) }
      }
    }
  }

  @Test("words are read back in English, and are never read as another value")
  func words() {
    var random = SeededGenerator(for: "ReadBackTests.words")
    let english = Locale.availableIdentifiers.filter { $0.hasPrefix("en") }.sorted()
    for locale in locales(&random) + english.map(Locale.init(identifier:)) {
      for _ in 0..<5 {
        let time = random.time(atMost: 2000 * 86_400, step: .milliseconds(1))
        let text = time.spoken(locale: locale)
        do throws(TimeParsingError) {
          let read = try Duration(parsing: text)
          #expect(read == time, "\(locale.identifier): \(text.quoted)")
        } catch {
          // Thousands of days are separated, and three places after a decimal comma may be thousands.
          let isEnglish = locale.language.languageCode == .english
          #expect(
            !isEnglish || error.hasTwoReadings || time >= .seconds(1000 * 86_400),
            "\(locale.identifier): \(text.quoted) \(error)")
        }
      }
    }
  }
}

extension TimeParsingError {
  fileprivate var hasTwoReadings: Bool { reason.description.hasPrefix("has two readings") }
}

extension SeededGenerator {
  fileprivate mutating func time(atMost seconds: Int, step: Duration) -> Duration {
    let most = [60, 3600, 86_400, seconds][number(0...3)]
    let whole = Duration.seconds(number(0...most))
    return step < .seconds(1) && once(in: 2) ? whole + step * number(0...999) : whole
  }
}
