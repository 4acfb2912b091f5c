import Sandglass
import SandglassTesting
import Testing

@MainActor
@Suite("Law 1: a cell of any kind shows one thing")
struct ShownCellsTests {
  private let time = VirtualTime()

  @Test("whoever shows in it last replaces the former, across kinds", arguments: 0..<5)
  func replaced(pair: Int) {
    let countdowns = [20, 30].map { Countdown.started(.seconds($0), on: time.timekeeper) }
    let boards = (0..<2).map { _ in CountdownBoard<Int>(on: time.timekeeper) }
    boards[0].start(0, for: .seconds(40))
    boards[1].start(0, for: .seconds(50))
    let cell = PaintedCell()
    let shows: [@MainActor () -> Void] = [
      { countdowns[0].show(in: cell) { $0.paint($1) } },
      { countdowns[1].show(in: cell) { $0.paint($1) } },
      { boards[0].show(0, in: cell) { $0.paint($1) } },
      { boards[1].show(0, in: cell) { $0.paint($1) } },
      { boards[1][0]?.show(in: cell) { $0.paint($1) } },
    ]
    let faces = ["0:20", "0:30", "0:40", "0:50", "0:50"]
    for (last, face) in zip(shows.indices, faces) {
      shows[pair % shows.count]()
      shows[last]()
      #expect(cell.clock == face)
      let paints = cell.paints
      time.freeze(for: .zero)
      #expect(cell.paints == paints)
    }
    let paints = cell.paints
    time.advance(by: .seconds(5))
    #expect(cell.paints == paints + 5)
    #expect(cell.clock == "0:45")
  }

  @Test("a cell that is hidden by one is still shown by the other")
  func hidden() {
    let countdown = Countdown.started(.seconds(20), on: time.timekeeper)
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let cell = PaintedCell()
    countdown.show(in: cell) { $0.paint($1) }
    board.show(7, in: cell) { $0.paint($1) }
    countdown.hide(in: cell)
    board.start(7, for: .seconds(90))
    #expect(cell.clock == "1:30")
    countdown.show(in: cell) { $0.paint($1) }
    board.hide(in: cell)
    time.advance(by: .seconds(1))
    #expect(cell.clock == "0:19")
  }

  @Test("what shows in the cell while the former is released replaces both")
  func released() {
    /// Shows something in a cell when it is released.
    final class Trap: Sendable {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
      deinit { body() }
    }
    let countdowns = [20, 30, 40].map { Countdown.started(.seconds($0), on: time.timekeeper) }
    let cell = PaintedCell()
    do {
      let trap = Trap { [countdowns] in
        MainActor.assumeIsolated { countdowns[2].show(in: cell) { $0.paint($1) } }
      }
      countdowns[0].show(in: cell) { cell, reading in
        withExtendedLifetime(trap) { cell.paint(reading) }
      }
    }
    countdowns[1].show(in: cell) { $0.paint($1) }
    let paints = cell.paints
    time.advance(by: .seconds(1))
    #expect(cell.paints == paints + 1)
  }

  @Test("the entries of cells that no longer exist are removed")
  func swept() {
    let countdowns = (0..<100).map { _ in Countdown.started(.seconds(20), on: time.timekeeper) }
    func cells(_ count: Int) -> [PaintedCell] { (0..<count).map { _ in PaintedCell() } }
    func show(_ cells: [PaintedCell]) {
      for (number, cell) in cells.enumerated() {
        countdowns[number % countdowns.count].show(in: cell) { $0.paint($1) }
      }
    }
    show(cells(4_000))
    // These take the addresses of the former cells, whose entries the next ones would replace.
    let unshown = cells(4_000)
    let shown = cells(6_000)
    show(shown)
    #expect(ShownCells.count - shown.count < 1_000)
    withExtendedLifetime((unshown, shown)) {}
  }
}
