import Sandglass

/// One countdown of the run, and how what happens to it is announced.
@MainActor
final class RunningCountdown {
  private let label: String?
  private let countdown: Countdown
  private let announce: (Announcement) -> Void
  private var startTime: WallMoment?

  /// What was left when it was cancelled.
  private var lastReading: Reading?

  /// Whether its end has been announced.
  private(set) var hasEnded = false

  init(
    _ request: CountdownRequest, milestones: [Duration],
    announce: @escaping (Announcement) -> Void
  ) {
    label = request.label
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
    // Taken before the start, so that no later time is less than its distance from this one.
    startTime = Timekeeper.shared.wallNow
    countdown.start()
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
    tell(
      Announcement(
        event: .finished, label: label, remaining: .zero, shown: 0, progress: 1,
        missed: end.missed, at: Timekeeper.shared.wallNow))
  }

  private func tell(_ milestone: Duration) {
    tell(
      Announcement(
        event: .milestone, label: label, remaining: milestone,
        shown: Int(clamping: ClockFace(milestone).seconds), progress: countdown.progress,
        missed: 0, at: Timekeeper.shared.wallNow))
  }

  private func tell(_ event: Announcement.Event, _ reading: Reading) {
    tell(
      Announcement(
        event: event, label: label, remaining: reading.remaining, shown: reading.shown,
        progress: reading.progress, missed: reading.missed, at: Timekeeper.shared.wallNow))
  }

  /// Announces; the start first, with what the first reading says.
  private func tell(_ announcement: Announcement) {
    if let startTime {
      self.startTime = nil
      var start = announcement
      start.event = .started
      start.missed = 0
      start.at = startTime
      announce(start)
    }
    announce(announcement)
  }
}
