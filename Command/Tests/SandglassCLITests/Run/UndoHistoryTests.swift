import SandglassCore
import Testing

@testable import sandglass_cli

@Suite("What can be undone")
struct UndoHistoryTests {
  /// What has extended a countdown by so many seconds.
  private func change(_ seconds: Int) throws -> RunChange {
    var machine = CountdownMachine(.seconds(60))
    _ = machine.start(at: .origin) { _ in }
    let before = machine.position(at: .origin)
    _ = machine.extend(by: .seconds(seconds), at: .origin) { _ in }
    return try #require(RunChange(from: before, to: machine.position(at: .origin)))
  }

  @Test("The latest change comes first, and what changed nothing is no change")
  func order() throws {
    var history = UndoHistory()
    let (first, second, third) = (try change(1), try change(2), try change(3))
    history.note([0: first])
    history.note([:])
    history.note([0: second, 1: third])
    #expect(history.takeLatest() == [0: second, 1: third])
    #expect(history.takeLatest() == [0: first])
    #expect(history.takeLatest().isEmpty)
  }

  @Test("Only so many are remembered")
  func limit() throws {
    var history = UndoHistory()
    for second in 0...UndoHistory.limit { try history.note([0: change(second + 1)]) }
    for second in (1...UndoHistory.limit).reversed() {
      let expected = [0: try change(second + 1)]
      #expect(history.takeLatest() == expected)
    }
    #expect(history.takeLatest().isEmpty)
  }
}
