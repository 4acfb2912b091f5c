import Sandglass
import SandglassStores
import SandglassTesting
import SandglassTestSupport
import Testing

/// A board with kept rows, with random operations and kills, and a plain model of its rows and of the ends that must be
/// reported.
@MainActor
private final class KeptBoardModel {
  private enum Row {
    case running(end: Moment, target: WallMoment?)

    case paused(remaining: Duration)

    /// It was cancelled, so it has no record any more.
    case cancelled

    /// It has ended, and there was no receiver.
    case pending(target: WallMoment?)

    /// It has ended and was reported, so it has no record any more.
    case reported(target: WallMoment?)

    var target: WallMoment? {
      switch self {
      case .running(_, let target), .pending(let target), .reported(let target): target
      case .paused, .cancelled: nil
      }
    }
  }

  private final class Screen {
    var calls = 0
  }

  private let store = MemoryStore()
  private var time = VirtualTime()
  private var board: CountdownBoard<String>
  private var screen: Screen?
  private var random: SeededGenerator
  private var rows: [String: Row] = [:]

  /// Finishes of earlier runs of a row that had no receiver.
  private var owed: [String: Int] = [:]

  /// The rows in order.
  private var order: [String] = []
  private var labels: [String: String] = [:]

  /// The durations that the next starts count down from, of rows that are not on the wall clock.
  private var durations: [String: Duration] = [:]

  /// The rows whose latest start was until a wall-clock time.
  private var onWallClock: Set<String> = []
  private var reported: [String] = []
  private var expected: [String] = []
  private(set) var faults: [String] = []

  /// Whether records stay when their runs have ended.
  private let keepsRecords: Bool
  private var options: CountdownOptions { CountdownOptions(keepsRecord: keepsRecords) }

  init(random: SeededGenerator, keepsRecords: Bool) throws {
    self.random = random
    self.keepsRecords = keepsRecords
    board = try CountdownBoard(
      keptIn: store.on(time.timekeeper), options: CountdownOptions(keepsRecord: keepsRecords))
  }

  private var someID: String { "row \(Int.random(in: 1...8, using: &random))" }

  private func someDuration() -> Duration {
    random.once(in: 8) ? .zero : .milliseconds(random.number(1...30_000))
  }

  func act() throws {
    switch random.number(0...20) {
    case 19: add()
    case 20:
      // The duration is that of the latest start, also in the next process.
      let id = someID
      guard let duration = durations[id], board[id]?.start() == true else { break }
      note(id, end: time.now + duration, target: nil)
    case 14: move()
    case 15: rename()
    case 16: changeAll()
    case 17:
      // A row that is started by its countdown stays in its place.
      let id = someID
      if board[id]?.start(for: .seconds(20)) == true {
        note(id, end: time.now + .seconds(20), target: nil)
      }
    case 18:
      let wall = time.wallNow + .milliseconds(random.number(-20_000...20_000))
      if rows.allSatisfy({ $1.target == nil && !onWallClock.contains($0) }) {
        time.setWallClock(to: wall)
      }
    case 0:
      let (id, duration) = (someID, someDuration())
      note(id, end: time.now + duration, target: nil)
      board.start(id, for: duration)
    case 1:
      let starts = (0..<random.number(1...5)).map { _ in (someID, someDuration()) }
      for (id, duration) in starts { note(id, end: time.now + duration, target: nil) }
      board.start(contentsOf: starts)
    case 2:
      let starts = (0..<random.number(1...5)).map { _ in (someID, time.wallNow + someDuration()) }
      for (id, end) in starts { noteStart(id, until: end) }
      board.start(contentsOf: starts)
    case 3...4:
      startUnchanged()
    case 5:
      let ids = (0..<random.number(1...2)).map { _ in someID }
      for id in ids { (rows[id], owed[id], labels[id], durations[id]) = (nil, nil, nil, nil) }
      order.removeAll(where: ids.contains)
      board.remove(contentsOf: ids)
    case 6: screen = nil
    case 7: listen()
    case 8: try relaunch()
    case 9:
      let duration = Duration.milliseconds(random.number(0...20_000))
      pass(duration)
      time.freeze(for: duration)
    default:
      let duration = Duration.milliseconds(random.number(0...6_000))
      pass(duration)
      time.advance(by: duration)
    }
    try audit()
  }

  /// Models a start.
  private func noteStart(_ id: String, until end: WallMoment) {
    switch rows[id] {
    case .running(_, target: end), .pending(target: end), .reported(target: end): break
    default: note(id, end: time.now + (end - time.wallNow), target: end)
    }
  }

  private func note(_ id: String, end: Moment, target: WallMoment?) {
    switch rows[id] {
    case .pending: owed[id, default: 0] += 1
    case .running, .paused, .cancelled, .reported: break
    case nil: order.append(id)
    }
    rows[id] = .running(end: end, target: target)
    durations[id] = target == nil ? end - time.now : nil
    if target == nil { onWallClock.remove(id) } else { onWallClock.insert(id) }
    pass(.zero)
  }

