import Sandglass
import SandglassTesting
import Testing

@MainActor
@Suite("Countdown: bound to an owner, in virtual time")
struct CountdownBindingTests {
  let time = VirtualTime()

  @Test("Law 4: a countdown of 5 s shows 5, 4, 3, 2, 1 and finishes, each at its instant")
  func showsEachNumberOnce() {
    let screen = ResendButton(on: time.timekeeper)
    screen.tapped()
    #expect(screen.titles.last == "Resend (5)")
    for shown in [4, 3, 2, 1] {
      time.advance(by: .nanoseconds(999_999_999))
      #expect(screen.titles.last == "Resend (\(shown + 1))")
      time.advance(by: .nanoseconds(1))
      #expect(screen.titles.last == "Resend (\(shown))")
    }
    time.advance(by: .seconds(1))
    #expect(
      screen.titles == [
        "Resend", "Resend (5)", "Resend (4)", "Resend (3)", "Resend (2)", "Resend (1)", "Resend",
      ])
  }

  @Test("two taps within a second start one countdown")
  func doubleTap() {
    let screen = ResendButton(on: time.timekeeper)
    screen.tapped()
    screen.tapped()
    #expect(screen.sent == 1)
    time.advance(by: .seconds(60))
    #expect(screen.titles.count == 7)
  }

  @Test("a countdown does not retain its screen")
  func noCycle() {
    weak var gone: ResendButton?
    do {
      let screen = ResendButton(on: time.timekeeper)
      screen.tapped()
      time.advance(by: .seconds(1))
      gone = screen
    }
    #expect(gone == nil)
    time.advance(by: .seconds(60))
    #expect(time.timekeeper.counters.waiting == 0)
  }
}
