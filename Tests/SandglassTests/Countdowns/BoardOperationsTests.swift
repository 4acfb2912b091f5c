import Sandglass
import SandglassStores
import SandglassTesting
import SandglassTestSupport
import Testing

@MainActor
@Suite("CountdownBoard: pausing, resuming and cancelling all rows")
struct BoardOperationsTests {
  private final class Screen {
    var finished: [[String]] = []
    var changes: [String] = []
  }

  private let time = VirtualTime()
  private let screen = Screen()

  private func follow(_ board: CountdownBoard<String>) {
    board.onFinish(with: screen) { screen, ids in screen.finished.append(ids) }
    for id in board.ids {
      board[id]?.onChange(with: screen) { screen, change in
        screen.changes.append("\(id) \(change.kind)".prefix { $0 != "(" }.description)
      }
    }
  }

  private func changes() -> [String] {
    defer { screen.changes = [] }
    return screen.changes
  }

  @Test("Law 7: rows that the call does not apply to are left alone, and others change once")
  func all() {
    let board = CountdownBoard<String>(on: time.timekeeper)
    for id in ["a", "b", "c", "d"] { board.start(id, for: .seconds(60)) }
    board["b"]?.pause()
    board["c"]?.cancel()
    follow(board)
    #expect(board.pauseAll() == ["a", "d"])
    #expect(changes() == ["a paused", "d paused"])
    #expect(board.pauseAll() == [])
    time.advance(by: .seconds(100))
    #expect(board.resumeAll() == ["a", "b", "d"])
    #expect(changes() == ["a resumed", "b resumed", "d resumed"])
    #expect(board["c"]?.state == .idle)
    board["a"]?.pause()
    #expect(changes() == ["a paused"])
    #expect(board.cancelAll() == ["a", "b", "d"])
    #expect(changes() == ["a cancelled", "b cancelled", "d cancelled"])
    #expect(board.ids == ["a", "b", "c", "d"])
    #expect(board.cancelAll() == [])
    #expect(screen.finished == [])
  }

  @Test("Law 3: rows whose end has come finish, and are reported together")
  func due() {
    let board = CountdownBoard<String>(on: time.timekeeper)
    board.start(contentsOf: [
      ("late", Duration.seconds(60)), ("second", .seconds(9)), ("first", .seconds(5)),
    ])
    follow(board)
    // This timer fires before the rows, which are due as well.
    time.timekeeper.schedule(after: .seconds(9)) { _ in board.pauseAll() }
    time.freeze(for: .seconds(20))
    #expect(screen.finished == [["first", "second"]])
    #expect(board["late"]?.isPaused == true)
  }

  @Test("overtime is stopped by cancelAll() alone")
  func overtime() {
    let board = CountdownBoard<String>(
      options: CountdownOptions(countsPastZero: true), on: time.timekeeper)
    board.start("a", for: .seconds(5))
    time.advance(by: .seconds(6))
    #expect(board.pauseAll() == [])
    #expect(board.resumeAll() == [])
    #expect(board["a"]?.state == .overtime)
    #expect(board.cancelAll() == ["a"])
    #expect(board["a"]?.state == .finished)
  }

  @Test("Law 9: any number of rows is one setting of the alarm, and one batch of records", .random)
  func costs() throws {
    let count = repetitions(10_000, atLeast: 500)
    let store = MemoryStore()
    let board = try CountdownBoard(keptIn: store.on(time.timekeeper))
    board.start(contentsOf: (0..<count).map { ("row \($0)", Duration.seconds(60)) })
    func costs(_ work: () -> [String]) -> [Int] {
      let before = (time.timekeeper.counters.alarmSettings, store.saves, store.updates)
      let changed = work().count
      return [
        changed, time.timekeeper.counters.alarmSettings - before.0, store.saves - before.1,
        store.updates - before.2,
      ]
    }
    #expect(costs { board.pauseAll() } == [count, 1, count, 1])
    #expect(costs { board.pauseAll() } == [0, 0, 0, 0])
    #expect(costs { board.resumeAll() } == [count, 1, count, 1])
    #expect(costs { board.cancelAll() } == [count, 1, 0, 1])
    #expect(try store.ids() == [])
  }
}

