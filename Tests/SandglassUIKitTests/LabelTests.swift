import Sandglass
import SandglassTesting
@testable import SandglassUIKit
import SandglassStandIns
import Testing

@MainActor
@Suite("UIKit: a countdown in a label")
struct LabelTests {
  private let time = VirtualTime()
  private let label = UILabel()

  @Test("the label shows the clock face, at each second and at the end")
  func clockFace() {
    let countdown = Countdown(.seconds(62), on: time.timekeeper)
    countdown.show(in: label)
    #expect(label.text == "1:02")
    countdown.start()
    time.advance(by: .seconds(2))
    #expect(label.text == "1:00")
    time.advance(by: .seconds(60))
    #expect(label.text == "0:00")
    // Each text was set once.
    #expect(label.changes == 63)
    countdown.restart()
    #expect(label.text == "1:02")
    countdown.cancel()
    #expect(label.text == "1:02")
  }

  @Test("the label can show other texts, also at the end, and continues in overtime")
  func ownTexts() {
    let countdown = Countdown(.seconds(2), on: time.timekeeper)
    countdown.show(in: label, atEnd: "Sold out") { "\($0.shown) s left" }
    countdown.start()
    #expect(label.text == "2 s left")
    time.advance(by: .seconds(5))
    #expect(label.text == "Sold out")
    let exam = Countdown(
      .seconds(1), options: CountdownOptions(countsPastZero: true), on: time.timekeeper)
    exam.start()
    exam.show(in: label, atEnd: "Over")
    time.advance(by: .seconds(3))
    #expect(label.text == "+0:02")
    exam.stopOvertime()
    #expect(exam.state == .finished)
  }

  @Test("a label that shows another countdown or row shows nothing of the previous one")
  func reuse() {
    let board = CountdownBoard<Int>(on: time.timekeeper)
    let other = CountdownBoard<Int>(on: time.timekeeper)
    board.start(contentsOf: [(1, Duration.seconds(10)), (2, .seconds(100))])
    other.start(1, for: .seconds(1_000))
    let countdown = Countdown.started(.seconds(10_000), on: time.timekeeper)
    board.show(1, in: label)
    #expect(label.text == "0:10")
    board.show(2, in: label, atEnd: "Gone")
    #expect(label.text == "1:40")
    time.advance(by: .seconds(20))
    #expect(label.text == "1:20")
    countdown.show(in: label)
    #expect(label.text == "2:46:20")
    time.advance(by: .seconds(100))
    #expect(label.text == "2:44:40")
    other.show(1, in: label)
    #expect(label.text == "14:40")
    board.show(3, in: label)
    #expect(label.text == "0:00")
    label.hideCountdown()
    board.start(3, for: .seconds(9))
    time.advance(by: .seconds(2))
    #expect(label.text == "0:00")
    countdown.cancel()
  }

  @Test("the label has the trait updatesFrequently while it counts, and keeps the app's own trait")
  func accessibility() {
    let countdown = Countdown(.seconds(5), on: time.timekeeper)
    countdown.show(in: label)
    #expect(label.accessibilityTraits == [])
    countdown.start()
    #expect(label.accessibilityTraits == .updatesFrequently)
    time.advance(by: .seconds(5))
    #expect(label.accessibilityTraits == [])
    countdown.start()
    label.hideCountdown()
    #expect(label.accessibilityTraits == [])
    label.accessibilityTraits.insert(.updatesFrequently)
    countdown.show(in: label)
    countdown.cancel()
    #expect(label.accessibilityTraits == .updatesFrequently)
  }

  @Test("Law 8: deallocating a label ends its own binding, and no other")
  func labelGone() {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    let board = CountdownBoard<Int>(on: time.timekeeper)
    board.start(1, for: .seconds(60))
    countdown.show(in: label)
    weak var gone: UILabel?
    do {
      let other = UILabel()
      gone = other
      countdown.show(in: other)
      board.show(1, in: other)
      countdown.show(in: other)
    }
    #expect(gone == nil)
    time.advance(by: .seconds(10))
    #expect(label.text == "0:50")
    #expect(board[1]?.isRunning == true)
    for _ in 0..<500 { countdown.show(in: UILabel()) }
    #expect(ShownViews.count < 400)
    countdown.cancel()
  }

  @Test("Law 8: a label does not retain its board or countdown")
  func boardGone() {
    weak var board: CountdownBoard<Int>?
    weak var countdown: Countdown?
    do {
      let shown = CountdownBoard<Int>(on: time.timekeeper)
      shown.start(1, for: .seconds(60))
      shown.show(1, in: label)
      board = shown
    }
    #expect(board == nil)
    #expect(label.text == "0:00")
    do {
      let shown = Countdown(.seconds(5), on: time.timekeeper)
      shown.show(in: label)
      countdown = shown
    }
    #expect(countdown == nil)
    #expect(label.text == "0:05")
  }

  @Test("Law 7: the closure may show something else in the label, or hide the countdown")
  func insideTheClosure() {
    let first = Countdown.started(.seconds(60), on: time.timekeeper)
    let second = Countdown.started(.seconds(600), on: time.timekeeper)
    let label = label
    first.show(in: label) { reading in
      if reading.shown == 58 { second.show(in: label) }
      return "first \(reading.shown)"
    }
    time.advance(by: .seconds(1))
    #expect(label.text == "first 59")
    time.advance(by: .seconds(1))
    #expect(label.text == "9:58")
    time.advance(by: .seconds(1))
    #expect(label.text == "9:57")
    second.show(in: label) { reading in
      if reading.shown == 596 { label.hideCountdown() }
      return "second"
    }
    time.advance(by: .seconds(1))
    label.text = "mine"
    time.advance(by: .seconds(9))
    #expect(label.text == "mine")
    first.cancel()
    second.cancel()
  }
}
