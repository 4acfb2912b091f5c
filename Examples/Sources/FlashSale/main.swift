import Sandglass

/// One of the few cells of a long list. When the list scrolls, the cell is reused for a different
/// row.
@MainActor
final class SaleCell {
  private let line: Int
  private var text = ""

  init(line: Int) {
    self.line = line
  }

  func show(_ sale: String, on board: CountdownBoard<String>) {
    // The cell no longer receives readings of the row that it showed before, not even pending ones.
    board.show(sale, in: self) { cell, reading in
      cell.text = "\(sale)  \(reading.state == .finished ? "sold out" : reading.clockFace)"
      print("cell \(cell.line)  \(cell.text)")
    }
  }
}

/// A list of flash sales. All rows share one timekeeper and one alarm, and their numbers change at
/// the same instants.
@MainActor
final class SaleList {
  private let board = CountdownBoard<String>(flipsTogether: true)
  private let cells = (0..<3).map { SaleCell(line: $0) }
  private let sales = (1...8).map { "sale-\($0)" }

  init() {
    let start = WallClock.now
    board.start(
      contentsOf: sales.enumerated().map { number, sale in
        (sale, start + .seconds(2.5 + Double(number)))
      })
    board.onFinish(with: self) { _, ended in
      print("        ended: \(ended.joined(separator: ", "))")
    }
  }

  func scroll(to first: Int) {
    print("-- scrolled to \(sales[first])")
    for (line, cell) in cells.enumerated() { cell.show(sales[first + line], on: board) }
  }
}

let list = SaleList()
list.scroll(to: 0)
try await Timekeeper.shared.sleep(for: .seconds(3))
list.scroll(to: 5)
try await Timekeeper.shared.sleep(for: .seconds(4))
