import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

/// A cell that notes what it was painted with last.
@MainActor
private final class BoardCell {
  var id: Int?
  var painted: Reading?
}

/// A board in the hands of chance, beside a plain account of what each cell has to show.
@MainActor
private final class BoardModel {
  private enum Row {
    case running(end: Moment)
    case paused(remaining: Duration)
  }

  private let time = VirtualTime()
  private let board: CountdownBoard<Int>
  private var random: SeededGenerator
  private var cells = (0..<12).map { _ in BoardCell() }
  private var rows: [Int: Row] = [:]
  private var finishes: [Int] = []
  private var expectedFinishes = 0
  private(set) var faults: [String] = []

  init(random: SeededGenerator) {
    self.random = random
    board = CountdownBoard(on: time.timekeeper)
    board.onFinish(with: self) { model, id in model.finishes.append(id) }
  }

  func act() {
    let id = Int.random(in: 0..<20, using: &random)
    let index = Int.random(in: 0..<cells.count, using: &random)
    switch Int.random(in: 0..<16, using: &random) {
    case 0...1:
      let duration = Duration.milliseconds(Int.random(in: 1...90_000, using: &random))
      board.start(id, for: duration)
      rows[id] = .running(end: time.now + duration)
    case 2:
      let duration = Duration.milliseconds(Int.random(in: 1...90_000, using: &random))
      board.start(id, endingAt: time.wallNow + duration)
      rows[id] = .running(end: time.now + duration)
    case 3:
      if board.remove(id) != (rows[id] != nil) { faults.append("remove \(id)") }
      rows[id] = nil
    case 4:
      board.hide(cells[index])
      cells[index].id = nil
    case 5:
      cells[index] = BoardCell()
    case 6:
      if board[id]?.pause() == true, case .running(let end) = rows[id] {
        rows[id] = .paused(remaining: end - time.now)
      }
    case 7:
      if board[id]?.resume() == true, case .paused(let remaining) = rows[id] {
        rows[id] = .running(end: time.now + remaining)
      }
    case 8...11:
      let cell = cells[index]
      cell.id = id
      board.show(id, in: cell) { cell, reading in cell.painted = reading }
    default:
      time.advance(by: .milliseconds(Int.random(in: 0...3_000, using: &random)))
    }
    audit()
  }

  private func shown(_ id: Int) -> Int {
    let remaining: Duration
    switch rows[id] {
    case nil: return 0
    case .running(let end): remaining = max(.zero, end - time.now)
    case .paused(let left): remaining = left
    }
    return Int((remaining / .seconds(1)).rounded(.up))
  }

  private func audit() {
    for cell in cells {
      guard let id = cell.id else { continue }
      if cell.painted?.shown != shown(id) {
        faults.append("row \(id): painted \(cell.painted?.shown ?? -1), is \(shown(id))")
      }
    }
    if board.count != rows.count { faults.append("\(board.count) rows, not \(rows.count)") }
  }

  func close() {
    board.removeAll()
    rows = [:]
    audit()
    if time.timekeeper.counters.waiting != 0 { faults.append("something still waits") }
  }
}

@MainActor
@Suite("CountdownBoard: against a plain account")
struct CountdownBoardModelTests {
  @Test("in random operations no cell ever shows another row's time")
  func random() async {
    let model = BoardModel(random: SeededGenerator(for: "random operations on a board"))
    for operation in 0..<repetitions(60_000) {
      model.act()
      guard operation % 100 == 0 else { continue }
      await Task.yield()
    }
    model.close()
    #expect(model.faults.prefix(5) == [])
  }
}

@MainActor
@Suite("CountdownBoard: rows, crowds and finishes")
struct CountdownBoardRowsTests {
  let time = VirtualTime()

  @Test("Law 9: ten thousand rows that flip together cost one wake-up and one paint each")
  func tenThousandRows() async {
    let board = CountdownBoard<Int>(flipsTogether: true, on: time.timekeeper)
    let cells = (0..<10_000).map { _ in BoardCell() }
    // A release build lets go of them after their last use.
    defer { withExtendedLifetime((board, cells)) {} }
    var paints = 0
    for (id, cell) in cells.enumerated() {
      board.start(id, for: .seconds(100) + .microseconds(id))
      board.show(id, in: cell) { cell, reading in
        cell.painted = reading
        paints += 1
      }
      // Others want the main actor, too.
      if id.isMultiple(of: 200) { await Task.yield() }
    }
    let before = time.timekeeper.counters
    paints = 0
    for _ in 0..<3 {
      time.advance(by: .seconds(1))
      await Task.yield()
    }
    let after = time.timekeeper.counters
    #expect(after.wakeUps - before.wakeUps == 3)
    #expect(after.alarmSettings - before.alarmSettings <= 4)
    #expect(paints == 30_000)
    #expect(after.waiting == 10_000)
  }

