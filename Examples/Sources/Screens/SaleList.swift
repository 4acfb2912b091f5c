import Foundation
import Sandglass

/// The server's wall clock: the last time that the server sent, plus the time that has passed since
/// on the steady clock.
final class ServerClock: Sendable {
  private let steady: Timekeeper
  private let lock = NSLock()

  /// Accessed only under the lock.
  nonisolated(unsafe) private var answer: (time: WallMoment, heard: Moment)

  init(on steady: Timekeeper = .shared) {
    self.steady = steady
    answer = (steady.wallNow, steady.now)
  }

  var now: WallMoment { lock.withLock { answer.time + (steady.now - answer.heard) } }

  func set(to date: Date) { lock.withLock { answer = (WallMoment(date), steady.now) } }
}

/// Thousands of sales that end according to the server's clock, on a device whose own clock may be
/// wrong.
@MainActor
final class SaleList {
  private let clock: ServerClock
  private let timekeeper: Timekeeper
  let board: CountdownBoard<Int>
  private(set) var soldOut: [Int] = []

  /// The timekeeper must use the server's clock as its wall clock:
  /// `Timekeeper(wall: { clock.now })`.
  init(clock: ServerClock, on timekeeper: Timekeeper) {
    self.clock = clock
    self.timekeeper = timekeeper
    board = CountdownBoard(flipsTogether: true, on: timekeeper)
    board.onFinish(with: self) { list, sales in list.soldOut += sales }
  }

  func received(_ ends: [Int: Date], serverTime: Date) {
    clock.set(to: serverTime)
    timekeeper.refresh()
    board.start(contentsOf: ends)
  }
}

/// One of the few cells of the list. When the list scrolls, the cell is reused for a different
/// sale.
@MainActor
final class SaleCell {
  private(set) var text = ""

  func show(_ sale: Int, of list: SaleList) {
    list.board.show(sale, in: self) { cell, reading in
      cell.text = reading.state == .finished ? "Sold out" : reading.clockFace
    }
  }
}
