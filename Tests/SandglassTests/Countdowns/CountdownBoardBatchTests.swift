import Foundation
import Observation
import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

@MainActor
@Suite("CountdownBoard: changing many rows in one call")
struct CountdownBoardBatchTests {
  private final class Screen {
    var reported: [[Int]] = []
    var paints = 0
  }

  private struct Sale {
    let id: Int
    let end: WallMoment
  }

  private let time = VirtualTime()
  private let screen = Screen()

  private func board() -> CountdownBoard<Int> {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    board.onFinish(with: screen) { screen, ids in screen.reported.append(ids) }
    return board
  }

  @Test(
    "Law 9: starting, restarting and removing any number of rows sets the alarm once each",
    .random
  )
  func manyRows() {
    let count = repetitions(10_000, atLeast: 1_000)
    let board = board()
    let sales = (0..<count).map { id in
      Sale(id: id, end: time.wallNow + .seconds(60) + .milliseconds(count - id))
    }
    func settings(_ work: () -> Void) -> Int {
      let before = time.timekeeper.counters.alarmSettings
      work()
      return time.timekeeper.counters.alarmSettings - before
    }
    #expect(settings { board.start(contentsOf: sales.map { ($0.id, $0.end) }) } == 1)
    #expect(board.count == count)
    #expect(time.timekeeper.counters.waiting == count)
    #expect(settings { board.start(contentsOf: sales.map { ($0.id, $0.end) }) } == 0)
    #expect(settings { board.start(contentsOf: sales.map { ($0.id, Duration.seconds(9)) }) } == 1)
    #expect(settings { board.remove(contentsOf: sales[..<(count / 2)].map(\.id)) } <= 1)
    #expect(board.ids == Array(count / 2..<count))
    time.freeze(for: .seconds(60))
    #expect(screen.reported == [Array(count / 2..<count)])
    #expect(settings { board.removeAll() } <= 1)
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test(
    "Law 10: a finish that a restart of its row reported first keeps the row's place in the order")
  func startedAnewAtTheEnd() {
    let board = board()
    // This timer fires before the rows, which are due as well.
    time.timekeeper.schedule(after: .seconds(5)) { _ in board.start(1, for: .seconds(9)) }
    board.start(contentsOf: [(1, Duration.seconds(5)), (2, .seconds(5)), (3, .seconds(5))])
    time.advance(by: .seconds(5))
    #expect(screen.reported == [[1, 2, 3]])
    board.removeAll()
  }

  @Test("rows can be started with durations, instants, dates, pairs and dictionaries")
  func overloads() {
    let board = board()
    let end = time.wallNow + .seconds(30)
    let date = Date(timeIntervalSince1970: 2_000_000_000)
    board.start(contentsOf: [(1, Duration.seconds(10)), (2, .seconds(20))])
    board.start(contentsOf: zip([3, 4], [end, end]))
    board.start(contentsOf: [(5, date)])
    board.start(contentsOf: [6: Duration.seconds(60)])
    board.start(contentsOf: [7: end])
    board.start(contentsOf: [8: date])
    #expect(board.ids == Array(1...8))
    let left = board.ids.map { board[$0]?.remaining }
    let toDate = WallMoment(secondsSince1970: 2_000_000_000) - time.wallNow
    #expect(
      left == [
        .seconds(10), .seconds(20), .seconds(30), .seconds(30), toDate, .seconds(60), .seconds(30),
        toDate,
      ])
  }

  @Test("Law 3: an id that is listed twice is started twice, and each run ends once")
  func twice() {
    let board = board()
    board.start(contentsOf: [
      (1, Duration.zero), (2, .zero), (1, .zero), (3, .seconds(5)), (3, .zero),
    ])
    #expect(screen.reported == [[1, 2, 1, 3]])
    #expect(board.ids == [1, 2, 3])
  }

  @Test("ends in one report are ordered by time, and equal ones by their starts")
  func orderOfEnds() {
    let board = board()
    board.start(contentsOf: [
      (1, Duration.seconds(9)), (2, .seconds(7)), (3, .seconds(9)), (4, .seconds(8)),
    ])
    board.start(1, for: .seconds(9))
    // A row with a cell waits in another place of the queue.
    board.show(3, in: Canary(Locked(0))) { _, _ in }
    board.show(3, in: screen) { screen, _ in screen.paints += 1 }
    time.freeze(for: .seconds(60))
    #expect(screen.reported == [[2, 4, 3, 1]])
    board.start(contentsOf: [5: Duration.seconds(3), 6: .seconds(4)])
    time.advance(by: .seconds(60))
    #expect(screen.reported.dropFirst() == [[5], [6]])
  }