  @Test("rows that no cell shows cost nothing until they finish")
  func unshownRows() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    for id in 0..<10_000 { board.start(id, for: .seconds(60)) }
    let before = time.timekeeper.counters
    time.advance(by: .nanoseconds(59_999_999_999))
    #expect(time.timekeeper.counters.wakeUps == before.wakeUps)
    time.advance(by: .nanoseconds(1))
    #expect(time.timekeeper.counters.wakeUps - before.wakeUps == 1)
    #expect(time.timekeeper.counters.waiting == 0)
    #expect(board.count == 10_000)
  }

  @Test("rows that flip together show each number once, at the same instants, and finish exactly")
  func flipsTogether() {
    let board = CountdownBoard<Int>(flipsTogether: true, on: time.timekeeper)
    let start = time.now
    let cells = [BoardCell(), BoardCell()]
    defer { withExtendedLifetime((board, cells)) {} }
    var flips: [[Int]] = [[], []]
    var instants: Set<Duration> = []
    var finishes: [Duration] = []
    board.onFinish(with: cells[0]) { [time] _, _ in finishes.append(time.now - start) }
    time.advance(by: .milliseconds(400))
    for (id, cell) in cells.enumerated() {
      board.start(id, for: .milliseconds(3_300 + 500 * id))
      board.show(id, in: cell) { [time] _, reading in
        flips[id].append(reading.shown)
        guard reading.state == .running, time.now - start > .milliseconds(400) else { return }
        instants.insert(time.now - start)
      }
    }
    time.advance(by: .seconds(10))
    // The rows end at 3.7 and at 4.2, and open with the numbers of the pulse at 0.
    #expect(flips == [[4, 3, 2, 1, 0], [5, 4, 3, 2, 1, 0]])
    #expect(instants.allSatisfy { $0 / .seconds(1) == ($0 / .seconds(1)).rounded() })
    #expect(finishes == [.milliseconds(3_700), .milliseconds(4_200)])
  }

  @Test("rows of one deadline that flip together agree, whenever each was set and first shown")
  func neighboursAgree() {
    let seed = SeededGenerator.seedOfThisRun
    var random = SeededGenerator(seed: seed)
    for _ in 0..<repetitions(300) {
      let time = VirtualTime()
      let options = CountdownOptions(
        unit: .milliseconds(random.number(100...1_500)),
        rounding: [.up, .nearest, .down].randomElement(using: &random) ?? .up)
      let board = CountdownBoard<Int>(options: options, flipsTogether: true, on: time.timekeeper)
      let deadline = time.now + .milliseconds(random.number(5_000...15_000))
      let end = time.wallNow + (deadline - time.now)
      var cells: [BoardCell] = []
      for row in 0..<6 {
        time.advance(by: .milliseconds(random.number(0...1_000)))
        if random.once(in: 2) {
          board.start(row, endingAt: end)
        } else {
          board.start(row, for: deadline - time.now)
        }
        if random.once(in: 2) { time.advance(by: .milliseconds(random.number(0...1_000))) }
        let cell = BoardCell()
        cells.append(cell)
        board.show(row, in: cell) { cell, reading in cell.painted = reading }
        #expect(Set(cells.map { $0.painted?.shown }).count == 1, "SANDGLASS_SEED=\(seed)")
      }
      for _ in 0..<10 {
        time.advance(by: .milliseconds(random.number(0...2_000)))
        #expect(Set(cells.map { $0.painted?.shown }).count == 1, "SANDGLASS_SEED=\(seed)")
        #expect(Set(board.ids.map { board[$0]?.shown }).count == 1, "SANDGLASS_SEED=\(seed)")
      }
    }
  }

  @Test("onFinish tells the id of each row that finishes, and of no other")
  func onFinish() {
    let board = CountdownBoard<String>(on: time.timekeeper)
    let owner = BoardCell()
    defer { withExtendedLifetime((board, owner)) {} }
    var told: [String] = []
    board.onFinish(with: owner) { _, _ in Issue.record("This was replaced.") }
    board.onFinish(with: owner) { _, id in told.append(id) }
    board.start("now", for: .zero)
    #expect(told == ["now"])
    board.start("past", endingAt: time.wallNow + .seconds(-1))
    board.start("later", for: .seconds(5))
    board.start("replaced", for: .seconds(5))
    board.start("removed", for: .seconds(5))
    time.advance(by: .seconds(1))
    board.start("replaced", for: .seconds(60))
    board.remove("removed")
    time.advance(by: .seconds(4))
    #expect(told == ["now", "past", "later"])
    board.start("later", for: .seconds(1))
    time.advance(by: .seconds(1))
    #expect(told == ["now", "past", "later", "later"])
  }

  @Test("Law 10: a finish listener that another has just replaced is not called")
  func replacedListener() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let owners = (0..<8).map { _ in BoardCell() }
    defer { withExtendedLifetime((board, owners)) {} }
    var told: [String] = []
    for owner in owners {
      board.onFinish(with: owner) { _, _ in
        told.append("first")
        for other in owners { board.onFinish(with: other) { _, _ in told.append("second") } }
      }
    }
    board.start(1, for: .zero)
    #expect(told == ["first"] + Array(repeating: "second", count: 7))
  }

  @Test("a removed row in overtime stops, and its cells show zero")
  func removedInOvertime() {
    let board = CountdownBoard<Int>(
      options: CountdownOptions(countsPastZero: true), on: time.timekeeper)
    let cell = BoardCell()
    board.start(1, for: .seconds(1))
    board.show(1, in: cell) { cell, reading in cell.painted = reading }
    time.advance(by: .seconds(3))
    #expect(cell.painted?.clockFace == "+0:02")
    board.remove(1)
    #expect(cell.painted?.clockFace == "0:00")
    #expect(cell.painted?.state == .idle)
    let wakeUps = time.timekeeper.counters.wakeUps
    time.advance(by: .seconds(30))
    #expect(time.timekeeper.counters.wakeUps == wakeUps)
  }

  @Test("a removed row shows an idle zero, whatever it was")
  func removedShowsZero() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let cell = BoardCell()
    board.show(1, in: cell) { cell, reading in cell.painted = reading }
    for prepare in [
      { _ = board[1]?.cancel() }, { _ = board[1]?.pause() }, { time.advance(by: .seconds(9)) }, {},
    ] {
      board.start(1, for: .seconds(9))
      prepare()
      board.remove(1)
      #expect(cell.painted?.state == .idle)
      #expect(cell.painted?.remaining == .zero)
    }
  }

  @Test("Law 3: a board that is let go cancels its rows")
  func boardLetGo() {
    let watcher = CountdownWatcher()
    var rows: [Countdown] = []
    do {
      let board = CountdownBoard<Int>(on: time.timekeeper)
      for id in 0..<3 {
        rows.append(board.start(id, for: .seconds(60)))
        watcher.watchEnds(of: rows[id])
      }
      rows[1].pause()
    }
    #expect(watcher.take() == ["cancelled", "cancelled", "cancelled"])
    #expect(rows.allSatisfy { $0.state == .idle })
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("cells that die leave nothing behind, though their ids were never set")
  func deadCells() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let deaths = Locked(0)
    for id in 0..<2_000 {
      let witness = Canary(deaths)
      board.show(id, in: BoardCell()) { _, _ in _ = witness }
    }
    #expect(deaths.withLock { $0 } > 1_800)
    #expect(board.count == 0)
  }

  @Test("a hidden cell keeps what else is bound to it")
  func hideLeavesOtherBindings() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let watcher = CountdownWatcher()
    let countdown = board.start(1, for: .seconds(2))
    board.show(1, in: watcher) { _, _ in }
    watcher.watch(countdown)
    board.hide(watcher)
    time.advance(by: .seconds(2))
    #expect(watcher.take() == ["2", "1", "finished"])
  }

  @Test("Law 7: a board may be changed inside its callbacks")
  func insideCallbacks() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let cell = BoardCell()
    let other = BoardCell()
    board.onFinish(with: cell) { [time] cell, id in
      guard id < 5 else { return }
      board.remove(id)
      board.start(id + 1, for: .seconds(1))
      board.show(id + 1, in: cell) { cell, reading in cell.painted = reading }
      board.hide(other)
      _ = (board.count, board.ids, time.now)
    }
    board.show(0, in: other) { _, reading in
      if reading.shown == 1 { board.show(0, in: cell) { cell, reading in cell.painted = reading } }
    }
    board.start(0, for: .seconds(2))
    time.advance(by: .seconds(30))
    #expect(board.ids == [5])
    #expect(cell.painted?.state == .finished)
    #expect(time.timekeeper.counters.waiting == 0)
  }
}
