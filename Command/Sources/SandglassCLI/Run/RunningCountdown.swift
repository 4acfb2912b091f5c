import Dispatch
import Sandglass
import SandglassCore
import SandglassLedger
import SandglassStores

/// One countdown of the run, which announces its events.
@MainActor
final class RunningCountdown {
  private let ready: ReadyCountdown

  /// Whether each displayed number is announced. A number that nobody sees is worth no wake-up.
  private let announcesTicks: Bool
  private let announce: (Announcement) -> Void

  /// The state that the countdown was restored in; nil if this process started it.
  private let restoration: RestoredCountdown?

  /// The label, which another process may change.
  private var label: String?

  /// The phases; nil without phases.
  private let plan: PhasePlan?

  /// What this process has started it towards, and the wall-clock time just before; nil if another process has started
  /// it.
  private var ownStart: (target: CountdownRequest.Target, moment: WallMoment)?

  /// The latest reading of a run in progress, and when it was announced. Once another process has cancelled the
  /// countdown, its own reading no longer says what was left.
  private typealias Latest = (reading: Reading, moment: Moment)

  /// How far this process has come with the countdown.
  ///
  /// ```
  ///  ┌───────┐ let go of ┌───────────┐ announced ┌──────┐
  ///  │ going │ ────────▶ │ departing │ ────────▶ │ over │
  ///  └───────┘           └───────────┘           └──────┘
  ///      │    it ends by itself, or elsewhere       ▲
  ///      └──────────────────────────────────────────┘
  /// ```
  private enum Stage {
    /// Its events are announced.
    case going(Latest?)

    /// It is decided what becomes of it, and this has not been announced.
    case departing(Departure, last: Reading)

    /// Its end has been announced: what has become of it, or nil if it has ended by itself.
    case over(Departure?)
  }

  private var stage = Stage.going(nil)

  /// Whether a finish has been announced. The countdown may go on after that, past zero or with more time, so each stage
  /// occurs with and without it.
  private var hasReportedFinish = false

  /// Whether the countdown is paused, as far as that has been announced. Changes that are pending are announced until
  /// it is over.
  private var isPauseReported = false

  /// Whether the countdown has a record.
  private enum Keeping {
    /// No record is wanted, or none could be written so far.
    case unkept

    /// The first record is being written.
    case beingKept
    case kept(KeptReference)
  }

  private var keeping: Keeping

  init(
    _ ready: ReadyCountdown, ticks: Bool, announce: @escaping (Announcement) -> Void
  ) {
    self.ready = ready
    announcesTicks = ticks
    keeping = ready.reference.map(Keeping.kept) ?? .unkept
    label = ready.label
    restoration = ready.countdown.restoration
    let phases = ready.countdown.phases
    plan = phases.isEmpty ? nil : PhasePlan(phases, rounds: ready.countdown.rounds)
    self.announce = announce
  }

  /// The event that an announcement describes, with its number; nil if it has none.
  ///
  /// It is still pending in the record while it is announced, or else became due before there was a record.
  func numberedEvent(_ announcement: Announcement) -> PendingEvent? {
    let events = countdown.numberedEvents.filter { event in
      switch (event.kind, announcement.event) {
      case (.milestone(let milestone), .milestone): milestone == announcement.milestone
      case (.phaseEnd, .phase), (.finish, .finished): true
      case (.milestone, _), (.phaseEnd, _), (.finish, _): false
      }
    }
    // The clocks of another boot say nothing of an event's moment, and the oldest one is announced first.
    return events.first { $0.instant.steady == announcement.moment } ?? events.first
  }

  /// Whether the countdown's end has been announced.
  var hasEnded: Bool {
    if case .over = stage { true } else { false }
  }

  private var isGoing: Bool {
    if case .going = stage { true } else { false }
  }

  /// The label, or else what stands in for it.
  var name: String { label ?? reference?.id ?? ready.caption ?? "the countdown" }

