import Foundation
import Sandglass
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct QuizTests {
  static let questions = [
    Question(text: "2 + 2", answer: "4"), Question(text: "3 + 3", answer: "6"),
    Question(text: "4 + 4", answer: "8"),
  ]

  /// Begins a quiz on a device whose clock is an hour behind that of the server.
  func makeQuiz(in time: VirtualTime, closingAfter seconds: TimeInterval = 600) -> Quiz {
    let server = time.makeTimekeeper { time.wallNow + .seconds(3600) }
    return Quiz(Self.questions, until: time.wallDate + 3600 + seconds, on: server)
  }

  @Test func eachQuestionHasItsLimit() {
    let time = VirtualTime()
    let quiz = makeQuiz(in: time)
    #expect((quiz.title, quiz.clock) == ("2 + 2", "0:20"))
    time.advance(by: .seconds(12))
    quiz.answered("4")
    #expect((quiz.title, quiz.clock) == ("3 + 3", "0:20"))
    time.advance(by: .seconds(20))
    #expect((quiz.title, quiz.clock) == ("4 + 4", "0:20"))
    quiz.answered("9")
    #expect(quiz.title == "1 of 3")
    quiz.answered("8")
    #expect(quiz.title == "1 of 3")
  }

  @Test func closesByTheServersClock() {
    let time = VirtualTime()
    let quiz = makeQuiz(in: time, closingAfter: 30)
    quiz.answered("4")
    time.setWallClock(to: time.wallDate - 10)
    time.advance(by: .seconds(39.5))
    #expect((quiz.title, quiz.clock) == ("4 + 4", "0:01"))
    time.advance(by: .seconds(0.5))
    #expect(quiz.title == "1 of 3")
  }

  @Test func anAnswerAfterTheLimitIsNotTakenForTheNextQuestion() {
    let time = VirtualTime(delivery: .later)
    let quiz = makeQuiz(in: time)
    time.advance(by: .seconds(1))
    time.freeze(for: .seconds(20))
    quiz.answered("6")
    time.advance(by: .zero)
    #expect((quiz.title, quiz.clock) == ("3 + 3", "0:19"))
    quiz.answered("6")
    time.advance(by: .seconds(60))
    #expect(quiz.title == "1 of 3")
  }
}
