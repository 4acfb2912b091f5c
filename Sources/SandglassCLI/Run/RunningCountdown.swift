import Sandglass

/// One countdown of the run, and how what happens to it is announced.
@MainActor
final class RunningCountdown {
  private let label: String?
  private let countdown: Countdown
  private let announce: (Announcement) -> Void
  private let target: CountdownRequest.Target

  /// What was left when it was cancelled.
  private var lastReading: Reading?

  /// Whether its end has been announced.
  private(set) var hasEnded = false

  init(
    _ request: CountdownRequest, milestones: [Duration],
    announce: @escaping (Announcement) -> Void
  ) {
    label = request.label
    target = request.target
    self.announce = announce
    // Lines are to be on time rather than to share a wake-up.
    let options = CountdownOptions(milestones: milestones, tolerance: .zero)
    switch request.target {
    case .duration(let duration): countdown = Countdown(duration, options: options)
    case .instant(let instant): countdown = Countdown(endingAt: instant, options: options)
    }
  }

  var isRunning: Bool { countdown.isRunning }

  func start() {
    countdown.onTick(of: self) { own, reading in own.tell(.tick, reading) }
    countdown.onMilestone(of: self) { own, milestone in own.tell(milestone) }
    countdown.onEnd(of: self) { own, end in own.tell(end) }
    // Taken before the start, so that nothing is told less than its distance after this time.
    let now = Timekeeper.shared.wallNow
    countdown.start()
    tellStart(at: now)
  }

  func pause() {
    if countdown.pause() { tell(.paused, countdown.reading) }
  }

  func resume() {
    if countdown.resume() { tell(.resumed, countdown.reading) }
  }

  func extend(by duration: Duration) {
    if countdown.extend(by: duration) { tell(.extended, countdown.reading) }
  }

  /// Cancels, and leaves it to be announced; false if it has finished already.
  func cancel() -> Bool {
    let reading = countdown.reading
    guard countdown.cancel() else { return false }
    lastReading = reading
    return true
  }

  /// Announces that it was cancelled, if it was.
  func announceCancellation() {
    guard !hasEnded, let lastReading else { return }
    hasEnded = true
    tell(.cancelled, lastReading)
  }

  private func tell(_ end: CountdownEnd) {
    guard end.outcome == .finished else { return }
    hasEnded = true
    announce(
      Announcement(
        event: .finished, label: label, remaining: .zero, shown: 0, progress: 1,
        missed: end.missed, at: Timekeeper.shared.wallNow))
  }

  private func tell(_ milestone: Duration) {
    announce(
      Announcement(
        event: .milestone, label: label, remaining: milestone,
        shown: Int(clamping: ClockFace(milestone).seconds), progress: countdown.progress,
        missed: 0, at: Timekeeper.shared.wallNow))
  }

  private func tell(_ event: Announcement.Event, _ reading: Reading) {
    announce(
      Announcement(
        event: event, label: label, remaining: reading.remaining, shown: reading.shown,
        progress: reading.progress, missed: reading.missed, at: Timekeeper.shared.wallNow))
  }

  private func tellStart(at now: WallMoment) {
    let duration: Duration
    switch target {
    case .duration(let whole): duration = whole
    case .instant(let instant): duration = max(.zero, instant - now)
    }
    announce(
      Announcement(
        event: .started, label: label, remaining: duration,
        shown: Int(clamping: ClockFace(duration).seconds), progress: 0, missed: 0, at: now))
  }
}
