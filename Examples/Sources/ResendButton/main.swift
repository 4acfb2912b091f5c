import Sandglass

/// A screen with a button that sends a code, and then counts down until it may be sent again.
///
/// The countdown holds the screen weakly: no `[weak self]`, nothing to invalidate.
@MainActor
final class CodeScreen {
  private let resend = Countdown(.seconds(5))
  private var title = "" {
    didSet { print("[ \(title) ]") }
  }

  init() {
    resend.onTick(with: self) { screen, reading in screen.title = "Resend (\(reading.shown))" }
    resend.onFinish(with: self) { screen in screen.title = "Resend" }
  }

  func tapped() {
    // A double tap starts one countdown and sends one code.
    if resend.start() { print("code sent") } else { print("not yet") }
  }

  /// The screen is out of sight: nothing is drawn, and the count runs on.
  func disappeared() {
    resend.unbind(self)
  }
}

let screen = CodeScreen()
screen.tapped()
screen.tapped()
try await Timekeeper.shared.sleep(for: .seconds(5.1))
screen.tapped()
try await Timekeeper.shared.sleep(for: .seconds(1.1))
screen.disappeared()
