import Sandglass

/// A screen with a resend button, as in an app. It retains its countdown, and binds to it once.
@MainActor
final class ResendButton {
  let resend: Countdown
  private(set) var titles = ["Resend"]
  private(set) var sent = 0
  private let canary: Canary

  var title: String? { titles.last }

  init(
    for duration: Duration = .seconds(5), on timekeeper: Timekeeper,
    deaths: Locked<Int> = Locked(0)
  ) {
    canary = Canary(deaths)
    resend = Countdown(duration, on: timekeeper)
    appear()
  }

  func appear() {
    resend.onTick(with: self) { screen, reading in screen.show("Resend (\(reading.shown))") }
    resend.onFinish(with: self) { screen, _ in screen.show("Resend") }
  }

  func disappear() {
    resend.unbind(self)
  }

  func tapped() {
    if resend.start() { sent += 1 }
  }

  private func show(_ title: String) {
    titles.append(title)
  }
}
