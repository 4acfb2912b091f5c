import Sandglass
import SandglassCore

/// Keeps the deadline of a countdown where a trusted clock has it.
final class CountdownCorrection: Sendable {
  /// What is counted down to, in true time.
  enum Target {
    case end(WallMoment)
    case opening(WallMoment)
  }

  private struct State {
    /// Whether the countdown has begun.
    var hasBegun = false

    /// Whether somebody corrects it now, and whether there was another reason to do so since.
    var isBusy = false
    var isAskedAgain = false
  }

  private let countdown: Countdown
  private let clock: TrustedClock
  private let target: Target
  private let state = Locked(State())

  /// Yields when the countdown has begun.
  private let begun = AsyncStream<Void>.makeStream()

  init(_ countdown: Countdown, to target: Target, by clock: TrustedClock) {
    self.countdown = countdown
    self.target = target
    self.clock = clock
  }

  /// Waits for the end of the countdown, once it has begun; nil if the task is cancelled.
  func end() async -> CountdownEnd? {
    for await _ in begun.stream { return await countdown.finished() }
    return nil
  }

  /// Looks at the clock, and starts the countdown or moves its deadline; from any thread, one after the other.
  func correct() {
    let begins = state.withLock { state in
      defer { state.isBusy = true }
      if state.isBusy { state.isAskedAgain = true }
      return !state.isBusy
    }
    guard begins else { return }
    repeat {
      correctOnce()
    } while state.withLock { state in
      defer { state.isAskedAgain = false }
      state.isBusy = state.isAskedAgain
      return state.isAskedAgain
    }
  }

  private func correctOnce() {
    guard let wanted else { return }
    if !state.withLock({ $0.hasBegun }) { begin(until: wanted) }
    guard countdown.isRunning else { return }
    let shift = wanted - presentDeadline
    if let wait = timeUntilFree(for: shift) {
      clock.timekeeper.schedule(after: wait) { [weak self] _ in self?.correct() }
    } else if shift != .zero {
      countdown.extend(by: shift)
    }
  }

  /// Where the deadline belongs: nowhere as long as nothing is known.
  private var wanted: Moment? {
    switch target {
    case .end(let instant): clock.moments(of: instant)?.lowerBound
    case .opening(let instant): clock.moments(of: instant)?.upperBound
    }
  }
}

// MARK: - Beginning, and the present deadline

extension CountdownCorrection {
  private func begin(until wanted: Moment) {
    guard !countdown.isPaused else { return }
    if !countdown.isRunning { countdown.restart(for: wanted - clock.timekeeper.now) }
    state.withLock { $0.hasBegun = true }
    begun.continuation.yield()
    begun.continuation.finish()
  }

  /// The deadline as the clocks can tell: where they were read one after the other, not too early toward an end, so that the
  /// correction does not make it late; and not too late toward an opening.
  private var presentDeadline: Moment {
    switch target {
    case .end:
      let remaining = countdown.remaining
      return clock.timekeeper.now + remaining
    case .opening:
      let now = clock.timekeeper.now
      return now + countdown.remaining
    }
  }
}

// MARK: - Numbers

extension CountdownCorrection {
  /// How long it is until the deadline can be moved later without an earlier number coming back; nil if it can be moved now.
  private func timeUntilFree(for shift: Duration) -> Duration? {
    let options = countdown.options
    let unit = options.unit
    guard shift > .zero, shift < unit else { return nil }
    let reading = countdown.reading
    // The most that may remain while the present number is shown.
    let most = unit * reading.shown + Duration(nanoseconds: Int128(options.offsetNanoseconds))
    let excess = reading.remaining + shift - most
    return excess > .zero ? excess : nil
  }
}
