/// A countdown that is not kept alive by being known.
struct WeakCountdown {
  private(set) weak var countdown: Countdown?

  init(_ countdown: Countdown) {
    self.countdown = countdown
  }
}