  /// The id and the catalog; nil if the countdown is not kept.
  var reference: KeptReference? {
    if case .kept(let reference) = keeping { reference } else { nil }
  }

  var isRunning: Bool { countdown.isRunning }

  /// How long the computer has slept so far, if the countdown pauses meanwhile; zero for one that goes on.
  var asleep: Duration {
    guard countdown.options.pausesAsleep else { return .zero }
    if case .wall = countdown.currentTarget { return .zero }
    return countdown.timekeeper.asleep(at: countdown.timekeeper.now)
  }

  var countdown: Countdown { ready.countdown }

  /// Whether each phase after the first begins paused.
  var waits: Bool { ready.waits }

  private var id: String? { reference?.id }

  /// Starts the countdown, unless another process has already started it.
  func start() {
    guard let target = ready.target else { return }
    bind()
    bindTicks()
    countdown.numberEvents()
    // Read the clock before the start. If it were read later, an event could seem to come too soon
    // after the start.
    ownStart = (target, countdown.timekeeper.wallNow)
    countdown.start()
  }

  /// Announces the start, or attaches to a countdown that another process has started.
  func announceStart() {
    if let ownStart {
      reportStart(towards: ownStart.target, at: ownStart.moment)
    } else {
      attach()
    }
  }
}

// MARK: - Letting go

extension RunningCountdown {
  /// Lets go of the countdown, or finds that it is to be shown on, without announcing it.
  ///
  /// - Parameter wish: How the process is asked to let go of it.
  /// - Returns: What becomes of it; nil if it has already finished, or if its end has been announced.
  func depart(_ wish: DepartureWish) -> Departure? {
    switch stage {
    case .over: return nil
    case .departing(let departure, _): return departure
    case .going: break
    }
    let reading = countdown.reading
    let departure = Departure(wish, standing)
    switch departure {
    case .cancel: guard countdown.cancel() else { return nil }
    case .leave, .drop:
      guard reading.state != .finished, reading.state != .idle else { return nil }
      countdown.unbind(self)
    case .stay: return .stay
    }
    stage = .departing(departure, last: reading)
    return departure
  }

  /// Announces what has become of the countdown, if it was let go of.
  func announceDeparture() {
    guard case .departing(let departure, let reading) = stage else { return }
    announceLast(
      departure == .leave ? .kept : isFinished ? .stopped : .cancelled, reading, departure)
  }

  /// Whether the countdown has finished, even if it counts past zero.
  var isFinished: Bool {
    if case .departing(_, let last) = stage, last.state == .overtime { return true }
    return countdown.isFinished || countdown.isOvertime
  }
}

// MARK: - Records

extension RunningCountdown {
  /// What the store has said of the record. This is accurate once every change has been written, or could not be.
  var standing: RecordStanding {
    switch keeping {
    case .unkept: .none
    case .beingKept: .beingWritten
    case .kept:
      RecordStanding(error: countdown.storeError, lacksChanges: countdown.hasUnwrittenChanges)
    }
  }

  /// What there is to be said of the record when the process exits.
  var lastWord: LastWord? {
    switch stage {
    case .going: nil
    case .departing(let departure, _): LastWord(after: departure, standing)
    case .over(let departure): LastWord(after: departure, standing)
    }
  }

  /// The countdown with its label and name; nil if it already has a record or is not to be kept.
  var unkept: (countdown: Countdown, label: String?, name: String)? {
    guard case .unkept = keeping, isGoing else { return nil }
    return ready.name.map { (countdown, label, $0) }
  }

  /// Notes that the first record is being written.
  func noteBeingKept() {
    keeping = .beingKept
  }

  /// Notes what has become of a record that was being written: its reference, or nil if there is none.
  func noteKept(as reference: KeptReference?) {
    guard case .beingKept = keeping else { return }
    keeping = reference.map(Keeping.kept) ?? .unkept
  }

