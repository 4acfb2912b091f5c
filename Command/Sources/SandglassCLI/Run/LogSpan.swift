import Sandglass

/// What this process has seen of a countdown, or of its current phase, for the log.
///
/// It is a value that gets the announcements one after the other. Times are those of the wall clock, which goes on while
/// the computer sleeps. If the countdown pauses meanwhile, that time is taken out of what has run.
struct LogSpan: Equatable {
  private struct Instant: Equatable {
    let wall: WallMoment

    /// How long the computer has slept by then, if the countdown pauses meanwhile.
    let asleep: Duration
  }

  private enum Stage: Equatable {
    /// Nothing has been seen: the countdown may have ended without a process.
    case unseen
    case running(since: Instant)
    case paused(since: Instant)

    /// The end is in the log, or nothing began that could end.
    case over
  }

  private var stage = Stage.unseen
  private var started: WallMoment?
  private var ran = Duration.zero
  private var paused = Duration.zero
  private var hasPhases = false

  /// Applies an announcement.
  ///
  /// - Parameters:
  ///   - announcement: The announcement.
  ///   - name: What stands in for the id if there is none.
  ///   - asleep: How long the computer has slept so far, if the countdown pauses meanwhile; else zero.
  ///   - ended: When it happened, if that is an event that may be announced late.
  ///   - isSkipped: Whether the phase that has ended was skipped.
  /// - Returns: The entry of what has ended with it; nil if nothing has.
  mutating func apply(
    _ announcement: Announcement, name: String, asleep: Duration = .zero,
    ended: WallMoment? = nil, isSkipped: Bool = false
  ) -> LogEntry? {
    let now = Instant(wall: ended ?? announcement.ended ?? announcement.at, asleep: asleep)
    hasPhases = hasPhases || announcement.phase != nil || announcement.step != nil
    switch announcement.event {
    case .started, .restarted, .back: begin(at: now)
    case .attached: attach(announcement, at: now)
    case .paused: pause(at: now)
    case .resumed: resume(at: now)
    case .phase:
      let entry = entry(
        isSkipped ? .skipped : .finished, announcement, name, phase: announcement.step?.ended,
        at: now)
      begin(at: now)
      return entry
    case .finished:
      // The end of the last phase is in the log already.
      let entry = hasPhases ? nil : entry(.finished, announcement, name, phase: nil, at: now)
      stage = .over
      return entry
    case .cancelled:
      guard stage != .over else { return nil }
      let entry = entry(.cancelled, announcement, name, phase: announcement.phase?.name, at: now)
      stage = .over
      return entry
    case .saved, .tick, .extended, .renamed, .milestone, .undone, .stopped, .kept: break
    }
    return nil
  }

  private mutating func begin(at now: Instant) {
    self = LogSpan(stage: .running(since: now), started: now.wall, hasPhases: hasPhases)
  }

  /// Another process began it. What it had counted down by now has run.
  private mutating func attach(_ announcement: Announcement, at now: Instant) {
    guard announcement.overtime == nil else { return stage = .over }
    let share = announcement.progress / (1 - announcement.progress)
    if share.isFinite, share >= 0, share < 1e6 { ran = announcement.remaining * share }
    stage = .running(since: now)
  }

  private mutating func pause(at now: Instant) {
    guard case .running(let since) = stage else { return }
    let passed = max(.zero, now.wall - since.wall)
    let slept = min(max(.zero, now.asleep - since.asleep), passed)
    ran += passed - slept
    paused += slept
    stage = .paused(since: now)
  }

  private mutating func resume(at now: Instant) {
    guard case .paused(let since) = stage else { return }
    paused += max(.zero, now.wall - since.wall)
    stage = .running(since: now)
  }

  private mutating func entry(
    _ outcome: LogEntry.Outcome, _ announcement: Announcement, _ name: String, phase: String?,
    at now: Instant
  ) -> LogEntry {
    let isUnseen = stage == .unseen
    // Adds the time up to now to what it belongs to.
    pause(at: now)
    resume(at: now)
    return LogEntry(
      id: announcement.id ?? name, label: announcement.label, phase: phase, started: started,
      ended: now.wall, ran: isUnseen ? nil : ran, paused: isUnseen ? nil : paused, outcome: outcome)
  }

  private init(stage: Stage, started: WallMoment?, hasPhases: Bool) {
    self.stage = stage
    self.started = started
    self.hasPhases = hasPhases
  }

  init() {}
}
