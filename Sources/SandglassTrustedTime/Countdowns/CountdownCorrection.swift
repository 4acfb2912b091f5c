import Sandglass
import SandglassCore

/// Corrects the deadline of a countdown according to a trusted clock.
final class CountdownCorrection: Sendable {
  /// The true time that the countdown counts down to.
  enum Target {
    case end(WallMoment)
    case opening(WallMoment)
  }

  private struct State {
    /// Whether the countdown has begun.
    var hasBegun = false

    /// Whether a thread is correcting the deadline, and whether another correction has been requested in the meantime.
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

  /// Waits for the countdown to begin and end. Returns nil if the task is cancelled.
  func end() async -> CountdownEnd? {
    for await _ in begun.stream { return await countdown.finished() }
    return nil
  }

  /// Starts the countdown or moves its deadline, according to the clock. This method may be called on any thread, but
  /// only one thread corrects the deadline at a time.
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

  /// The correct deadline, or nil if the time is not known yet.
  private var wanted: Moment? {
    switch target {
    case .end(let instant): clock.moments(of: instant)?.lowerBound
    case .opening(let instant): clock.moments(of: instant)?.upperBound
    }
  }
}

// MARK: - The beginning, and the current deadline

extension CountdownCorrection {
  private func begin(until wanted: Moment) {
    guard !countdown.isPaused else { return }
    if !countdown.isRunning { countdown.restart(for: wanted - clock.timekeeper.now) }
    state.withLock { $0.hasBegun = true }
    begun.continuation.yield()
    begun.continuation.finish()
  }

  /// The current deadline, computed from two successive clock readings. For an end, the order of the readings ensures
  /// that the computed deadline is never too early, so the correction does not make the end late. For an opening, the
  /// order is reversed, so that the computed deadline is never too late.
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

// MARK: - Displayed numbers

extension CountdownCorrection {
  /// Returns how long to wait until the deadline can move later without making an earlier displayed number reappear, or
  /// nil if the deadline can move now.
  private func timeUntilFree(for shift: Duration) -> Duration? {
    let options = countdown.options
    let unit = options.unit
    guard shift > .zero, shift < unit else { return nil }
    let reading = countdown.reading
    // The maximum remaining time for which the current number is displayed.
    let most = unit * reading.shown + Duration(nanoseconds: Int128(options.offsetNanoseconds))
    let excess = reading.remaining + shift - most
    return excess > .zero ? excess : nil
  }
}