@MainActor
@Suite("CountdownBoard: the order of the rows")
struct BoardOrderTests {
  private let time = VirtualTime()
  private let store = MemoryStore()

  /// The rows that another process finds in the store.
  private func ids() throws -> [String] {
    try CountdownBoard(keptIn: store.on(time.companion().timekeeper)).ids
  }

  private func board(_ ids: [String]) throws -> CountdownBoard<String> {
    let board = try CountdownBoard(keptIn: store.on(time.timekeeper))
    board.start(contentsOf: ids.map { ($0, Duration.seconds(60)) })
    return board
  }

  @Test("a row is moved before another one, or to the end")
  func move() throws {
    let board = try board(["zebra", "mango", "apple", "kiwi"])
    #expect(board.move("kiwi", before: "zebra"))
    #expect(board.ids == ["kiwi", "zebra", "mango", "apple"])
    #expect(board.move("kiwi", before: nil))
    #expect(!board.move("kiwi", before: nil))
    #expect(!board.move("kiwi", before: "kiwi"))
    #expect(!board.move("apple", before: "kiwi"))
    #expect(try ids() == ["zebra", "mango", "apple", "kiwi"])
    #expect(board.move("apple", before: "mango"))
    #expect(board.ids == ["zebra", "apple", "mango", "kiwi"])
    #expect(try ids() == board.ids)
  }

  @Test("a move writes only the rows between both places, in one batch")
  func costs() throws {
    let board = try board((0..<100).map { "row \($0)" })
    let (saves, updates) = (store.saves, store.updates)
    board.move("row 50", before: "row 47")
    #expect((store.saves - saves, store.updates - updates) == (4, 1))
  }

  @Test("ids and offsets without a row are ignored")
  func extremes() throws {
    let board = try board(["a", "b", "c"])
    #expect(!board.move("x", before: "a"))
    #expect(!board.move("a", before: "x"))
    #expect(!board.move("x", before: nil))
    board.move(fromOffsets: [-1, 3, .min, .max], toOffset: 0)
    board.move(fromOffsets: [0], toOffset: .min)
    board.move(fromOffsets: [2, 2], toOffset: .max)
    board.move(fromOffsets: [], toOffset: 1)
    #expect(board.ids == ["a", "b", "c"])
    board.move(fromOffsets: [2, -7], toOffset: -7)
    #expect(board.ids == ["c", "a", "b"])
  }

  @Test("the order stays: after an end, a new start, a cancellation, and a clock that was set back")
  func stays() throws {
    let board = try board(["a", "b"])
    let screen = CountdownWatcher()
    board.onFinish(with: screen) { _, _ in }
    time.advance(by: .seconds(60))
    #expect(store.records == 0)
    board["b"]?.start(for: .seconds(60))
    board.start("a", for: .seconds(60))
    time.setWallClock(to: time.wallNow + .seconds(-3_600))
    board.start("c", for: .seconds(60))
    board["a"]?.cancel()
    board["a"]?.start()
    #expect(board.ids == ["a", "b", "c"])
    #expect(try ids() == ["a", "b", "c"])
    board.remove("a")
    board.start("a", for: .seconds(60))
    #expect(try ids() == ["b", "c", "a"])
  }

  @Test("rows that two processes started at the same time can be moved")
  func ties() throws {
    let other = time.companion()
    let boards = try [time, other].map { try CountdownBoard(keptIn: store.on($0.timekeeper)) }
    boards[0].start("a", for: .seconds(60))
    boards[1].start("b", for: .seconds(60))
    let board = try CountdownBoard(keptIn: store.on(time.relaunched().timekeeper))
    #expect(board.ids == ["a", "b"])
    board.move("b", before: "a")
    #expect(try ids() == ["b", "a"])
    board.start("0", for: .seconds(60))
    #expect(try ids() == ["b", "a", "0"])
  }
}