  /// Announces the id of a countdown whose start was announced without it.
  func announceID() {
    if reference != nil, !hasEnded { report(.saved, countdown.reading) }
  }

  /// Follows a new label that another process has given to the countdown.
  func follow(label: String?) {
    guard label != self.label, !hasEnded else { return }
    self.label = label
    report(.renamed, countdown.reading)
  }

  /// The countdown; nil if it has no record.
  var keptCountdown: Countdown? { reference == nil ? nil : countdown }

  /// Acknowledges the finish if it has been announced, so that the record can be removed.
  func acknowledgeReportedFinish() {
    if hasReportedFinish { countdown.acknowledgeFinish() }
  }
}

// MARK: - Starting

extension RunningCountdown {
  private func bind() {
    countdown.onMilestone(with: self) { own, reached in own.report(reached) }
    if plan != nil { countdown.onPhaseEnd(with: self) { own, end in own.report(end) } }
    // Before the closure for changes, whose return would acknowledge an end that has not been announced.
    countdown.onEnd(with: self) { own, end in own.report(end) }
    countdown.onChange(with: self) { own, change in own.report(change) }
  }

  private func bindTicks() {
    guard announcesTicks else { return }
    countdown.onTick(with: self) { own, reading in
      // The stop of overtime is announced as such.
      if reading.state != .finished { own.report(.tick, reading) }
    }
  }

  private func attach() {
    // Another process may change the countdown at any time. What it does after the reading is a change.
    bind()
    let reading = countdown.reading
    switch reading.state {
    case .running, .paused:
      var announcement = announcement(.attached, reading)
      announcement.certainty = restoration?.certainty
      announce(announcement)
      bindTicks()
      if reading.state == .paused { reportPause(reading) }
    case .overtime:
      report(.attached, reading)
      bindTicks()
    case .finished, .idle:
      bindTicks()
    }
    announceEarlierEnd()
  }
}

extension RunningCountdown {
  /// Announces that another process has cancelled the countdown, or has reported its end, just before
  /// this process was bound to it.
  private func announceEarlierEnd() {
    let reading = countdown.reading
    let isOver = reading.state == .idle || reading.state == .finished
    guard isGoing, isOver, !countdown.hasPendingFinish else { return }
    announceLast(reading.state == .idle ? .cancelled : .kept, reading)
  }
}

// MARK: - Announcing

extension RunningCountdown {
  private func announceLast(
    _ event: Announcement.Event, _ reading: Reading, _ departure: Departure? = nil
  ) {
    guard !hasEnded else { return }
    stage = .over(departure)
    report(event, reading)
    letGo()
  }

  /// Leaves the record to others, once all receivers have handled the end. Otherwise this process would take over a run
  /// that another one begins under the same id, and would not announce its end.
  private func letGo() {
    DispatchQueue.main.async { self.countdown.unbind(self) }
  }

  private func reportPause(_ reading: Reading) {
    isPauseReported = true
    report(.paused, reading)
  }

  /// Announces that a change was undone, in the words of what has become of the countdown by it.
  private func reportUndone(_ reading: Reading) {
    switch (isPauseReported, reading.state == .paused) {
    case (false, true): reportPause(reading)
    case (true, false):
      isPauseReported = false
      report(.resumed, reading)
    case (true, true), (false, false): report(.undone, reading)
    }
  }

  /// Announces what this or another process has done. Nothing follows the last announcement.
  private func report(_ change: CountdownChange) {
    if hasEnded { return }
    switch change.kind {
    // A change just before the first reading is in that reading as well.
    case .paused: if !isPauseReported { reportPause(change.reading) }
    case .resumed:
      if isPauseReported { report(.resumed, change.reading) }
      isPauseReported = false
    case .extended: report(.extended, change.reading)
    case .wentBack: report(.back, change.reading)
    case .undone: reportUndone(change.reading)
    case .overtimeStopped:
      // Another process has stopped it.
      guard case .going(let latest) = stage else { break }
      let before = latest?.reading
      announceLast(.stopped, before?.state == .overtime ? before ?? change.reading : change.reading)
    case .started, .corrected, .milestone, .phaseEnded, .finished, .overtime, .reset, .cancelled,
      .pausedAsleep:
      break
    }
  }

