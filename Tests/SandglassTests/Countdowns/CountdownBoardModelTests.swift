import Observation
import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

/// A cell that stores its latest reading.
@MainActor
private final class BoardCell {
  var id: Int?

  /// Whether it shows something that is not on the board.
  var isForeign = false
  var painted: Reading?
  var paints = 0
}

/// A board with random operations, and a plain model of what each cell must show, of the order of the rows, and of the
/// finishes that must be reported.
@MainActor
private final class BoardModel {
  private struct Row {
    enum State {
      case running(end: Moment)
      case paused(remaining: Duration)
      case finished
      case idle

      var end: Moment? {
        if case .running(let end) = self { end } else { nil }
      }
    }

    var state: State

    /// The wall-clock time until which it was started, if any, and the one until which it runs now.
    var target: WallMoment?
    var deadline: WallMoment?
    var number: Int

    /// What it was last started for.
    var duration: Duration
  }

  private let time = VirtualTime()
  private let board: CountdownBoard<Int>
  private var random: SeededGenerator
  private var cells = (0..<12).map { _ in BoardCell() }
  private var rows: [Int: Row] = [:]
  private var order: [Int] = []
  private var starts = 0
  private var reported: [[Int]] = []
  private var expected: [[Int]] = []
  private let view: IDsView

  /// Other things that the cells may show: a board with one row that does not end, and a countdown that is not started.
  private let otherBoard: CountdownBoard<Int>
  private let single: Countdown

  /// Whether rows were added or removed.
  private var hasChanged = false
  private(set) var faults: [String] = []

  init(random: SeededGenerator) {
    self.random = random
    board = CountdownBoard(on: time.timekeeper)
    view = IDsView(of: board)
    otherBoard = CountdownBoard(on: time.timekeeper)
    single = Countdown(.seconds(777), on: time.timekeeper)
    board.onFinish(with: self) { model, ids in model.reported.append(ids) }
  }

  func act() {
    let id = random.number(0...19)
    let index = random.number(0...11)
    let draws = view.draws
    hasChanged = false
    switch random.number(0...29) {
    case 24: changeAll()
    case 25...26: move()
    case 27...29: showAnother(in: cells[index])
    case 0...1: start(id, for: someDuration())
    case 2: start(id, until: time.wallNow + someDuration())
    case 3...4: startMany()
    case 5: startUnchanged()
    case 6:
      if board.remove(id) != (rows[id] != nil) { faults.append("remove \(id)") }
      forget(id)
    case 7:
      let some = (0..<random.number(0...4)).map { _ in random.number(0...19) }
      board.remove(contentsOf: some)
      for id in some { forget(id) }
    case 8:
      board.hide(in: cells[index])
      cells[index].id = nil
    case 9:
      cells[index] = BoardCell()
    case 10: pause(id)
    case 11: resume(id)
    case 12: extend(id)
    case 13...16:
      let cell = cells[index]
      (cell.id, cell.isForeign) = (id, false)
      board.show(id, in: cell) { cell, reading in
        cell.painted = reading
        cell.paints += 1
      }
    case 17: setWallClock(by: .milliseconds(random.number(-20_000...20_000)))
    case 18:
      let duration = Duration.milliseconds(random.number(0...20_000))
      let end = time.now + duration
      serve([end], upTo: end)
      time.freeze(for: duration)
    default:
      let duration = Duration.milliseconds(random.number(0...3_000))
      let end = time.now + duration
      let ends = Set(rows.values.compactMap { $0.state.end })
      serve(ends.filter { $0 <= end }.sorted(), upTo: end)
      time.advance(by: duration)
    }
    audit()
    if view.draws - draws != (hasChanged ? 1 : 0) {
      faults.append("drawn \(view.draws - draws) times")
    }
    if view.seen != order { faults.append("seen \(view.seen), is \(order)") }
  }

  private func someDuration() -> Duration {
    random.once(in: 8)
      ? .milliseconds(random.number(-2...0)) : .milliseconds(random.number(1...90_000))
  }

  // MARK: Starts

  private func start(_ id: Int, for duration: Duration) {
    let end = time.now + duration
    note(id, end: end, target: nil)
    expect([id].filter { _ in duration <= .zero })
    board.start(id, for: duration)
  }

  private func start(_ id: Int, until end: WallMoment) {
    expect(noteStart(id, until: end) ? [id] : [])
    board.start(id, until: end)
  }

