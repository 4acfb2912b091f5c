import Sandglass
import SandglassCore

/// Corrects the deadline of a countdown according to a trusted clock.
final class CountdownCorrection: Sendable {
  /// The true time that the countdown counts down to.
  enum Target {
    case end(WallMoment)
    case opening(WallMoment)
  }

  let countdown: Countdown

  /// What the countdown waits for, also while it runs. Ends when the countdown has ended.
  let needs: AsyncStream<TrustedNeed>

  private let clock: TrustedClock
  private let target: Target
  private let width: Duration
  private let reported: AsyncStream<TrustedNeed>.Continuation
  private let latestNeed = Locked<TrustedNeed?>(nil)

  init(_ countdown: Countdown, to target: Target, by clock: TrustedClock, within width: Duration) {
    self.countdown = countdown
    self.target = target
    self.clock = clock
    self.width = width
    (needs, reported) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  /// The corrections that wait until another one of the same countdown is over. Without these turns, two threads could
  /// both start a countdown.
  private static let turns = Locked<[ObjectIdentifier: [CountdownCorrection]]>([:])

  /// Starts the countdown or moves its deadline, according to the clock. This method may be called on any thread.
  func correct() {
    let key = ObjectIdentifier(countdown)
    let isFirst = Self.turns.withLock { turns in
      let isFirst = turns[key] == nil
      turns[key, default: []] += isFirst ? [] : [self]
      return isFirst
    }
    guard isFirst else { return }
    var next: CountdownCorrection? = self
    while let correction = next {
      correction.correctOnce()
      next = Self.turns.withLock { turns in
        if turns[key]?.isEmpty == false { return turns[key]?.removeFirst() }
        turns[key] = nil
        return nil
      }
    }
  }

  private func correctOnce() {
    // A countdown that has ended stays ended, whatever ended it.
    guard countdown.end == nil else { return }
    switch moments {
    case .failure(let need):
      report(need)
    case .success(let moments):
      report(nil)
      let wanted = target.moment(in: moments)
      if countdown.state == .idle { countdown.start(for: wanted - clock.timekeeper.now) }
      if countdown.isRunning { move(to: wanted) }
    }
  }

  /// Waits for the end of the countdown. Returns nil if the task is cancelled.
  func end() async -> CountdownEnd? {
    defer { reported.finish() }
    return await countdown.finished()
  }

  private var moments: Result<ClosedRange<Moment>, TrustedNeed> {
    switch target {
    case .end(let instant), .opening(let instant): clock.moments(of: instant, within: width)
    }
  }

  private func report(_ need: TrustedNeed?) {
    let isNew = latestNeed.withLock { latest in
      defer { latest = need }
      return latest != need
    }
    if isNew, let need { reported.yield(need) }
  }
}

extension CountdownCorrection.Target {
  /// The deadline, given the moments at which the target may be reached.
  func moment(in moments: ClosedRange<Moment>) -> Moment {
    switch self {
    case .end: moments.lowerBound
    case .opening: moments.upperBound
    }
  }
}

// MARK: - Moving the deadline

extension CountdownCorrection {
  private func move(to wanted: Moment) {
    let shift = wanted - presentDeadline
    if let wait = timeUntilFree(for: shift) {
      clock.timekeeper.schedule(after: wait) { [weak self] _ in self?.correct() }
    } else if shift != .zero {
      countdown.correct(by: shift)
    }
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

  /// Returns how long to wait until the deadline can move later without making an earlier displayed number reappear, or
  /// nil if the deadline can move now, or would be reached before that.
  private func timeUntilFree(for shift: Duration) -> Duration? {
    let options = countdown.options
    let unit = options.unit
    guard shift > .zero, shift < unit else { return nil }
    let reading = countdown.reading
    // The maximum remaining time for which the current number is displayed.
    let most = unit * reading.shown + .nanoseconds(options.offsetNanoseconds)
    let excess = reading.remaining + shift - most
    return excess > .zero && excess < reading.remaining ? excess : nil
  }
}
