import Foundation
import Sandglass

/// Thousands of sales that end according to the server's clock, on a device whose own clock may be
/// wrong. The server may move their ends.
@MainActor
final class SaleList {
  private let server: CorrectedTime
  let board: CountdownBoard<Int>
  private(set) var soldOut: [Int] = []

  init(on timekeeper: Timekeeper = .shared) {
    server = CorrectedTime(of: timekeeper)
    board = CountdownBoard(flipsTogether: true, on: server.timekeeper)
    board.onFinish(with: self) { list, sales in list.soldOut += sales }
  }

  func received(_ ends: [Int: Date], serverTime: Date) {
    server.setWallClock(to: serverTime)
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
