import Foundation
import Sandglass

/// A button that counts in its own title, as a category on `UIButton` lets it do.
@MainActor
private final class Button {
  private(set) var titles: [String] = []

  var title: String {
    get { titles.last ?? "" }
    set { titles.append(newValue) }
  }

  func countDown(from seconds: Int) {
    var left = seconds
    _ = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in
      MainActor.assumeIsolated {
        if left > 0 { self.title = "\(left)" }
        left -= 1
      }
    }
  }
}

/// Taps a button twice, as a user does who is in a hurry. A second is a tenth of one here.
@MainActor
func tapTwice() {
  let category = Button()
  let shown = Button()
  let resend = Countdown(.milliseconds(600), options: CountdownOptions(unit: .milliseconds(100)))
  resend.onTick(with: shown) { button, reading in button.title = "\(reading.shown)" }
  for _ in 0..<2 {
    category.countDown(from: 6)
    resend.start()
    wait(0.25)
  }
  print("The titles of a button that was tapped twice:")
  print("  with a category: \(category.titles.joined(separator: " "))")
  print("  with a countdown: \(shown.titles.joined(separator: " "))")
}

/// A cell that calculates its text whenever the manager's notification comes, whether anybody sees it or not.
@MainActor
private final class Cell {
  var text = ""
  var end = Date()
  private(set) var calculations = 0

  func calculate() {
    calculations += 1
    text = "\(Int(end.timeIntervalSinceNow.rounded(.up)))"
  }
}

/// A list of 1,000 sales in ten cells for two seconds, with one timer for the list, and with a board.
@MainActor
func list() {
  let rows = 1000
  let tick = Notification.Name("tick")
  // In the manager's way, each row that was ever shown listens.
  let cells = (0..<rows).map { _ in Cell() }
  let tokens = cells.map { cell in
    cell.end = Date(timeIntervalSinceNow: 60)
    return NotificationCenter.default.addObserver(forName: tick, object: nil, queue: nil) { _ in
      MainActor.assumeIsolated { cell.calculate() }
    }
  }
  let manager = Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in
    NotificationCenter.default.post(name: tick, object: nil)
  }

  let board = CountdownBoard<Int>(flipsTogether: true)
  board.start(contentsOf: (0..<rows).map { ($0, WallMoment.now + .seconds(60 + $0)) })
  var updates = 0
  let seen = (0..<10).map { _ in Cell() }
  for (row, cell) in seen.enumerated() {
    board.show(row, in: cell) { cell, reading in
      updates += 1
      cell.text = "\(reading.shown)"
    }
  }
  updates = 0
  wait(2.5)

  print("A list of \(rows) sales in 10 cells, texts that are set in two and a half seconds:")
  print("  one timer that posts notifications: \(cells.map(\.calculations).reduce(0, +))")
  print("  CountdownBoard: \(updates)")

  // The user scrolls: the first cell is reused for the sale that ends a minute later.
  cells[0].end += 60
  board.show(60, in: seen[0]) { cell, reading in cell.text = "\(reading.shown)" }
  wait(0.05)
  print("A cell that was reused for a sale of about 120 seconds shows:")
  print("  one timer that posts notifications: \(cells[0].text)")
  print("  CountdownBoard: \(seen[0].text)")
  manager.invalidate()
  for token in tokens { NotificationCenter.default.removeObserver(token) }
}