  @Test("starting towards an unchanged end does nothing, unless the row is paused")
  func unchangedEnd() {
    let board = board()
    let end = time.wallNow + .seconds(30)
    board.show(1, in: screen) { screen, _ in screen.paints += 1 }
    let row = board.start(1, until: end)
    row.onEnd(with: screen) { _, end in #expect(end.outcome == .finished) }
    time.advance(by: .milliseconds(4_500))
    let paints = screen.paints
    #expect(board.start(1, until: end) === row)
    #expect(screen.paints == paints)
    time.advance(by: .seconds(60))
    #expect(screen.reported == [[1]])
    board.start(1, until: end)
    board.start(contentsOf: [(1, end)])
    #expect(screen.reported == [[1]])
    // One end was in the past from the beginning, and one row finished after an extension.
    let past = time.wallNow + .seconds(-5)
    for _ in 0..<3 { board.start(2, until: past) }
    let later = time.wallNow + .seconds(10)
    board.start(3, until: later).extend(by: .seconds(5))
    time.advance(by: .seconds(20))
    board.start(3, until: later)
    #expect(screen.reported == [[1], [2], [3]])
    let other = board.start(4, until: time.wallNow + .seconds(10))
    let deadline = time.wallNow + .seconds(10)
    other.pause()
    board.start(4, until: deadline)
    #expect(other.isRunning)
    // After the clock is set back, the end is in the future again.
    time.advance(by: .seconds(10))
    #expect(screen.reported.count == 4)
    time.setWallClock(to: deadline + .seconds(-7))
    board.start(4, until: deadline)
    #expect(other.remaining == .seconds(7))
  }

  @Test("starting with a duration always restarts the row")
  func durations() {
    let board = board()
    board.start(1, for: .seconds(30))
    time.advance(by: .seconds(10))
    board.start(contentsOf: [(1, Duration.seconds(30))])
    #expect(board[1]?.remaining == .seconds(30))
  }
}

@MainActor
@Suite("CountdownBoard: observation of its rows")
struct CountdownBoardObservationTests {
  @MainActor
  private final class View {
    private let look: @MainActor () -> String
    private(set) var seen: [String] = []

    init(_ look: @escaping @MainActor () -> String) {
      self.look = look
      draw()
    }

    private func draw() {
      seen.append(
        withObservationTracking {
          look()
        } onChange: { [weak self] in
          MainActor.assumeIsolated { self?.draw() }
        })
    }
  }

  private let time = VirtualTime()

  @Test("a body that reads ids or count runs when rows are added or removed, and not at ticks")
  func comeAndGo() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let ids = View { "\(board.ids)" }
    let count = View { "\(board.count)" }
    let row = View { "\(board[2] != nil)" }
    board.start(2, for: .seconds(9))
    board.start(1, for: .seconds(9))
    board.start(2, for: .seconds(20))
    time.advance(by: .seconds(15))
    board.remove(7)
    board.start(contentsOf: [(5, Duration.seconds(1)), (6, .seconds(1)), (2, .seconds(1))])
    board.remove(2)
    board.start(2, for: .zero)
    board.removeAll()
    #expect(
      ids.seen == [
        "[]", "[2]", "[2, 1]", "[2, 1, 5, 6]", "[1, 5, 6]", "[1, 5, 6, 2]", "[]",
      ])
    #expect(count.seen == ["0", "1", "2", "4", "3", "4", "0"])
    #expect(row.seen == ["false", "true", "true", "true", "false", "true", "false"])
  }

  @Test("changes off the main actor notify observers on it, several changes at once")
  func offTheMainActor() async {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let view = View { "\(board.count)" }
    await Task.detached {
      board.start(contentsOf: (0..<100).map { ($0, Duration.seconds(9)) })
      board.remove(contentsOf: 0..<50)
    }.value
    while view.seen.last != "50" { await Task.yield() }
    #expect(view.seen.count <= 3)
  }

  @Test("a view does not retain its board")
  func boardLetGo() {
    weak var gone: CountdownBoard<Int>?
    do {
      let board = CountdownBoard<Int>(on: time.timekeeper)
      gone = board
      withObservationTracking {
        _ = board.ids
      } onChange: {
      }
      board.start(1, for: .seconds(5))
    }
    #expect(gone == nil)
  }
}

@Suite("OrderedIDs")
struct OrderedIDsTests {
  @Test("after random changes, the order is that of a plain array", .random)
  func random() {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(seed: seed)
    var ids = OrderedIDs<Int>()
    var plain: [Int] = []
    for step in 0..<repetitions(400_000) {
      // The array grows and shrinks alternately.
      let grows = (step / 500).isMultiple(of: 2)
      let id = random.number(0...300)
      if random.once(in: 8) {
        let other = random.once(in: 4) ? nil : random.number(0...300)
        let former = plain
        if plain.contains(id), id != other, other.map(plain.contains) ?? true {
          plain.removeAll { $0 == id }
          plain.insert(id, at: other.flatMap { plain.firstIndex(of: $0) } ?? plain.count)
        }
        #expect(ids.move(id, before: other) == (plain != former), "SANDGLASS_SEED=\(seed)")
      } else if random.once(in: grows ? 4 : 2), !grows || plain.count > 2 {
        let removed = ids.remove(id)
        #expect((removed == id) == plain.contains(id), "SANDGLASS_SEED=\(seed)")
        plain.removeAll { $0 == id }
      } else {
        let isNew = ids.append(id)
        #expect(isNew != plain.contains(id), "SANDGLASS_SEED=\(seed)")
        if isNew { plain.append(id) }
      }
      guard ids.elements == plain, ids.count == plain.count, ids.contains(id) == plain.contains(id)
      else {
        Issue.record("step \(step): \(ids.elements), not \(plain); SANDGLASS_SEED=\(seed)")
        return
      }
    }
  }
}