  /// Models a start until a wall-clock time. Returns whether the row finishes immediately.
  private func noteStart(_ id: Int, until end: WallMoment) -> Bool {
    if let row = rows[id] {
      switch row.state {
      case .running where row.deadline == end: return false
      case .idle: break
      case .finished where (row.target == end || row.deadline == end) && end <= time.wallNow:
        return false
      case .running, .paused, .finished: break
      }
    }
    note(id, end: time.now + (end - time.wallNow), target: end)
    return end <= time.wallNow
  }

  private func note(_ id: Int, end: Moment, target: WallMoment?) {
    if rows[id] == nil {
      order.append(id)
      hasChanged = true
    }
    starts += 1
    let isOver = end <= time.now
    // If it is started after its end, its deadline is the start.
    let deadline = isOver ? target.map { _ in time.wallNow } : target
    rows[id] = Row(
      state: isOver ? .finished : .running(end: end), target: target, deadline: deadline,
      number: starts, duration: end - time.now)
  }

  private func startMany() {
    let ids = (0..<random.number(0...6)).map { _ in random.number(0...19) }
    let settings = time.timekeeper.counters.alarmSettings
    if random.once(in: 2) {
      let starts = ids.map { ($0, someDuration()) }
      expect(
        starts.filter { id, duration in
          note(id, end: time.now + duration, target: nil)
          return duration <= .zero
        }.map(\.0))
      board.start(contentsOf: starts)
    } else {
      let starts = ids.map { id in (id, rows[id]?.target ?? time.wallNow + someDuration()) }
      expect(starts.filter { noteStart($0, until: $1) }.map(\.0))
      board.start(contentsOf: starts)
    }
    if time.timekeeper.counters.alarmSettings > settings + 1 { faults.append("too many alarms") }
  }

  /// Starts all rows again that run until a wall-clock time. Nothing happens.
  private func startUnchanged() {
    let unchanged = order.compactMap { id -> (Int, WallMoment)? in
      guard let row = rows[id], let end = row.deadline else { return nil }
      switch row.state {
      case .paused, .idle: return nil
      case .running: return (id, end)
      case .finished:
        // If the end is in the future again, the row runs until it.
        return row.target.flatMap { $0 <= time.wallNow ? (id, $0) : nil }
      }
    }
    let paints = cells.map(\.paints)
    let settings = time.timekeeper.counters.alarmSettings
    if random.once(in: 2) {
      board.start(contentsOf: unchanged)
    } else {
      for (id, end) in unchanged { board.start(id, until: end) }
    }
    if cells.map(\.paints) != paints { faults.append("an unchanged row was painted") }
    if time.timekeeper.counters.alarmSettings != settings {
      faults.append("an unchanged row has set the alarm")
    }
  }

  private func forget(_ id: Int) {
    if rows.removeValue(forKey: id) != nil { hasChanged = true }
    order.removeAll { $0 == id }
  }

  // MARK: Operations on a row

  private func pause(_ id: Int) {
    guard board[id]?.pause() == true, case .running(let end) = rows[id]?.state else { return }
    rows[id]?.state = .paused(remaining: end - time.now)
  }

  private func resume(_ id: Int) {
    guard board[id]?.resume() == true, case .paused(let remaining) = rows[id]?.state else { return }
    rows[id]?.state = .running(end: time.now + remaining)
    if rows[id]?.deadline != nil { rows[id]?.deadline = time.wallNow + remaining }
  }

  /// Pauses, resumes or cancels all rows.
  private func changeAll() {
    let settings = time.timekeeper.counters.alarmSettings
    let changed: [Int]
    let ids: [Int]
    switch random.number(0...2) {
    case 0:
      changed = order.filter { rows[$0]?.state.end != nil }
      for id in changed {
        if let end = rows[id]?.state.end { rows[id]?.state = .paused(remaining: end - time.now) }
      }
      ids = board.pauseAll()
    case 1:
      changed = order.filter { id in
        guard case .paused(let remaining) = rows[id]?.state else { return false }
        rows[id]?.state = .running(end: time.now + remaining)
        if rows[id]?.deadline != nil { rows[id]?.deadline = time.wallNow + remaining }
        return true
      }
      ids = board.resumeAll()
    default:
      changed = order.filter { id in
        switch rows[id]?.state {
        case .running, .paused: return true
        case .finished, .idle, nil: return false
        }
      }
      for id in changed { rows[id]?.state = .idle }
      ids = board.cancelAll()
    }
    if ids != changed { faults.append("changed \(ids), not \(changed)") }
    if time.timekeeper.counters.alarmSettings > settings + 1 { faults.append("too many alarms") }
  }

