import Sandglass

/// Interval training: work and rest in eight rounds. It beeps in the last three seconds of each, and sounds a gong at
/// the end. What is over when the app comes back from the background stays silent.
@MainActor
final class Workout {
  private let training: Countdown
  private(set) var title = "Ready"
  private(set) var clock = ""
  private(set) var sounds: [String] = []

  init(on timekeeper: Timekeeper = .shared) {
    training = Countdown(
      phases: [Phase("Work", .seconds(20)), Phase("Rest", .seconds(10))], rounds: 8,
      options: CountdownOptions(
        milestones: [.remaining(.seconds(3)), .remaining(.seconds(2)), .remaining(.seconds(1))],
        milestoneLatenessLimit: .milliseconds(500)),
      on: timekeeper)
    training.onTick(with: self) { workout, reading in
      workout.title = "\(workout.training.currentPhase?.name ?? "") \(workout.training.round) of 8"
      workout.clock = reading.clockFace
    }
    training.onMilestone(with: self) { workout, _ in workout.sounds.append("beep") }
    training.onPhaseEnd(with: self) { workout, end in
      if end.lateness < .milliseconds(500) { workout.sounds.append("gong") }
    }
    training.onFinish(with: self) { screen, _ in (screen.title, screen.clock) = ("Done", "0:00") }
  }

  func tapped() {
    if !training.toggle() { training.start() }
  }
}
