import Sandglass
import SandglassTestSupport
import SandglassTesting
import Testing

/// A board with kept rows, with random operations and kills, and a plain model of its rows and of the ends that must be
/// reported.
@MainActor
private final class KeptBoardModel {
  private enum Row {
    case running(end: Moment, target: WallMoment?)

    /// It has ended, and there was no receiver.
    case pending(target: WallMoment?)

    /// It has ended and was reported, so it has no record any more.
    case reported(target: WallMoment?)
  }

  private final class Screen {
    var reported: [String] = []
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

  /// When the record of a row was first written.
  private var firstStarts: [String: WallMoment] = [:]
  private var reported: [String] = []
  private var expected: [String] = []
  private(set) var faults: [String] = []

  init(random: SeededGenerator) throws {
    self.random = random
    board = try CountdownBoard(keptIn: store, on: time.timekeeper)
  }

  private var someID: String { "row \(Int.random(in: 1...8, using: &random))" }

  private func someDuration() -> Duration {
    random.once(in: 8) ? .zero : .milliseconds(random.number(1...30_000))
  }

  func act() throws {
    switch random.number(0...13) {
    case 0:
      let (id, duration) = (someID, someDuration())
      note(id, end: time.now + duration, target: nil, place: 0)
      board.start(id, for: duration)
    case 1...2:
      let starts = (0..<random.number(1...5)).map { _ in (someID, time.wallNow + someDuration()) }
      var begun: Set<String> = []
      for (place, (id, end)) in starts.enumerated() {
        let former = firstStarts[id]
        guard noteStart(id, until: end, place: place) else { continue }
        // A row that one call starts twice has one record, whatever happens to the first run.
        if !begun.insert(id).inserted { firstStarts[id] = former }
      }
      board.start(contentsOf: starts)
    case 3...4:
      startUnchanged()
    case 5:
      let ids = (0..<random.number(1...2)).map { _ in someID }
      for id in ids { (rows[id], owed[id]) = (nil, nil) }
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

  /// Models a start. Returns false if it changes nothing.
  private func noteStart(_ id: String, until end: WallMoment, place: Int) -> Bool {
    switch rows[id] {
    case .running(_, target: end), .pending(target: end), .reported(target: end): return false
    default: break
    }
    note(id, end: time.now + (end - time.wallNow), target: end, place: place)
    return true
  }

  private func note(_ id: String, end: Moment, target: WallMoment?, place: Int) {
    switch rows[id] {
    case .pending: owed[id, default: 0] += 1
    case .running: break
    case nil, .reported:
      if owed[id] == nil { firstStarts[id] = time.wallNow + .nanoseconds(place) }
    }
    rows[id] = .running(end: end, target: target)
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
      self?.reported += ids
    }
  }

  private func startUnchanged() {
    let unchanged = rows.compactMap { id, row -> (String, WallMoment)? in
      switch row {
      case .running(_, let target), .pending(let target), .reported(let target):
        target.map { (id, $0) }
      }
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
      if case .reported = row { rows[id] = nil }
    }
    time = time.relaunched(after: lapse)
    board = try CountdownBoard(keptIn: store, on: time.timekeeper)
    let ordered = rows.keys.sorted { left, right in
      let starts = (firstStarts[left] ?? time.wallNow, firstStarts[right] ?? time.wallNow)
      return (starts.0, left) < (starts.1, right)
    }
    if board.ids != ordered { faults.append("\(board.ids), not \(ordered)") }
  }

  private func audit() throws {
    if reported.sorted() != expected.sorted() { faults.append("told \(reported), not \(expected)") }
    (reported, expected) = ([], [])
    let kept = rows.filter { row in
      if case .reported = row.value { owed[row.key] != nil } else { true }
    }.map(\.key)
    let records = try store.ids()
    if records != kept.sorted() { faults.append("records \(records), not \(kept.sorted())") }
    if Set(board.ids) != Set(rows.keys) { faults.append("rows \(board.ids), not \(rows.keys)") }
  }
}

@MainActor
@Suite("A board with kept rows: random operations compared with a model", .random)
struct KeptBoardRandomTests {
  @Test("Laws 3, 11, 12: each end is reported once, with any receivers and kills")
  func random() throws {
    let model = try KeptBoardModel(
      random: SeededGenerator(for: "random operations on a kept board"))
    for step in 0..<repetitions(60_000) where model.faults.isEmpty {
      try model.act()
      if !model.faults.isEmpty { Issue.record("step \(step): \(model.faults)") }
    }
  }
}
