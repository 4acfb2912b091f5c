import Sandglass
import SandglassTesting
import Testing

@MainActor
final class PaintedCell {
  var clock = ""
  var paints = 0

  func paint(_ reading: Reading) {
    clock = reading.clockFace
    paints += 1
  }
}

@MainActor
@Suite("CountdownBoard: rows and reused cells")
struct CountdownBoardTests {
  let time = VirtualTime()

  @Test("a reused cell never shows another cell's time")
  func reusedCell() {
    let board = CountdownBoard<String>(on: time.timekeeper)
    board.start("a", for: .seconds(90))
    board.start("b", until: time.wallNow + .seconds(30))
    let cell = PaintedCell()
    board.show("a", in: cell) { cell, reading in cell.paint(reading) }
    #expect(cell.clock == "1:30")
    time.advance(by: .seconds(1))
    #expect(cell.clock == "1:29")
    board.show("b", in: cell) { cell, reading in cell.paint(reading) }
    #expect(cell.clock == "0:29")
    let paints = cell.paints
    time.advance(by: .seconds(10))
    #expect(cell.clock == "0:19")
    #expect(cell.paints == paints + 10)
  }

  @Test("rows that flip together cost one wake-up per unit")
  func flipsTogether() {
    let board = CountdownBoard<Int>(flipsTogether: true, on: time.timekeeper)
    let cells = (0..<100).map { _ in PaintedCell() }
    for (id, cell) in cells.enumerated() {
      board.start(id, for: .seconds(60) + .milliseconds(7 * id))
      board.show(id, in: cell) { cell, reading in cell.paint(reading) }
    }
    let before = time.timekeeper.counters.wakeUps
    time.advance(by: .seconds(30))
    #expect(time.timekeeper.counters.wakeUps - before == 30)
    #expect(cells.allSatisfy { $0.paints == 31 })
  }

  @Test("a row that is removed and started again is shown again")
  func removedAndSetAgain() {
    let board = CountdownBoard<String>(on: time.timekeeper)
    let cell = PaintedCell()
    board.show("a", in: cell) { cell, reading in cell.paint(reading) }
    #expect(cell.clock == "0:00")
    board.start("a", for: .seconds(5))
    #expect(cell.clock == "0:05")
    #expect(board.remove("a"))
    #expect(cell.clock == "0:00")
    #expect(board.count == 0)
    board.start("a", for: .seconds(7))
    #expect(cell.clock == "0:07")
  }
}
