import Sandglass
import SandglassLedger
import SandglassTesting
import SandglassTestSupport
import Testing

@testable import SandglassStores

@MainActor
@Suite("Records that stay after the end of a run")
struct KeptRecordTests {
  private let time = VirtualTime()
  private let store = MemoryStore()
  private let options = CountdownOptions(keepsRecord: true)

  private func board(on time: VirtualTime) throws -> CountdownBoard<String> {
    try CountdownBoard(keptIn: store.on(time.timekeeper), options: options)
  }

  private func tea(_ options: CountdownOptions, on time: VirtualTime) -> Countdown {
    store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60), options: options)
  }

  @Test("a row that was added, has finished or was cancelled is on the next board, until removed")
  func rows() throws {
    let first = try board(on: time)
    let watcher = CountdownWatcher()
    var finished: [[String]] = []
    first.onFinish(with: watcher) { _, ids in finished.append(ids) }
    first.add("preset", for: .seconds(30)).label = "Preset"
    first.start("done", for: .seconds(40)).label = "Done"
    first.start("cancelled", for: .seconds(50))
    first.start("removed", for: .seconds(60))
    time.advance(by: .seconds(45))
    first["cancelled"]?.cancel()
    first.remove("removed")
    let later = time.relaunched(after: .seconds(60))
    let second = try board(on: later)
    second.onFinish(with: watcher) { _, ids in finished.append(ids) }
    #expect(second.ids == ["preset", "done", "cancelled"])
    #expect(second.ids.map { second[$0]?.state } == [.idle, .finished, .idle])
    #expect(second.ids.map { second[$0]?.label } == ["Preset", "Done", nil])
    #expect(second.ids.map { second[$0]?.duration } == [30, 40, 50].map { .seconds($0) })
    #expect(second["preset"]?.clockFace == "0:30")
    #expect(finished == [["done"]])
    for id in second.ids { second[id]?.start() }
    later.advance(by: .seconds(60))
    #expect(finished == [["done"], ["preset"], ["done"], ["cancelled"]])
    second.removeAll()
    #expect(try store.ids() == [])
  }

  @Test("a row that is added again, or while it runs, is left alone")
  func addedAgain() throws {
    let board = try board(on: time)
    board.start("a", for: .seconds(30))
    board.add("a", for: .seconds(99))
    #expect(board["a"]?.remaining == .seconds(30))
    board["a"]?.cancel()
    board.add("a", for: .seconds(99))
    #expect(board["a"]?.remaining == .seconds(30))
  }

  @Test("a cell shows a row that is added, also without a store")
  func shown() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let cell = PaintedCell()
    board.show(1, in: cell) { $0.paint($1) }
    #expect(board.add(1, for: .seconds(90)) === board[1])
    #expect((cell.clock, board.ids) == ("1:30", [1]))
    board[1]?.start()
    time.advance(by: .seconds(1))
    #expect(cell.clock == "1:29")
  }

  @Test("another process that handles the finish leaves the record, even without the option")
  func otherProcess() throws {
    tea(options, on: time).start()
    let other = time.relaunched(after: .seconds(90))
    let second = try #require(try store.on(other.timekeeper).countdown("tea"))
    let watcher = CountdownWatcher()
    watcher.watchEnds(of: second)
    #expect(watcher.take() == ["finished"])
    #expect(store.tea?.pending == [])
    let third = tea(options, on: other.relaunched())
    #expect((third.state, third.duration) == (.finished, .seconds(60)))
    watcher.watchEnds(of: third)
    #expect(watcher.take() == [])
    third.discard()
    #expect(store.tea == nil)
  }

  @Test("a row whose duration is zero or less finishes when it is started")
  func nothing() throws {
    let board = try board(on: time)
    for (id, duration) in [("zero", Duration.zero), ("less", .seconds(-5))] {
      #expect(board.add(id, for: duration).state == .idle)
      board[id]?.start()
      #expect(board[id]?.state == .finished)
    }
  }
}
