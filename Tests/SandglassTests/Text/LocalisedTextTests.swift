import Foundation
import Sandglass
import SandglassTesting
import SandglassText
import Testing

/// The texts of a locale for 0, 1, 59, 60, 65, 3,600 and 90,061 seconds.
struct Expected: Sendable, CustomTestStringConvertible {
  let id: String
  let numbers, faces, words: [String]
  /// The clock face of 65 seconds past zero.
  let overtime: String

  var testDescription: String { id }

  /// The invisible mark before the clock face of a right-to-left language.
  var mark: String { id.hasPrefix("ar") ? "\u{200F}" : "" }

  static let western = ["0:00", "0:01", "0:59", "1:00", "1:05", "1:00:00"]
  static let indian = ["०:००", "०:०१", "०:५९", "१:००", "१:०५", "१:००:००"]
  static let arabic = ["٠:٠٠", "٠:٠١", "٠:٥٩", "١:٠٠", "١:٠٥", "١:٠٠:٠٠"]

  static let all = [
    Expected(
      id: "ar", numbers: ["0", "1", "59", "60", "65", "3,600", "90,061"],
      faces: western + ["1يوم\u{A0}01:01:01"],
      words: [
        "0 ثانية", "ثانية", "59 ثانية", "دقيقة", "دقيقة و5 ثوان", "ساعة",
        "يوم، ساعة، دقيقة، وثانية",
      ],
      overtime: "\u{200E}+1:05"),
    Expected(
      id: "ar-EG", numbers: ["٠", "١", "٥٩", "٦٠", "٦٥", "٣٬٦٠٠", "٩٠٬٠٦١"],
      faces: arabic + ["١يوم\u{A0}٠١:٠١:٠١"],
      words: [
        "٠ ثانية", "ثانية", "٥٩ ثانية", "دقيقة", "دقيقة و٥ ثوان", "ساعة",
        "يوم، ساعة، دقيقة، وثانية",
      ],
      overtime: "\u{61C}+١:٠٥"),
    Expected(
      id: "de", numbers: ["0", "1", "59", "60", "65", "3.600", "90.061"],
      faces: western + ["1d\u{A0}01:01:01"],
      words: [
        "0 Sekunden", "1 Sekunde", "59 Sekunden", "1 Minute", "1 Minute und 5 Sekunden",
        "1 Stunde", "1 Tag, 1 Stunde, 1 Minute und 1 Sekunde",
      ],
      overtime: "+1:05"),
    Expected(
      id: "fr", numbers: ["0", "1", "59", "60", "65", "3\u{202F}600", "90\u{202F}061"],
      faces: western + ["1j\u{A0}01:01:01"],
      words: [
        "0\u{A0}seconde", "1\u{A0}seconde", "59\u{A0}secondes", "1 minute",
        "1 minute et 5\u{A0}secondes", "1\u{A0}heure",
        "1\u{A0}jour, 1\u{A0}heure, 1 minute et 1\u{A0}seconde",
      ],
      overtime: "+1:05"),
    Expected(
      id: "hi", numbers: ["0", "1", "59", "60", "65", "3,600", "90,061"],
      faces: western + ["1 दिन\u{A0}01:01:01"],
      words: [
        "0 सेकंड", "1 सेकंड", "59 सेकंड", "1 मिनट", "1 मिनट और 5 सेकंड", "1 घंटा",
        "1 दिन, 1 घंटा, 1 मिनट और 1 सेकंड",
      ],
      overtime: "+1:05"),
    Expected(
      id: "hi-u-nu-deva", numbers: ["०", "१", "५९", "६०", "६५", "३,६००", "९०,०६१"],
      faces: indian + ["१ दिन\u{A0}०१:०१:०१"],
      words: [
        "० सेकंड", "१ सेकंड", "५९ सेकंड", "१ मिनट", "१ मिनट और ५ सेकंड", "१ घंटा",
        "१ दिन, १ घंटा, १ मिनट और १ सेकंड",
      ],
      overtime: "+१:०५"),
    Expected(
      id: "zh", numbers: ["0", "1", "59", "60", "65", "3,600", "90,061"],
      faces: western + ["1天\u{A0}01:01:01"],
      words: ["0秒钟", "1秒钟", "59秒钟", "1分钟", "1分钟5秒钟", "1小时", "1天1小时1分钟1秒钟"],
      overtime: "+1:05"),
  ]
}

