import Sandglass
import SandglassLedger
import SandglassStores
import SandglassTesting
import SandglassTestSupport
import Testing

@MainActor
@Suite("A board with kept rows")
struct KeptBoardTests {
  private final class Screen {
    var finished: [String] = []
    var shown: [Int] = []
  }

  private let time = VirtualTime()
  private let store = MemoryStore()

  private func board(
    on time: VirtualTime, flipsTogether: Bool = false
  ) throws -> CountdownBoard<String> {
    try CountdownBoard(keptIn: store.on(time.timekeeper), flipsTogether: flipsTogether)
  }

  private func listen(_ screen: Screen, to board: CountdownBoard<String>) {
    board.onFinish(with: screen) { screen, ids in screen.finished += ids }
  }

  @Test("rows survive a kill of their process, and each end is reported once")
  func relaunched() throws {
    let first = try board(on: time)
    for number in 1...5 { first.start("row \(number)", for: .seconds(number * 10)) }
    first.start("late", until: time.wallNow + .seconds(45))
    first.remove("row 5")
    #expect(try store.ids() == ["late", "row 1", "row 2", "row 3", "row 4"])
    let later = time.relaunched(after: .seconds(25))
    let second = try board(on: later)
    #expect(second.ids == ["row 1", "row 2", "row 3", "row 4", "late"])
    #expect(second["row 3"]?.remaining == .seconds(5))
    let screen = Screen()
    later.advance(by: .seconds(6))
    #expect(try store.ids().count == 5, "nobody has been told")
    listen(screen, to: second)
    #expect(screen.finished == ["row 1", "row 2", "row 3"])
    #expect(try store.ids() == ["late", "row 4"])
    later.advance(by: .seconds(60))
    #expect(screen.finished.count == 5)
    #expect(try store.ids() == [])
    listen(screen, to: try board(on: later.relaunched()))
    #expect(screen.finished.count == 5)
  }

  @Test(
    "Laws 10, 11: ends of several launches are one array, in the order of the ends",
    arguments: [true, false])
  func oneArray(isRebooted: Bool) throws {
    func next(after duration: Duration) -> VirtualTime {
      isRebooted ? latest.rebooted(after: duration) : latest.relaunched(after: duration)
    }
    var latest = time
    let first = try board(on: time)
    for (id, seconds) in [("a", 30), ("b", 10), ("c", 20), ("d", 3000)] {
      first.start(id, for: .seconds(seconds))
    }
    first.start(contentsOf: [("z", .seconds(20)), ("y", .seconds(20))])
    latest = next(after: .seconds(15))
    _ = try board(on: latest)
    latest.advance(by: .seconds(7))
    latest = next(after: .seconds(78))
    let last = try board(on: latest)
    let screen = Screen()
    var arrays: [[String]] = []
    last.onFinish(with: screen) { _, ids in arrays.append(ids) }
    latest.advance(by: .seconds(1))
    #expect(arrays == [["b", "c", "z", "y", "a"]])
  }

  @Test("releasing a board cancels nothing, and the next board in the process has the same rows")
  func letGo() throws {
    do {
      let first = try board(on: time)
      let screen = Screen()
      listen(screen, to: first)
      first.start("tea", for: .seconds(60))
    }
    time.advance(by: .seconds(20))
    let second = try board(on: time)
    #expect(second["tea"]?.remaining == .seconds(40))
    let screen = Screen()
    listen(screen, to: second)
    time.advance(by: .seconds(40))
    #expect(screen.finished == ["tea"])
    #expect(try store.ids() == [])
  }

  @Test("if the only receiver is deallocated, the end stays pending for the next one")
  func ownerGone() throws {
    let board = try board(on: time)
    do {
      let gone = Screen()
      listen(gone, to: board)
    }
    board.start("tea", for: .seconds(60))
    time.advance(by: .seconds(60))
    #expect(try store.ids() == ["tea"])
    let screen = Screen()
    listen(screen, to: board)
    #expect(screen.finished == ["tea"])
    #expect(try store.ids() == [])
  }

  @Test("cells show kept rows, which flip together with rows that are started later")
  func cells() throws {
    try board(on: time).start("a", for: .seconds(60))
    let later = time.relaunched(after: .seconds(10.3))
    let second = try board(on: later, flipsTogether: true)
    second.start("b", for: .seconds(49.7))
    let cells = [Screen(), Screen()]
    for (id, cell) in zip(["a", "b"], cells) {
      second.show(id, in: cell) { cell, reading in cell.shown.append(reading.shown) }
    }
    later.advance(by: .seconds(3))
    #expect(cells[0].shown == cells[1].shown)
    #expect(cells[0].shown == [50, 49, 48, 47])
  }

  @Test("a row whose record cannot be read has an error, and the others continue")
  func unreadable() throws {
    try board(on: time).start("tea", for: .seconds(60))
    store.fail(.unavailable)
    let second = try board(on: time.relaunched())
    #expect(second["tea"]?.storeError?.kind == .unavailable)
    #expect(second["tea"]?.state == .idle)
    store.fail(nil)
    second.start("eggs", for: .seconds(60))
    #expect(try store.ids() == ["eggs", "tea"])
  }

  @Test("of two processes with one board, one reports each end")
  func twoProcesses() throws {
    let other = time.companion()
    let boards = [try board(on: time), try board(on: other)]
    let screens = [Screen(), Screen()]
    for (board, screen) in zip(boards, screens) { listen(screen, to: board) }
    boards[0].start("tea", for: .seconds(60))
    let late = try board(on: other)
    listen(screens[1], to: late)
    time.advance(by: .seconds(60))
    other.advance(by: .seconds(60))
    #expect(screens.map(\.finished) == [["tea"], []])
    #expect(try store.ids() == [])
  }

  @Test("Law 12: ends in one report are handled when the closure returns, and not before")
  func handledAfterwards() throws {
    let board = try board(on: time)
    let screen = Screen()
    board.onFinish(with: screen) { [store] screen, ids in
      // If the process were killed here, all of them would be delivered again.
      #expect((try? store.ids()) == ["a", "b", "c"])
      screen.finished += ids
    }
    board.start(contentsOf: [("c", Duration.seconds(5)), ("a", .seconds(3)), ("b", .seconds(5))])
    time.freeze(for: .seconds(9))
    #expect(screen.finished == ["a", "c", "b"])
    #expect(try store.ids() == [])
  }

  @Test("starting towards an unchanged end writes no record, also in the next process")
  func unchangedEnd() throws {
    let end = time.wallNow + .seconds(60)
    let first = try board(on: time)
    first.start("tea", until: end)
    let saves = store.saves
    first.start(contentsOf: [("tea", end)])
    #expect(store.saves == saves)
    let later = time.relaunched(after: .seconds(20))
    let second = try board(on: later)
    second.start("tea", until: end)
    #expect(store.saves == saves)
    #expect(second["tea"]?.remaining == .seconds(40))
    // It ends without a receiver, and is started again with the same end: nothing is lost or added.
    later.advance(by: .seconds(60))
    second.start("tea", until: end)
    let screen = Screen()
    listen(screen, to: second)
    second.start("tea", until: end)
    #expect(screen.finished == ["tea"])
    #expect(try store.ids() == [])
  }
}
