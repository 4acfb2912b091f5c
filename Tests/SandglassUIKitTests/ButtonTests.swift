import Sandglass
import SandglassTesting
import SandglassUIKit
import SandglassStandIns
import Testing

@MainActor
@Suite("UIKit: a countdown on a button")
struct ButtonTests {
  private let time = VirtualTime()

  private static func buttons() -> [UIButton] {
    let plain = UIButton()
    plain.setTitle("Resend", for: .normal)
    let configured = UIButton()
    configured.configuration = UIButton.Configuration(title: "Resend")
    for button in [plain, configured] { button.layoutIfNeeded() }
    return [plain, configured]
  }

  private func isAsItWas(_ button: UIButton) -> Bool {
    button.isEnabled && button.shownTitle == "Resend" && !button.needsLayout
  }

  @Test("a running countdown disables the button, and its end restores it", arguments: 0...1)
  func resend(kind: Int) {
    let button = Self.buttons()[kind]
    let flashes = button.flashes
    let resend = Countdown(.seconds(60), on: time.timekeeper)
    resend.show(in: button) { "Resend (\($0.shown))" }
    #expect(isAsItWas(button))
    for _ in 0..<2 {
      #expect(resend.start())
      #expect(button.shownTitle == "Resend (60)")
      #expect(!button.isEnabled)
      time.advance(by: .seconds(59.5))
      #expect(button.shownTitle == "Resend (1)")
      time.advance(by: .seconds(0.5))
      #expect(isAsItWas(button))
    }
    resend.start()
    resend.pause()
    #expect(!button.isEnabled)
    resend.cancel()
    #expect(isAsItWas(button))
    resend.start()
    button.hideCountdown()
    #expect(isAsItWas(button))
    time.advance(by: .seconds(5))
    #expect(isAsItWas(button))
    #expect(button.flashes == flashes)
    resend.cancel()
  }

  @Test(
    "without a closure the button's own title is used, also if it is shown again", arguments: 0...1)
  func ownTitle(kind: Int) {
    let button = Self.buttons()[kind]
    let resend = Countdown.started(.seconds(60), on: time.timekeeper)
    resend.show(in: button)
    #expect(button.shownTitle == "Resend (60)")
    resend.show(in: button)
    time.advance(by: .seconds(1))
    resend.show(in: button)
    #expect(button.shownTitle == "Resend (59)")
    // Meanwhile, the app changes its language.
    if kind == 0 {
      button.setTitle("Erneut", for: .normal)
    } else {
      button.configuration?.title = "Erneut"
    }
    time.advance(by: .seconds(1))
    #expect(button.shownTitle == "Erneut (58)")
    resend.cancel()
    #expect(button.shownTitle == "Erneut")
    #expect(button.isEnabled)
  }

  @Test("a reused button shows its latest countdown or row", arguments: 0...1)
  func reuse(kind: Int) {
    let button = Self.buttons()[kind]
    let board = CountdownBoard<Int>(on: time.timekeeper)
    board.start(1, for: .seconds(60))
    let counting = Countdown.started(.seconds(90), on: time.timekeeper)
    let idle = Countdown(.seconds(60), on: time.timekeeper)
    counting.show(in: button)
    #expect(button.shownTitle == "Resend (90)")
    idle.show(in: button)
    #expect(isAsItWas(button))
    time.advance(by: .seconds(5))
    #expect(isAsItWas(button))
    board.show(1, in: button) { "\($0.clockFace)" }
    #expect(button.shownTitle == "0:55")
    board.show(2, in: button)
    #expect(isAsItWas(button))
    counting.cancel()
  }

  @Test("a button that the app has disabled stays disabled until the countdown starts")
  func disabledByTheApp() {
    let button = Self.buttons()[0]
    button.isEnabled = false
    button.setTitle("Wait", for: .disabled)
    let resend = Countdown(.seconds(5), on: time.timekeeper)
    resend.show(in: button)
    #expect(!button.isEnabled)
    #expect(button.shownTitle == "Wait")
    // An app may send first, and start the countdown when the server has answered.
    resend.start()
    #expect(button.shownTitle == "Resend (5)")
    time.advance(by: .seconds(5))
    #expect(isAsItWas(button))
    #expect(button.title(for: .disabled) == "Wait")
  }

  @Test("a button is enabled again in overtime")
  func overtime() {
    let button = Self.buttons()[0]
    let options = CountdownOptions(countsPastZero: true)
    let resend = Countdown(.seconds(5), options: options, on: time.timekeeper)
    resend.show(in: button)
    resend.start()
    time.advance(by: .seconds(8))
    #expect(resend.state == .overtime)
    #expect(isAsItWas(button))
  }

  @Test("after a freeze past the end, the button is correct immediately")
  func frozen() {
    let button = Self.buttons()[1]
    let resend = Countdown.started(.seconds(60), on: time.timekeeper)
    resend.show(in: button) { "Resend (\($0.shown))" }
    time.freeze(for: .seconds(40))
    #expect(button.shownTitle == "Resend (20)")
    time.freeze(for: .seconds(40))
    #expect(isAsItWas(button))
  }

  @Test("Law 7: the closure may remove the countdown from the button")
  func insideTheClosure() {
    for button in Self.buttons() {
      let resend = Countdown.started(.seconds(60), on: time.timekeeper)
      resend.show(in: button) { [weak button] reading in
        if reading.shown == 58 { button?.hideCountdown() }
        return "\(reading.shown)"
      }
      time.advance(by: .seconds(1))
      #expect(button.shownTitle == "59")
      time.advance(by: .seconds(1))
      #expect(isAsItWas(button))
      resend.cancel()
    }
  }
}
