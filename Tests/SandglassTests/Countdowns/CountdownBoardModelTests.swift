import Observation
import Sandglass
import SandglassTesting
import SandglassTestSupport
import Testing

/// A cell that notes what it was painted with last.
@MainActor
private final class BoardCell {
  var id: Int?
  var painted: Reading?
  var paints = 0
}

/// A board in the hands of chance, beside a plain account of what each cell has to show, of the order of the rows, and of
/// what is told of their finishes.
@MainActor
private final class BoardModel {
  private struct Row {
    enum State {
      case running(end: Moment)
      case paused(remaining: Duration)
      case finished

      var end: Moment? {
        if case .running(let end) = self { end } else { nil }
      }
    }

    var state: State

    /// The instant of the wall clock that it was started towards, if it was, and the one that it counts to.
    var target: WallMoment?
    var deadline: WallMoment?
    var number: Int
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

  /// Whether rows have come or gone.
  private var hasChanged = false
  private(set) var faults: [String] = []

  init(random: SeededGenerator) {
    self.random = random
    board = CountdownBoard(on: time.timekeeper)
    view = IDsView(of: board)
    board.onFinish(with: self) { model, ids in model.reported.append(ids) }
  }

  func act() {
    let id = random.number(0...19)
    let index = random.number(0...11)
    let draws = view.draws
    hasChanged = false
    switch random.number(0...23) {
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
      board.hide(cells[index])
      cells[index].id = nil
    case 9:
      cells[index] = BoardCell()
    case 10: pause(id)
    case 11: resume(id)
    case 12: extend(id)
    case 13...16:
      let cell = cells[index]
      cell.id = id
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

  /// Notes a start towards an instant of the wall clock; answers whether it finishes at once.
  private func noteStart(_ id: Int, until end: WallMoment) -> Bool {
    if let row = rows[id] {
      switch row.state {
      case .running where row.deadline == end: return false
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
    // Where it is started after its end, its deadline is the start.
    let deadline = isOver ? target.map { _ in time.wallNow } : target
    rows[id] = Row(
      state: isOver ? .finished : .running(end: end), target: target, deadline: deadline,
      number: starts)
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

  /// Sets all rows once more that count to an instant of the wall clock: nothing happens.
  private func startUnchanged() {
    let unchanged = order.compactMap { id -> (Int, WallMoment)? in
      guard let row = rows[id], let end = row.deadline else { return nil }
      switch row.state {
      case .paused: return nil
      case .running: return (id, end)
      case .finished:
        // One that lies ahead once more is one to count to.
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

  // MARK: What is done with a row

  private func pause(_ id: Int) {
    guard board[id]?.pause() == true, case .running(let end) = rows[id]?.state else { return }
    rows[id]?.state = .paused(remaining: end - time.now)
  }

  private func resume(_ id: Int) {
    guard board[id]?.resume() == true, case .paused(let remaining) = rows[id]?.state else { return }
    rows[id]?.state = .running(end: time.now + remaining)
    if rows[id]?.deadline != nil { rows[id]?.deadline = time.wallNow + remaining }
  }

  private func extend(_ id: Int) {
    let duration = Duration.milliseconds(random.number(1...5_000))
    guard board[id]?.extend(by: duration) == true else { return }
    switch rows[id]?.state {
    case .running(let end):
      rows[id]?.state = .running(end: end + duration)
      if let deadline = rows[id]?.deadline { rows[id]?.deadline = deadline + duration }
    case .paused(let remaining): rows[id]?.state = .paused(remaining: remaining + duration)
    case .finished, nil: faults.append("extended \(id)")
    }
  }

  /// Rows that count to an instant of the wall clock follow; those whose end has passed are told together.
  private func setWallClock(by shift: Duration) {
    let wall = time.wallNow + shift
    for (id, row) in rows {
      guard case .running = row.state, let deadline = row.deadline else { continue }
      rows[id]?.state = .running(end: time.now + (deadline - wall))
    }
    serve([time.now], upTo: time.now)
    time.setWallClock(to: wall)
  }

  // MARK: What is to be told

  /// Notes what is told together at each of some rounds.
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

/// What a SwiftUI body that shows the ids of a board sees.
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

  /// As SwiftUI does: the change is told before it is seen.
  private func lookSoon() { look() }
}

@MainActor
@Suite("CountdownBoard: against a plain account")
struct CountdownBoardModelTests {
  @Test(
    "Laws 1, 3, 10: in random operations no cell shows another row's time, and each end is told once",
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
@Suite("CountdownBoard: rows, crowds and finishes")
struct CountdownBoardRowsTests {
  let time = VirtualTime()

  @Test("Law 9: any number of rows that flip together cost one wake-up and one paint each", .random)
  func manyRows() async {
    let count = repetitions(10_000, atLeast: 1_000)
    let board = CountdownBoard<Int>(flipsTogether: true, on: time.timekeeper)
    let cells = (0..<count).map { _ in BoardCell() }
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
    #expect(paints == 3 * count)
    #expect(after.waiting == count)
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

  @Test(
    "rows of one deadline that flip together agree, whenever each was set and first shown", .random)
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

  @Test("onFinish tells the id of each row that finishes, and of no other")
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

  @Test("Law 10: a finish listener that another has just replaced is not called")
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
    board.onFinish(with: cell) { [time] cell, ids in
      guard let id = ids.first, id < 5 else { return }
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
