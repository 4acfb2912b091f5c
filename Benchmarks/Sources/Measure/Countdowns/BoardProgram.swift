import CPeers
import Dispatch
import Sandglass

/// Row P7: a board whose rows are all displayed in cells, which tick on the main actor.
@MainActor
final class BoardProgram {
  /// A cell that displays a row.
  private final class Cell {
    var text = 0
  }

  private var ticks = 0
  private var hops = 0
  private var isInHop = false
  private let timekeeper = Timekeeper()

  static let all: [String: Program] = [
    "board": { request in await BoardProgram().measure(request) }
  ]

  private func measure(_ request: Request) async -> Figures {
    let origin = Stopwatch()
    let board = CountdownBoard<Int>(flipsTogether: true, on: timekeeper)
    let cells = (0..<request.count).map { _ in Cell() }
    var phases = LivePhases()
    for (number, cell) in cells.enumerated() {
      board.start(number, for: .seconds(1000) + .nanoseconds(phases.next()))
      board.show(number, in: cell) { [unowned self] cell, reading in
        cell.text = reading.shown
        noteTick()
      }
    }
    // The pulse is on whole seconds since the creation of the board, so nothing ticks halfway
    // between two.
    let settled = origin.seconds.rounded(.up) + 1.5
    try? await Task.sleep(for: .seconds(settled - origin.seconds))
    let before = LiveCounts(ticks: ticks, wakeUps: timekeeper.counters.wakeUps)
    let (hopsBefore, wakeUpsBefore) = (hops, timekeeper.counters.wakeUps)
    let stopwatch = Stopwatch()
    try? await Task.sleep(for: .seconds(request.seconds))
    let after = LiveCounts(ticks: ticks, wakeUps: timekeeper.counters.wakeUps)
    var figures = after.figures(since: before, seconds: stopwatch.seconds)
    // Only the pulse wakes this timekeeper.
    let pulses = timekeeper.counters.wakeUps - wakeUpsBefore
    figures["hops"] = Double(hops - hopsBefore) / Double(pulses)
    figures["ticksOfEach"] = figures["ticks"].map { $0 / Double(request.count) }
    return withExtendedLifetime((board, cells)) { figures }
  }

  /// Counts a tick. The first tick of each hop also counts the hop.
  ///
  /// A block that is queued here runs as soon as the current hop has ended, before the next hop.
  private func noteTick() {
    ticks += 1
    guard !isInHop else { return }
    isInHop = true
    hops += 1
    DispatchQueue.main.async { self.isInHop = false }
  }
}
