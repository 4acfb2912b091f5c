import Sandglass

/// Makes the one-time password of a time.
typealias CodeMaker = @MainActor (_ time: WallMoment) -> String

/// A one-time password that is valid until the next full or half minute, and a ring that shows for how long.
@MainActor
final class CodeRing {
  private let validity: Countdown
  private(set) var code = ""
  private(set) var secondsLeft = 0
  private(set) var ring = 0.0

  init(makeCode: @escaping CodeMaker, on timekeeper: Timekeeper = .shared) {
    validity = Countdown(untilNext: .multiples(of: .seconds(30)), on: timekeeper)
    validity.onTick(with: self) { screen, reading in
      screen.code = makeCode(timekeeper.wallNow)
      screen.secondsLeft = reading.shown
      screen.ring = reading.remaining / .seconds(30)
    }
    validity.onFinish(with: self) { screen, _ in screen.validity.start() }
    validity.start()
  }
}
