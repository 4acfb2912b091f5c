import Sandglass

/// Shows 3:00, 2:59, … 0:01, and then "Ready".
@MainActor
final class TeaScreen {
  private let tea: Countdown
  private(set) var clock = ""

  init(on timekeeper: Timekeeper = .shared) {
    tea = Countdown(.seconds(180), on: timekeeper)
    tea.onTick(with: self) { screen, reading in screen.clock = reading.clockFace }
    tea.onFinish(with: self) { screen, _ in screen.clock = "Ready" }
  }

  func tapped() { tea.start() }
}
