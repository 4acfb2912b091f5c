import Sandglass
import SandglassStandIns
import SandglassTesting
import SandglassUIKit
import Testing

@testable import SandglassStores

/// An object that a closure of the app captures. It may run code when it is deallocated.
@MainActor
private final class Witness {
  private let lastWords: @MainActor () -> Void

  init(_ lastWords: @escaping @MainActor () -> Void = {}) {
    self.lastWords = lastWords
  }

  deinit {
    let lastWords = lastWords
    MainActor.assumeIsolated { lastWords() }
  }

  func text(of reading: Reading) -> String { "\(reading.shown)" }
}

/// A screen and its views.
@MainActor
private final class Screen {
  let label = UILabel()
  let button = UIButton()

  func text(of reading: Reading) -> String { reading.clockFace }
}

@MainActor
@Suite("UIKit: views when a countdown, board or closure is released")
struct ShownLifetimeTests {
  private let time = VirtualTime()
  private let store = MemoryCountdownStore()
  private let label = UILabel()
  private let button = UIButton()

  init() {
    button.setTitle("Resend", for: .normal)
  }

  private var isButtonAsItWas: Bool { button.isEnabled && button.shownTitle == "Resend" }

  private func keptBoard() throws -> CountdownBoard<String> {
    try CountdownBoard(keptIn: store.on(time.timekeeper))
  }

  @Test(
    "Law 8: a screen that its closures capture is released with the countdown, and with the board")
  func screens() {
    weak var gone: Screen?
    do {
      let screen = Screen()
      let countdown = Countdown(.seconds(60), on: time.timekeeper)
      countdown.show(in: screen.label) { screen.text(of: $0) }
      countdown.show(in: screen.button) { screen.text(of: $0) }
      gone = screen
    }
    #expect(gone == nil)
    do {
      let screen = Screen()
      let board = CountdownBoard<Int>(on: time.timekeeper)
      board.start(1, for: .seconds(60))
      board.show(1, in: screen.label) { screen.text(of: $0) }
      board.show(1, in: screen.button) { screen.text(of: $0) }
      gone = screen
    }
    #expect(gone == nil)
  }

  @Test("Law 8: a closure that is replaced or removed is released immediately")
  func closures() {
    let countdown = Countdown.started(.seconds(60), on: time.timekeeper)
    weak var gone: Witness?
    func show(_ show: (Witness) -> Void) {
      let witness = Witness()
      gone = witness
      show(witness)
    }
    show { witness in countdown.show(in: label) { witness.text(of: $0) } }
    #expect(gone != nil)
    countdown.show(in: label)
    #expect(gone == nil)
    show { witness in countdown.show(in: label) { witness.text(of: $0) } }
    label.hideCountdown()
    #expect(gone == nil)
    show { witness in countdown.show(in: button) { witness.text(of: $0) } }
    #expect(gone != nil)
    countdown.show(in: button)
    #expect(gone == nil)
    show { witness in countdown.show(in: button) { witness.text(of: $0) } }
    button.hideCountdown()
    #expect(gone == nil)
    countdown.cancel()
  }

  @Test("Law 7: a closure's capture may show something else when it is deallocated")
  func lastWords() {
    let other = Countdown.started(.seconds(60), on: time.timekeeper)
    let label = label
    var deaths = 0
    // The labels are allocated at the same address, one after the other.
    for _ in 0..<200 {
      let witness = Witness {
        deaths += 1
        label.hideCountdown()
        other.show(in: label)
      }
      let countdown = Countdown(.seconds(9), on: time.timekeeper)
      countdown.show(in: UILabel()) { witness.text(of: $0) }
    }
    #expect(deaths == 200)
    #expect(label.text == "1:00")
    other.cancel()
  }

  @Test(
    "a deallocated board leaves nothing in its views, though a row still exists", arguments: 0...1)
  func boardGone(hides: Int) {
    let row: Countdown
    do {
      let board = CountdownBoard<Int>(on: time.timekeeper)
      row = board.start(1, for: .seconds(60))
      board.show(1, in: label)
      board.show(1, in: button)
      #expect(!button.isEnabled)
    }
    #expect(label.text == "0:00")
    #expect(isButtonAsItWas)
    if hides == 1 {
      label.hideCountdown()
      button.hideCountdown()
    }
    row.start(for: .seconds(30))
    time.advance(by: .seconds(1))
    #expect(label.text == "0:00")
    #expect(label.accessibilityTraits == [])
    #expect(isButtonAsItWas)
    row.cancel()
  }

  @Test("a deallocated kept board leaves no button disabled, and its rows stay in their records")
  func keptBoardGone() throws {
    do {
      let board = try keptBoard()
      board.start("sale", for: .seconds(60))
      board.show("sale", in: label)
      board.show("sale", in: button)
      time.advance(by: .seconds(1))
      #expect(button.shownTitle == "Resend (59)")
    }
    #expect(label.text == "0:00")
    #expect(label.accessibilityTraits == [])
    #expect(isButtonAsItWas)
    time.advance(by: .seconds(1))
    #expect(label.text == "0:00")
    #expect(isButtonAsItWas)
    let next = try keptBoard()
    next.show("sale", in: label)
    next.show("sale", in: button)
    #expect(label.text == "0:58")
    #expect(button.shownTitle == "Resend (58)")
  }

  @Test("a deallocated paused countdown leaves no button disabled", arguments: [false, true])
  func pausedGone(isKept: Bool) {
    do {
      let resend =
        isKept
        ? store.on(time.timekeeper).countdown("resend", startingFrom: .seconds(60))
        : Countdown(.seconds(60), on: time.timekeeper)
      resend.show(in: label)
      resend.show(in: button)
      resend.start()
      time.advance(by: .seconds(5))
      resend.pause()
      #expect(label.text == "0:55")
      #expect(!button.isEnabled)
    }
    #expect(label.text == "1:00")
    #expect(isButtonAsItWas)
    guard isKept else { return }
    let again = store.on(time.timekeeper).countdown("resend", startingFrom: .seconds(60))
    #expect(again.isPaused && again.remaining == .seconds(55))
  }

  @Test(
    "a countdown that is deallocated in overtime leaves no label that seems to count",
    arguments: [false, true])
  func overtimeGone(isKept: Bool) {
    do {
      let options = CountdownOptions(countsPastZero: true)
      let exam =
        isKept
        ? store.on(time.timekeeper).countdown("exam", startingFrom: .seconds(5), options: options)
        : Countdown(.seconds(5), options: options, on: time.timekeeper)
      exam.show(in: label, atEnd: "Over")
      exam.onFinish(with: label) { _, _ in }
      exam.start()
      time.advance(by: .seconds(8))
      #expect(label.text == "+0:03")
      #expect(label.accessibilityTraits == .updatesFrequently)
    }
    #expect(label.text == "Over")
    #expect(label.accessibilityTraits == [])
  }
}
