import Foundation
import Sandglass

struct Question: Sendable {
  let text: String
  let answer: String
}

/// A quiz with twenty seconds for each question, which closes at a time of the server's clock.
@MainActor
final class Quiz {
  private let questions: [Question]
  private let quiz: Countdown
  private let closing: Countdown
  private(set) var number = 0
  private(set) var title = ""
  private(set) var clock = ""
  private(set) var score = 0

  /// The timekeeper must use the server's clock as its wall clock, as that of a `CorrectedTime` does.
  init(_ questions: [Question], until end: Date, on timekeeper: Timekeeper) {
    self.questions = questions
    quiz = Countdown(phases: questions.map { Phase($0.text, .seconds(20)) }, on: timekeeper)
    closing = Countdown(until: end, on: timekeeper)
    quiz.onTick(with: self) { screen, reading in
      screen.number = reading.phaseIndex
      screen.title = questions[screen.number].text
      screen.clock = reading.clockFace
    }
    quiz.onEnd(with: self) { screen, _ in
      screen.title = "\(screen.score) of \(questions.count)"
      screen.closing.cancel()
    }
    closing.onFinish(with: self) { screen, _ in screen.quiz.cancel() }
    closing.start()
    quiz.start()
  }

  /// The user has answered the question that the screen shows. It may be too late for that one.
  func answered(_ answer: String) {
    guard quiz.isRunning, quiz.phaseIndex == number else { return }
    if answer == questions[number].answer { score += 1 }
    quiz.skip()
  }
}
