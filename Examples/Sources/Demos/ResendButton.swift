import Sandglass

/// A screen with a button that sends a code, and then counts down until another code may be sent.
///
/// The countdown holds the screen weakly, so `[weak self]` is unnecessary, and there is nothing to
/// invalidate.
@MainActor
final class CodeScreen {
  private let resend = Countdown(.seconds(5))
  private var title = "" {
    didSet { print("[ \(title) ]") }
  }

  init() {
    resend.onTick(with: self) { screen, reading in screen.title = "Resend (\(reading.shown))" }
    resend.onFinish(with: self) { screen, _ in screen.title = "Resend" }
  }

  func tapped() {
    // A double tap starts one countdown and sends one code.
    if resend.start() { print("code sent") } else { print("not yet") }
  }

  /// Called when the screen is no longer visible. The title is no longer updated, but the countdown
  /// continues to run.
  func disappeared() {
    resend.unbind(self)
  }
}

@MainActor
func showResendButton() async throws {
  let screen = CodeScreen()
  screen.tapped()
  screen.tapped()
  try await Timekeeper.shared.sleep(for: .seconds(5.1))
  screen.tapped()
  try await Timekeeper.shared.sleep(for: .seconds(1.1))
  screen.disappeared()
}