  private func move() {
    let former = order
    if random.once(in: 2) {
      let (id, other) = (random.number(0...19), random.once(in: 4) ? nil : random.number(0...19))
      if order.contains(id), id != other, other.map(order.contains) ?? true {
        order.removeAll { $0 == id }
        order.insert(id, at: other.flatMap { order.firstIndex(of: $0) } ?? order.count)
      }
      if board.move(id, before: other) != (order != former) { faults.append("move \(id)") }
    } else {
      let sources = (0..<random.number(0...4)).map { _ in random.number(-1...20) }
      let destination = random.number(-1...21)
      let moved = former.indices.filter(sources.contains).map { former[$0] }
      let end = max(0, min(destination, former.count))
      order = former[..<end].filter { !moved.contains($0) } + moved
      order += former[end...].filter { !moved.contains($0) }
      board.move(fromOffsets: sources, toOffset: destination)
    }
    hasChanged = order != former
  }

  /// Shows something else in a cell, which then shows no row of the board.
  private func showAnother(in cell: BoardCell) {
    (cell.id, cell.isForeign) = (nil, true)
    let paint: @MainActor (BoardCell, Reading) -> Void = { cell, reading in
      cell.painted = reading
      cell.paints += 1
    }
    if random.once(in: 2) {
      otherBoard.start(0, for: .seconds(777)).pause()
      otherBoard.show(0, in: cell, paint)
    } else {
      single.show(in: cell, paint)
    }
  }

  private func extend(_ id: Int) {
    let duration = Duration.milliseconds(random.number(1...5_000))
    guard board[id]?.extend(by: duration) == true else { return }
    switch rows[id]?.state {
    case .running(let end):
      rows[id]?.state = .running(end: end + duration)
      if let deadline = rows[id]?.deadline { rows[id]?.deadline = deadline + duration }
    case .paused(let remaining): rows[id]?.state = .paused(remaining: remaining + duration)
    case .finished, .idle, nil: faults.append("extended \(id)")
    }
  }

  /// Rows that run until a wall-clock time follow the clock; those whose end has passed are reported together.
  private func setWallClock(by shift: Duration) {
    let wall = time.wallNow + shift
    for (id, row) in rows {
      guard case .running = row.state, let deadline = row.deadline else { continue }
      rows[id]?.state = .running(end: time.now + (deadline - wall))
    }
    serve([time.now], upTo: time.now)
    time.setWallClock(to: wall)
  }

  // MARK: Expected reports

  /// Stores what is reported together in each of some rounds.
  private func serve(_ rounds: [Moment], upTo end: Moment) {
    for round in rounds {
      let due = rows.compactMap { id, row -> (Int, Moment, Int)? in
        guard let end = row.state.end, end <= round else { return nil }
        return (id, end, row.number)
      }
      for (id, _, _) in due { rows[id]?.state = .finished }
      expect(due.sorted { ($0.1, $0.2) < ($1.1, $1.2) }.map(\.0))
    }
  }

  private func expect(_ ids: [Int]) {
    if !ids.isEmpty { expected.append(ids) }
  }

  private func shown(_ id: Int) -> Int {
    let remaining: Duration
    switch rows[id]?.state {
    case nil, .finished: return 0
    case .running(let end): remaining = max(.zero, end - time.now)
    case .paused(let left): remaining = left
    case .idle: remaining = max(.zero, rows[id]?.duration ?? .zero)
    }
    return Int((remaining / .seconds(1)).rounded(.up))
  }

  private func audit() {
    for cell in cells {
      if cell.isForeign, cell.painted?.shown != 777 {
        faults.append("painted \(cell.painted?.shown ?? -1) in a cell that shows something else")
      }
      guard let id = cell.id else { continue }
      if cell.painted?.shown != shown(id) {
        faults.append("row \(id): painted \(cell.painted?.shown ?? -1), is \(shown(id))")
      }
    }
    if board.ids != order { faults.append("rows \(board.ids), not \(order)") }
    if board.count != order.count { faults.append("\(board.count) rows, not \(order.count)") }
    if reported != expected { faults.append("told \(reported), not \(expected)") }
    (reported, expected) = ([], [])
  }

  func close() {
    board.removeAll()
    (rows, order) = ([:], [])
    audit()
    if time.timekeeper.counters.waiting != 0 { faults.append("something still waits") }
  }
}

/// What a SwiftUI body that shows the ids of a board reads.
@MainActor
private final class IDsView {
  private let board: CountdownBoard<Int>
  private(set) var seen: [Int] = []
  private(set) var draws = 0

  init(of board: CountdownBoard<Int>) {
    self.board = board
    look()
  }

  private func look() {
    let board = board
    seen = withObservationTracking {
      board.ids
    } onChange: { [weak self] in
      MainActor.assumeIsolated {
        self?.draws += 1
        self?.lookSoon()
      }
    }
  }

