import SandglassStores

/// Four rounds of work, each followed by a break. They are kept.
@MainActor
final class PomodoroScreen {
  private let pomodoro: Countdown
  private(set) var title = "Ready"
  private(set) var clock = ""
  private(set) var bells = 0

  init(store: some CountdownStore) {
    pomodoro = store.countdown(
      "pomodoro",
      phases: [Phase("Focus", .seconds(25 * 60)), Phase("Break", .seconds(5 * 60))], rounds: 4)
    clock = pomodoro.clockFace
    pomodoro.onTick(with: self) { screen, reading in
      screen.title = "\(screen.pomodoro.currentPhase?.name ?? "") \(screen.pomodoro.round) of 4"
      screen.clock = reading.clockFace
    }
    pomodoro.onPhaseEnd(with: self) { screen, _ in screen.bells += 1 }
    pomodoro.onFinish(with: self) { screen, _ in (screen.title, screen.clock) = ("Done", "0:00") }
  }

  func tapped() {
    if !pomodoro.start(), !pomodoro.pause() { pomodoro.resume() }
  }

  func skip() { pomodoro.skip() }

  func stop() {
    pomodoro.cancel()
    (title, clock) = ("Ready", pomodoro.clockFace)
  }
}
