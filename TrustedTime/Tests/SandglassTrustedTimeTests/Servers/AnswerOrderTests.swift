import SandglassTrustedTime
import Testing

struct AnswerOrderTests {
  private static let parts: [AnswerOrder.Part] =
    [0, 99, 100, 101, 103, 200, 404].map { .head(status: $0) } + [.body, .end]

  @Test(
    "In every order of parts, what is passed on are whole answers, and at most a last part of one")
  func everyOrder() {
    var histories: [(order: AnswerOrder, passed: [AnswerOrder.Part])] = [(.betweenAnswers, [])]
    for _ in 0..<4 {
      histories = histories.flatMap { history in
        Self.parts.map { part in
          var next = history
          if next.order.receive(part) == .pass { next.passed.append(part) }
          return next
        }
      }
      for (order, passed) in histories {
        // A plain reader of answers: a head, any number of bodies, an end.
        var isWithin = false
        for part in passed {
          switch part {
          case .head(let status):
            #expect(!isWithin && (status == 101 || status >= 200))
            isWithin = true
          case .body: #expect(isWithin)
          case .end:
            #expect(isWithin)
            isWithin = false
          }
        }
        if order != .refused { #expect(isWithin == (order == .withinAnswer)) }
      }
    }
  }

  @Test("Interim answers are left out, and an impossible status ends the connection")
  func interim() {
    var order = AnswerOrder.betweenAnswers
    #expect(order.receive(.head(status: 103)) == .drop)
    #expect(order.receive(.head(status: 200)) == .pass)
    #expect(order.receive(.body) == .pass)
    #expect(order.receive(.end) == .pass)
    #expect(order.receive(.head(status: 99)) == .refuse)
    #expect(order.receive(.body) == .drop)
    #expect(order.receive(.head(status: 200)) == .drop)
  }
}