  /// The ends that must be reported by the time that `duration` has passed.
  private func pass(_ duration: Duration) {
    for (id, row) in rows {
      guard case .running(let end, let target) = row, end <= time.now + duration else { continue }
      rows[id] = screen == nil ? .pending(target: target) : .reported(target: target)
      if screen != nil { expected.append(id) }
    }
  }

  private func listen() {
    for (id, count) in owed { expected += Array(repeating: id, count: count) }
    owed = [:]
    for (id, row) in rows {
      guard case .pending(let target) = row else { continue }
      rows[id] = .reported(target: target)
      expected.append(id)
    }
    let screen = Screen()
    self.screen = screen
    board.onFinish(with: screen) { [weak self] screen, ids in
      if ids.isEmpty { self?.faults.append("told of nothing") }
      screen.calls += 1
      self?.reported += ids
    }
    if screen.calls > 1 { faults.append("told in \(screen.calls) arrays") }
  }

  private func startUnchanged() {
    let unchanged = rows.compactMap { id, row -> (String, WallMoment)? in
      row.target.map { (id, $0) }
    }
    let saves = store.saves
    board.start(contentsOf: unchanged)
    if store.saves != saves { faults.append("an unchanged row was saved") }
  }

  /// The process is killed, and another one begins. Rows whose end was reported are gone.
  private func relaunch() throws {
    screen = nil
    let lapse = Duration.milliseconds(random.number(0...10_000))
    pass(lapse)
    for (id, row) in rows {
      switch row {
      case .reported, .cancelled:
        if !keepsRecords { rows[id] = owed[id] == nil ? nil : .cancelled }
      case .running, .paused, .pending: break
      }
      if rows[id] == nil { (labels[id], durations[id]) = (nil, nil) }
    }
    order.removeAll { rows[$0] == nil }
    time = time.relaunched(after: lapse)
    board = try CountdownBoard(keptIn: store.on(time.timekeeper), options: options)
  }

  private func move() {
    let (id, other) = (someID, random.once(in: 3) ? nil : someID)
    let former = order
    if order.contains(id), id != other, other.map(order.contains) ?? true {
      order.removeAll { $0 == id }
      order.insert(id, at: other.flatMap { order.firstIndex(of: $0) } ?? order.count)
    }
    if board.move(id, before: other) != (order != former) { faults.append("move \(id)") }
  }

  private func add() {
    let (id, duration) = (someID, someDuration())
    board.add(id, for: duration)
    guard rows[id] == nil else { return }
    order.append(id)
    rows[id] = .cancelled
    durations[id] = duration
  }

  private func rename() {
    let (id, label) = (someID, random.once(in: 3) ? nil : "label \(random.number(0...9))")
    board[id]?.label = label
    if rows[id] != nil { labels[id] = label }
  }

  private func changeAll() {
    switch random.number(0...2) {
    case 0:
      for (id, row) in rows {
        if case .running(let end, _) = row { rows[id] = .paused(remaining: end - time.now) }
      }
      board.pauseAll()
    case 1:
      for (id, row) in rows {
        guard case .paused(let remaining) = row else { continue }
        rows[id] = .running(end: time.now + remaining, target: nil)
      }
      board.resumeAll()
    default:
      for (id, row) in rows {
        switch row {
        case .running, .paused: rows[id] = .cancelled
        case .pending, .reported, .cancelled: break
        }
      }
      board.cancelAll()
    }
  }

  private func audit() throws {
    if reported.sorted() != expected.sorted() { faults.append("told \(reported), not \(expected)") }
    (reported, expected) = ([], [])
    let kept = rows.filter { row in
      switch row.value {
      case .reported, .cancelled: keepsRecords || owed[row.key] != nil
      case .running, .paused, .pending: true
      }
    }.map(\.key)
    let records = try store.ids()
    if records != kept.sorted() { faults.append("records \(records), not \(kept.sorted())") }
    if board.ids != order { faults.append("rows \(board.ids), not \(order)") }
    for id in order {
      guard case .cancelled = rows[id], let duration = durations[id] else { continue }
      let shown = board[id]?.remaining
      if shown != duration { faults.append("\(id): \(shown ?? .zero), not \(duration)") }
    }
    for id in order where board[id]?.label != labels[id] {
      faults.append("\(id): label \(board[id]?.label ?? "none"), not \(labels[id] ?? "none")")
    }
  }
}

@MainActor
@Suite("A board with kept rows: random operations compared with a model", .random)
struct KeptBoardRandomTests {
  @Test(
    "Laws 3, 11, 12: each end is reported once, and order and labels stay, whatever is killed",
    arguments: [false, true])
  func random(keepsRecords: Bool) throws {
    let model = try KeptBoardModel(
      random: SeededGenerator(for: "random operations on a kept board"),
      keepsRecords: keepsRecords)
    for step in 0..<repetitions(60_000) where model.faults.isEmpty {
      try model.act()
      if !model.faults.isEmpty { Issue.record("step \(step): \(model.faults)") }
    }
  }
}
