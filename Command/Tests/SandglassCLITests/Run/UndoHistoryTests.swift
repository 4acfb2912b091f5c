import Sandglass
import Testing

@testable import sandglass_cli

@Suite("What can be undone")
struct UndoHistoryTests {
  @Test("The latest change comes first, and what changed nothing is no change")
  func order() {
    var history = UndoHistory()
    history.note([0: .resume])
    history.note([:])
    history.note([0: .extend(.seconds(5)), 1: .pause])
    #expect(history.takeLatest() == [0: .extend(.seconds(5)), 1: .pause])
    #expect(history.takeLatest() == [0: .resume])
    #expect(history.takeLatest().isEmpty)
  }

  @Test("Only so many are remembered")
  func limit() {
    var history = UndoHistory()
    for second in 0...UndoHistory.limit { history.note([0: .extend(.seconds(second))]) }
    for second in (1...UndoHistory.limit).reversed() {
      #expect(history.takeLatest() == [0: .extend(.seconds(second))])
    }
    #expect(history.takeLatest().isEmpty)
  }
}