@MainActor
@Suite("Texts of a reading in the user's language")
struct LocalisedTextTests {
  @Test("the number, the clock face and the words of each locale", arguments: Expected.all)
  func texts(expected: Expected) {
    let locale = Locale(identifier: expected.id)
    let time = VirtualTime()
    for (index, seconds) in [0, 1, 59, 60, 65, 3_600, 90_061].enumerated() {
      let reading = Countdown(.seconds(seconds), on: time.timekeeper).reading
      #expect(reading.shown.formatted(.number.locale(locale)) == expected.numbers[index])
      #expect(reading.clockFace(locale: locale) == expected.mark + expected.faces[index])
      #expect(reading.shownTime.clockFace(locale: locale) == reading.clockFace(locale: locale))
      #expect(reading.spoken(locale: locale) == expected.words[index])
    }
    let late = Countdown.started(
      .seconds(1), options: CountdownOptions(countsPastZero: true), on: time.timekeeper)
    time.advance(by: .seconds(66.3))
    #expect(late.reading.clockFace(locale: locale) == expected.mark + expected.overtime)
    #expect(late.reading.spoken(locale: locale) == expected.words[4])
  }

  @Test("clock faces in every style have the decimal separator and the digits of the locale")
  func styles() {
    let time = Duration.milliseconds(90_061_400)
    func text(_ id: String, _ style: ClockFace.Style) -> String {
      ClockFace(time, style: style).formatted(locale: Locale(identifier: id))
    }
    #expect(text("de", .tenths) == "1d\u{A0}01:01:01,4")
    #expect(text("de", .noDays.hundredths) == "25:01:01,40")
    #expect(text("ar-EG", .noDays.tenths) == "\u{200F}٢٥:٠١:٠١٫٤")
    #expect(text("en", .standard) == "1d\u{A0}01:01:02")
    // Sinhala has a point for both. The face must not be taken for one without decimal places.
    #expect(text("si", .noDays) == "25.01.02")
    #expect(text("si", .noDays.hundredths) == "25:01:01.40")
    #expect(
      ClockFace(.seconds(65), style: .paddedMinutes).formatted(locale: .english) == "01:05")
    #expect(ClockFace(.seconds(65), style: .alwaysHours).formatted(locale: .english) == "0:01:05")
    #expect(ClockFace(.seconds(-65)).formatted(locale: Locale(identifier: "sv")) == "\u{2212}1:05")
  }

  @Test("words have as many decimal places as the time needs")
  func fractions() {
    #expect(Duration.milliseconds(65_400).spoken(locale: .english) == "1 minute, 5.4 seconds")
    #expect(Duration.seconds(-5).spoken(locale: .english) == "0 seconds")
  }

  @Test("the text of an extreme duration saturates and does not trap")
  func extremes() {
    for duration in [Duration(attoseconds: .max), Duration(attoseconds: .min), .zero] {
      #expect(!duration.spoken(locale: .english).isEmpty)
      for style in [ClockFace.Style.standard, .noDays, .init(decimalPlaces: 9)] {
        #expect(!ClockFace(duration, style: style).formatted(locale: .english).isEmpty)
        #expect(!ClockFace(overtime: duration, style: style).formatted().isEmpty)
      }
    }
    #expect(Duration.seconds(1e16).spoken(locale: .english).hasPrefix("11,574,074,074 days"))
  }
}

extension Locale {
  fileprivate static let english = Locale(identifier: "en")
}
