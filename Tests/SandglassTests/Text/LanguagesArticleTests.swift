import Foundation
import Sandglass
import SandglassTesting
import SandglassText
import Testing

// The code of the section "Languages and VoiceOver" of the article "A label and a button".

@MainActor
private final class ExamScreen {
  let locale: Locale
  private(set) var clock = ""
  private(set) var clockLabel = ""

  init(_ locale: Locale) {
    self.locale = locale
  }

  func show(_ exam: Countdown) {
    exam.onTick(with: self) { screen, reading in
      screen.clock = reading.clockFace(locale: screen.locale)
      screen.clockLabel = reading.spoken(locale: screen.locale)
    }
  }
}

@MainActor
@Suite("Article: languages and VoiceOver")
struct LanguagesArticleTests {
  @Test("a screen in Egypt and one in Germany show their own digits and words")
  func screens() {
    let time = VirtualTime()
    let exam = Countdown.started(.seconds(65), on: time.timekeeper)
    let (egypt, germany) = (
      ExamScreen(Locale(identifier: "ar-EG")), ExamScreen(Locale(identifier: "de"))
    )
    egypt.show(exam)
    germany.show(exam)
    time.advance(by: .seconds(0.8))
    #expect(egypt.clock == "\u{200F}١:٠٥")
    #expect(germany.clock == "1:05")
    #expect(germany.clockLabel == "1 Minute und 5 Sekunden")
  }

  @Test("a stopwatch in another language")
  func stopwatch() {
    let time = VirtualTime()
    let run = Stopwatch(on: time.timekeeper)
    let locale = Locale(identifier: "de")
    run.start()
    time.advance(by: .seconds(65.4))

    let face = ClockFace(elapsed: run.reading.shownTime, style: .tenths).formatted(locale: locale)
    let words = run.reading.shownTime.spoken(locale: locale)

    #expect(face == "1:05,4")
    #expect(words == "1 Minute und 5,4 Sekunden")
  }
}
