import Foundation

// What this cannot do: keep neighbouring cells in step, because a cell that appears between two ticks may be a second
// ahead; be tested without waiting.

/// The server's time: the last time that the server sent, plus the time that has passed since on a clock that cannot be
/// set.
@MainActor
final class ServerClock {
  private var time = Date()
  private var heard = ContinuousClock.now

  var now: Date { time + (ContinuousClock.now - heard) / .seconds(1) }

  func set(to date: Date) { (time, heard) = (date, .now) }
}

/// Thousands of sales that end according to the server's clock, on a device whose own clock may be wrong.
@MainActor
final class SaleList {
  private let clock: ServerClock
  private let ticker = MainTimer()
  private let ending = MainTimer()
  private var ends: [Int: Date] = [:]

  /// The sales that have not ended, in descending order of their ends, so that removing the next sale to end is cheap.
  private var waiting: [(sale: Int, end: Date)] = []
  private var cells: [ObjectIdentifier: WeakCell] = [:]
  private(set) var soldOut: [Int] = []

  private struct WeakCell {
    weak var cell: SaleCell?
    let sale: Int
  }

  init(clock: ServerClock) {
    self.clock = clock
  }

  func received(_ ends: [Int: Date], serverTime: Date) {
    clock.set(to: serverTime)
    let changed = ends.filter { self.ends[$0.key] != $0.value }
    self.ends.merge(changed) { _, end in end }
    waiting.removeAll { changed[$0.sale] != nil }
    waiting += changed.map { (sale: $0.key, end: $0.value) }
    waiting.sort { $0.end > $1.end }
    endDue()
    tick()
  }

  func show(_ sale: Int, in cell: SaleCell) {
    cells[ObjectIdentifier(cell)] = WeakCell(cell: cell, sale: sale)
    cell.text = text(of: sale)
    followSeconds()
  }

  func becameActive() {
    endDue()
    tick()
  }

  /// Removes the sales that have ended, and waits for the next end.
  private func endDue() {
    let now = clock.now
    var ended: [Int] = []
    while let next = waiting.last, next.end <= now {
      ended.append(next.sale)
      waiting.removeLast()
    }
    soldOut += ended
    if !ended.isEmpty { showAll() }
    guard let next = waiting.last else { return ending.stop() }
    ending.start(at: Date() + next.end.timeIntervalSince(now)) { [weak self] in self?.endDue() }
  }

  private func tick() {
    cells = cells.filter { $0.value.cell != nil }
    showAll()
    followSeconds()
  }

  /// Ticks at whole seconds of the server's time, while there is a cell and a sale that has not ended.
  private func followSeconds() {
    guard cells.values.contains(where: { $0.cell != nil }), !waiting.isEmpty else {
      return ticker.stop()
    }
    let part = clock.now.timeIntervalSince1970.truncatingRemainder(dividingBy: 1)
    ticker.start(at: Date() + (1 - part)) { [weak self] in self?.tick() }
  }

  private func showAll() {
    for cell in cells.values { cell.cell?.text = text(of: cell.sale) }
  }

  private func text(of sale: Int) -> String {
    guard let end = ends[sale] else { return clockFace(0) }
    let left = end.timeIntervalSince(clock.now)
    return left > 0 ? clockFace(left) : "Sold out"
  }
}

/// One of the few cells of the list. When the list scrolls, the cell is reused for a different sale.
@MainActor
final class SaleCell {
  fileprivate(set) var text = ""

  func show(_ sale: Int, of list: SaleList) { list.show(sale, in: self) }
}