  private func report(_ end: CountdownEnd) {
    switch end.outcome {
    case .finished:
      reportFinish(end)
    case .deliveredElsewhere:
      announceLast(.kept, countdown.reading)
    case .cancelled:
      // Another process has cancelled it, or has started it again.
      guard case .going(let latest) = stage else { break }
      let reading = countdown.reading
      switch reading.state {
      case .running, .paused:
        isPauseReported = false
        report(.restarted, reading)
        // It may have been paused before this process looked.
        if reading.state == .paused { reportPause(reading) }
      case .idle, .overtime, .finished:
        let last = latest.map { $0.reading.reported(at: end.moment, takenAt: $0.moment) }
        announceLast(.cancelled, last ?? reading)
      }
    }
  }

  private func reportFinish(_ end: CountdownEnd) {
    guard !hasEnded else { return }
    let overtime = countdown.isOvertime ? countdown.reading.overtime : nil
    if overtime == nil {
      stage = .over(nil)
      letGo()
    }
    hasReportedFinish = true
    var announcement = Announcement(
      event: .finished, label: label, remaining: .zero, shown: 0, progress: 1, missed: end.missed,
      at: countdown.timekeeper.wallNow, moment: end.moment, id: id, overtime: overtime)
    if let ended = restoration?.state.ended {
      announcement.ended = ended
      announcement.certainty = restoration?.certainty
    }
    announce(announcement)
  }

  private func report(_ end: PhaseEnd) {
    var announcement = announcement(.phase, countdown.reading)
    announcement.moment = end.moment
    announcement.step = PhaseStep(ended: end.phase.name, next: end.next?.name)
    announce(announcement)
    wait(after: end)
  }

  /// Pauses at the beginning of a phase, if that is asked for.
  private func wait(after end: PhaseEnd) {
    guard waits, !end.isSkipped, let next = end.next,
      countdown.phaseIndex == end.index + 1, countdown.pause()
    else { return }
    // The phase has already been running for a moment.
    countdown.extend(by: max(.zero, next.duration - countdown.remaining))
  }

  private func report(_ reached: ReachedMilestone) {
    announce(
      Announcement(
        event: .milestone, label: label, remaining: reached.remaining,
        shown: Int(clamping: ClockFace(reached.remaining).seconds), progress: countdown.progress,
        missed: 0, at: countdown.timekeeper.wallNow, moment: reached.moment, id: id,
        milestone: reached.milestone))
  }

  private func report(_ event: Announcement.Event, _ reading: Reading) {
    announce(announcement(event, reading))
  }

  private func announcement(_ event: Announcement.Event, _ reading: Reading) -> Announcement {
    if isGoing, reading.state.lasts { stage = .going((reading, countdown.timekeeper.now)) }
    return Announcement(
      event: event, label: label, remaining: reading.remaining, shown: reading.shown,
      progress: reading.progress, missed: reading.missed, at: countdown.timekeeper.wallNow, id: id,
      phase: plan.flatMap { PhasePosition($0, index: reading.phaseIndex) },
      overtime: reading.state == .overtime ? reading.overtime : nil)
  }

  private func reportStart(towards target: CountdownRequest.Target, at now: WallMoment) {
    let duration = target.duration(from: now)
    announce(
      Announcement(
        event: .started, label: label, remaining: duration,
        shown: Int(clamping: ClockFace(duration).seconds), progress: 0, missed: 0, at: now, id: id,
        phase: plan.flatMap { PhasePosition($0, index: 0) }))
  }
}