  /// As in SwiftUI, the notification comes before the new value can be read.
  private func lookSoon() { look() }
}

@MainActor
@Suite("CountdownBoard: random operations compared with a model")
struct CountdownBoardModelTests {
  @Test(
    "Laws 1, 3, 10: no cell shows anything but its row, and each end is reported once",
    .random
  )
  func random() async {
    let model = BoardModel(random: SeededGenerator(for: "random operations on a board"))
    for operation in 0..<repetitions(100_000) {
      model.act()
      if model.faults.count > 5 { break }
      guard operation % 100 == 0 else { continue }
      await Task.yield()
    }
    model.close()
    #expect(model.faults.prefix(5) == [])
  }
}

@MainActor
@Suite("CountdownBoard: many rows, and their finishes")
struct CountdownBoardRowsTests {
  let time = VirtualTime()

  @Test("Law 9: rows that flip together cost one wake-up per flip and one update per cell", .random)
  func manyRows() async {
    let count = repetitions(10_000, atLeast: 1_000)
    let board = CountdownBoard<Int>(flipsTogether: true, on: time.timekeeper)
    let cells = (0..<count).map { _ in BoardCell() }
    // A release build releases them after their last use.
    defer { withExtendedLifetime((board, cells)) {} }
    var paints = 0
    for (id, cell) in cells.enumerated() {
      board.start(id, for: .seconds(100) + .microseconds(id))
      board.show(id, in: cell) { cell, reading in
        cell.painted = reading
        paints += 1
      }
      // Let other tests use the main actor, too.
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
    #expect(paints == 3 * count)
    #expect(after.waiting == count)
  }

  @Test("rows without a cell cost nothing until they finish")
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

  @Test(
    "rows with one deadline that flip together show the same number, however they were started",
    .random)
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
          board.start(row, until: end)
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

  @Test("onFinish reports the id of each row that finishes, and no other")
  func onFinish() {
    let board = CountdownBoard<String>(on: time.timekeeper)
    let owner = BoardCell()
    defer { withExtendedLifetime((board, owner)) {} }
    var reported: [String] = []
    board.onFinish(with: owner) { _, _ in Issue.record("This was replaced.") }
    board.onFinish(with: owner) { _, ids in reported += ids }
    board.start("now", for: .zero)
    #expect(reported == ["now"])
    board.start("past", until: time.wallNow + .seconds(-1))
    board.start("later", for: .seconds(5))
    board.start("replaced", for: .seconds(5))
    board.start("removed", for: .seconds(5))
    time.advance(by: .seconds(1))
    board.start("replaced", for: .seconds(60))
    board.remove("removed")
    time.advance(by: .seconds(4))
    #expect(reported == ["now", "past", "later"])
    board.start("later", for: .seconds(1))
    time.advance(by: .seconds(1))
    #expect(reported == ["now", "past", "later", "later"])
  }

  @Test("Law 10: a receiver of finishes that another one has just replaced is not called")
  func replacedListener() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let owners = (0..<8).map { _ in BoardCell() }
    defer { withExtendedLifetime((board, owners)) {} }
    var reported: [String] = []
    for owner in owners {
      board.onFinish(with: owner) { _, _ in
        reported.append("first")
        for other in owners { board.onFinish(with: other) { _, _ in reported.append("second") } }
      }
    }
    board.start(1, for: .zero)
    #expect(reported == ["first"] + Array(repeating: "second", count: 7))
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

  @Test("a removed row is shown as idle and zero, whatever its state was")
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

  @Test("Law 3: releasing a board cancels its rows")
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

  @Test("deallocated cells leave nothing behind, even if their ids were never started")
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

  @Test("hiding a cell keeps its other bindings")
  func hideLeavesOtherBindings() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let watcher = CountdownWatcher()
    let countdown = board.start(1, for: .seconds(2))
    board.show(1, in: watcher) { _, _ in }
    watcher.watch(countdown)
    board.hide(in: watcher)
    time.advance(by: .seconds(2))
    #expect(watcher.take() == ["2", "1", "finished"])
  }

  @Test("Law 7: a board can be changed in its callbacks")
  func insideCallbacks() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let cell = BoardCell()
    let other = BoardCell()
    board.onFinish(with: cell) { [time] cell, ids in
      guard let id = ids.first, id < 5 else { return }
      board.remove(id)
      board.start(id + 1, for: .seconds(1))
      board.show(id + 1, in: cell) { cell, reading in cell.painted = reading }
      board.hide(in: other)
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
