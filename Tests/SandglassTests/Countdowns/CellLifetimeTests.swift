import Sandglass
import SandglassStores
import SandglassTesting
import Testing

@MainActor
@Suite("Cells: the last reading when a countdown or a board is deallocated")
struct CellLifetimeTests {
  private let time = VirtualTime()
  private let store = MemoryCountdownStore()
  private let cell = PaintedCell()

  private func keptBoard() throws -> CountdownBoard<String> {
    try CountdownBoard(keptIn: store.on(time.timekeeper))
  }

  private func show(_ board: CountdownBoard<String>) {
    board.show("tea", in: cell) { cell, reading in cell.paint(reading) }
  }

  @Test(
    "a cell of a deallocated board shows zero, and no readings of a row that still exists",
    arguments: [false, true])
  func boardGone(isKept: Bool) throws {
    let row: Countdown
    do {
      let board = isKept ? try keptBoard() : CountdownBoard<String>(on: time.timekeeper)
      row = board.start("tea", for: .seconds(60))
      show(board)
      #expect(cell.clock == "1:00")
    }
    #expect(cell.clock == "0:00")
    let paints = cell.paints
    row.restart(for: .seconds(30))
    let wakeUps = time.timekeeper.counters.wakeUps
    time.advance(by: .seconds(10))
    #expect(cell.paints == paints)
    #expect(time.timekeeper.counters.wakeUps == wakeUps)
    row.cancel()
  }

  @Test("a cell of a deallocated board shows zero, even if its row's overtime is stopped at once")
  func overtimeStopped() throws {
    var board: CountdownBoard<String>? = try CountdownBoard(
      keptIn: store.on(time.timekeeper), options: CountdownOptions(countsPastZero: true))
    let row = board?.start("tea", for: .seconds(60))
    board.map(show)
    // Deliveries wait during a callback.
    let timer = OneShotTimer(after: .seconds(70), on: time.timekeeper) { _ in
      board = nil
      row?.cancel()
    }
    time.advance(by: .seconds(70))
    #expect(cell.clock == "0:00")
    timer.cancel()
  }

  @Test("deallocating a board does not change a cell that shows a row of another board")
  func twoBoards() throws {
    var first: CountdownBoard<String>? = try keptBoard()
    first?.start("tea", for: .seconds(60))
    first.map(show)
    let second = try keptBoard()
    show(second)
    first?.hide(in: cell)
    time.advance(by: .seconds(1))
    #expect(cell.clock == "0:59")
    first = nil
    time.advance(by: .seconds(1))
    #expect(cell.clock == "0:58")
  }

  @Test("Law 10: a row that is shown after its former board is deallocated stays in the cell")
  func shownAtOnce() throws {
    var first: CountdownBoard<String>? = try keptBoard()
    first?.start("tea", for: .seconds(60))
    first.map(show)
    let second = try keptBoard()
    var clocks: [String] = []
    // Deliveries wait during a callback.
    let timer = OneShotTimer(after: .seconds(10), on: time.timekeeper) { _ in
      first = nil
      show(second)
      clocks.append(cell.clock)
    }
    time.advance(by: .seconds(10))
    clocks.append(cell.clock)
    time.advance(by: .seconds(1))
    clocks.append(cell.clock)
    #expect(clocks == ["0:50", "0:50", "0:49"])
    timer.cancel()
  }

  @Test("the cell of a deallocated paused countdown shows it as idle", arguments: [false, true])
  func pausedGone(isKept: Bool) {
    do {
      let tea =
        isKept
        ? store.on(time.timekeeper).countdown("tea", startingFrom: .seconds(60))
        : Countdown(.seconds(60), on: time.timekeeper)
      tea.show(in: cell) { cell, reading in cell.paint(reading) }
      tea.start()
      time.advance(by: .seconds(20))
      tea.pause()
      #expect(cell.clock == "0:40")
    }
    #expect(cell.clock == "1:00")
  }

  @Test(
    "Law 8: the captures of a cell's closure are released with the board if its row still exists"
  )
  func captured() throws {
    let deaths = Locked(0)
    let row: Countdown
    do {
      let board = try keptBoard()
      row = board.start("tea", for: .seconds(60))
      let canary = Canary(deaths)
      board.show("tea", in: cell) { _, _ in canary.sing() }
    }
    #expect(deaths.withLock { $0 } == 1)
    row.cancel()
  }
}
