import Sandglass

/// The time of a game, whose rounds, waves and cards run together: all of it can be paused, or run at double speed.
@MainActor
final class GameClock {
  private let time: RatedTime
  private let round: Countdown
  private var waves: RepeatingTimer?
  private(set) var clock = ""
  private(set) var enemies = 0

  var isPaused = false { didSet { setRate() } }
  var isFast = false { didSet { setRate() } }

  init(on timekeeper: Timekeeper = .shared) {
    time = RatedTime(of: timekeeper)
    round = .started(.seconds(120), on: time.timekeeper)
    waves = RepeatingTimer(every: .seconds(10), with: self, on: time.timekeeper) { game, _ in
      game.enemies += 5
    }
    round.onTick(with: self) { game, reading in game.clock = reading.clockFace }
    round.onFinish(with: self) { game, _ in
      game.waves?.cancel()
      game.clock = "Time is up"
    }
  }

  private func setRate() { time.rate = isPaused ? 0 : isFast ? 2 : 1 }
}
