import Sandglass
import SandglassTesting
import SandglassUIKit
import SandglassStandIns
import Testing

@MainActor
private final class SaleCell {
  let label = UILabel()
  let button = UIButton()
}

@MainActor
private final class SaleList {
  let board: CountdownBoard<String>

  init(on timekeeper: Timekeeper) {
    board = CountdownBoard(on: timekeeper)
  }

  func configure(_ cell: SaleCell, with sale: String) {
    board.show(sale, in: cell.label, atEnd: "Sold out")
    board.show(sale, in: cell.button)
  }
}

@MainActor
@Suite("Article: a label and a button")
struct LabelAndButtonArticleTests {
  private let time = VirtualTime()

  @Test("the code of the article does what the article says")
  func lines() {
    let list = SaleList(on: time.timekeeper)
    let board = list.board
    let sale = Countdown.started(.seconds(60), on: time.timekeeper)
    let resend = Countdown.started(.seconds(60), on: time.timekeeper)
    let (label, button, cell) = (UILabel(), UIButton(), SaleCell())
    board.start(contentsOf: ["sale-17": Duration.seconds(60)])

    sale.show(in: label)
    board.show("sale-17", in: cell.label, atEnd: "Sold out")
    #expect(label.text == "1:00")
    #expect(cell.label.text == "1:00")

    sale.show(in: label, atEnd: "Sold out") { "only \($0.clockFace) left" }
    #expect(label.text == "only 1:00 left")

    resend.show(in: button) { "Resend (\($0.shown))" }
    #expect(button.shownTitle == "Resend (60)")

    list.configure(cell, with: "sale-17")
    time.advance(by: .seconds(60))
    #expect(cell.label.text == "Sold out")
    #expect(cell.button.isEnabled)
  }
}
