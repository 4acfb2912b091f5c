import SandglassCore

/// The implementation of a timer that ticks. While it is running, the timekeeper's queue retains it.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class TickingTimerCore: QueueEntry, @unchecked Sendable {
  enum Phase {
    case running(TimekeeperState.Token)
    case paused(at: Moment)
    case ended
  }

  let timekeeper: Timekeeper
  private let tolerance: Duration
  private let followsWallClock: Bool
  var schedule: TickSchedule
  private(set) var phase = Phase.ended

  /// The number of changes after which earlier answers of times on the wall clock are out of date.
  var changes: UInt64 = 0

  /// Whether ``attend()`` is about to be called.
  var willAttend = false

  /// The number of the registration for changes of the wall clock; zero while there is none.
  private var followerNumber: UInt64 = 0

  /// Nil after the end, so that the closure's captures are released, even if the timer's own handle is one of them.
  private(set) var receiver: TimerReceiver<Tick>?

  /// Whether the timer was cancelled. If so, nothing is delivered any more, not even pending ticks.
  private var isCancelled = false

  /// The number of ticks that have been sent but not delivered yet.
  var ticksOnTheirWay = 0

  /// The ticks that are waiting for a queue. Each element has one callback in the queue's outbox.
  private(set) var waiting: [Waiting] = []

  /// Ticks that are waiting for a queue.
  struct Waiting {
    var run: TickRun

    /// The receiver of the ticks, which is stored here so that it is available even after the end.
    let receiver: TimerReceiver<Tick>

    /// Whether later ticks may join or replace these.
    let isOpen: Bool
  }

  /// Creates the timer and starts it.
  init(
    _ schedule: TickSchedule,
    tolerance: Duration,
    on timekeeper: Timekeeper,
    receiver: TimerReceiver<Tick>
  ) {
    self.timekeeper = timekeeper
    self.receiver = receiver
    self.tolerance = tolerance
    self.schedule = schedule
    followsWallClock = schedule.followsWallClock
    change(.begin) { now, state in
      waitForDue(in: &state)
      if !followsWallClock { applyDue(at: now, in: &state) }
    }
  }

  var isRunning: Bool {
    timekeeper.withLock {
      if case .running = phase { true } else { false }
    }
  }

  var isPaused: Bool {
    timekeeper.withLock {
      if case .paused = phase { true } else { false }
    }
  }

  var interval: Duration {
    let schedule = timekeeper.withLock { self.schedule }
    return schedule.interval
  }

  var nextDue: Moment? {
    timekeeper.withLock {
      if case .running = phase { schedule.due } else { nil }
    }
  }

  var description: TimerDescription {
    timekeeper.perform { _, now in
      let status: TimerDescription.Status =
        switch phase {
        case .running: .waits(until: schedule.due ?? now)
        case .paused(let moment): .paused(remaining: timeLeft(at: moment))
        case .ended: .ended
        }
      return TimerDescription(
        kind: kind(at: now), status: status, undelivered: ticksOnTheirWay, owner: receiver?.owner,
        now: now)
    }
  }

  func cancel() -> Bool {
    timekeeper.perform { state, _ in
      // After the last tick has been sent, the timer can still be cancelled until that tick is delivered.
      if case .ended = phase, isCancelled || ticksOnTheirWay == 0 { return false }
      isCancelled = true
      end(in: &state)
      return true
    }
  }

  func pause() -> Bool {
    change(.takeUp) { now, state in pause(at: now, in: &state) }
  }

  func resume() -> Bool {
    change(.resume) { now, state in resume(at: now, in: &state) }
  }

  func toggle() -> Bool {
    change(.resume) { now, state in
      resume(at: now, in: &state) || pause(at: now, in: &state)
    }
  }

  func setInterval(_ interval: Duration, from start: IntervalStart) -> Bool {
    change(.takeUp) { now, state in
      switch phase {
      case .running(let token):
        schedule.setInterval(interval, from: start, at: now)
        if let due = schedule.due { _ = state.queue.move(token, to: due) }
        return true
      case .paused(let moment):
        schedule.setInterval(interval, from: start, at: moment)
        return true
      case .ended: return false
      }
    }
  }

  func setTimes(_ times: WallTimes) -> Bool {
    change(.setTimes(times)) { _, state in
      if case .ended = phase { return false }
      if schedule.due == nil { end(in: &state) }
      return schedule.due != nil
    }
  }

  func fire() -> Bool {
    change(.takeUp) { now, state in
      if case .ended = phase { return false }
      guard let receiver, let run = schedule.extraRun(at: now, wall: wall(at: now))
      else { return false }
      report(run, to: receiver, isOpen: false, in: &state)
      if schedule.due == nil { end(in: &state) }
      return true
    }
  }

  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool {
    if followsWallClock {
      attendSoon(in: &state)
      return false
    }
    deliverDue(at: now, in: &state)
    waitForDue(in: &state)
    return if case .running = phase { true } else { false }
  }

  var ownerType: Any.Type? { receiver?.owner }

  func kind(at now: Moment) -> PendingTimer.Kind {
    followsWallClock ? .wallTimer : .repeatingTimer(every: schedule.interval)
  }

  private func pause(at now: Moment, in state: inout TimekeeperState) -> Bool {
    guard case .running = phase else { return false }
    leaveQueue(in: &state)
    stopFollowing(in: &state)
    phase = .paused(at: now)
    return true
  }

  private func resume(at now: Moment, in state: inout TimekeeperState) -> Bool {
    guard case .paused(let moment) = phase else { return false }
    // Times on the wall clock have gone on by a step of their own.
    if !followsWallClock { schedule.resume(from: moment, at: now, wall: wall(at: now)) }
    waitForDue(in: &state)
    return true
  }

  /// Returns the time from a pause to the next tick.
  private func timeLeft(at moment: Moment) -> Duration {
    max(.zero, (schedule.due ?? moment) - moment)
  }

  /// Sends the ticks that are due but that the timekeeper has not served yet, and then makes a change under the lock.
  ///
  /// Ticks on the timekeeper's own thread are left to that thread, because the caller runs on a different one.
  private func change<Answer>(
    _ step: Step, _ body: (Moment, inout TimekeeperState) -> Answer
  ) -> Answer {
    guard followsWallClock else {
      return timekeeper.perform { state, now in
        applyDue(at: now, in: &state)
        return body(now, &state)
      }
    }
    return askingTimes(step) { runs, now, state in
      report(runs, in: &state)
      placeAgain(in: &state)
      return body(now, &state)
    }
  }

  private func applyDue(at now: Moment, in state: inout TimekeeperState) {
    guard receiver?.queue != nil, case .running = phase, let due = schedule.due, due <= now,
      due < .distantFuture
    else { return }
    leaveQueue(in: &state)
    deliverDue(at: now, in: &state)
    waitForDue(in: &state)
  }

  /// Sends all due ticks to a queue. On the timekeeper's own thread, this sends only one tick in each round, because
  /// everything else waits in the meantime.
  private func deliverDue(at now: Moment, in state: inout TimekeeperState) {
    guard let receiver else { return }
    let most = receiver.queue == nil ? 1 : Int.max
    while let run = schedule.run(at: now, wall: wall(at: now), atMost: most) {
      report(run, to: receiver, isOpen: true, in: &state)
      if receiver.queue == nil || !schedule.missedTicks.deliversEach { return }
    }
  }

  private func waitForDue(in state: inout TimekeeperState) {
    guard let due = schedule.due else { return end(in: &state) }
    let tolerance = timekeeper.effective(tolerance)
    phase = .running(state.queue.insert(.entry(self), at: due, tolerance: tolerance))
    if followsWallClock { follow(in: &state) }
  }

  /// Registers the timer for changes of the wall clock, unless it has ended.
  func follow(in state: inout TimekeeperState) {
    if receiver != nil, followerNumber == 0 { followerNumber = state.add(self) }
  }

  /// Moves a running timer to where its next tick is due now.
  func placeAgain(in state: inout TimekeeperState) {
    guard case .running = phase else { return }
    leaveQueue(in: &state)
    waitForDue(in: &state)
  }

  private func leaveQueue(in state: inout TimekeeperState) {
    guard case .running(let token) = phase, let work = state.queue.remove(token) else { return }
    state.effects.discard(work)
  }

  private func stopFollowing(in state: inout TimekeeperState) {
    guard followerNumber > 0 else { return }
    state.removeFollower(followerNumber)
    followerNumber = 0
  }

  private func wall(at now: Moment) -> WallMoment { timekeeper.clocks.wall(at: now) }

  private func end(in state: inout TimekeeperState) {
    changes += 1
    leaveQueue(in: &state)
    stopFollowing(in: &state)
    phase = .ended
    // The closure's captures must not be released under the lock.
    if let receiver { state.effects.discarded.append(receiver) }
    receiver = nil
  }

  func report(_ runs: [TickRun], in state: inout TimekeeperState) {
    guard let receiver else { return }
    for run in runs { report(run, to: receiver, isOpen: true, in: &state) }
  }

  private func report(
    _ run: TickRun, to receiver: TimerReceiver<Tick>, isOpen: Bool, in state: inout TimekeeperState
  ) {
    if isOpen, joinsWaiting(run) { return }
    ticksOnTheirWay += run.count
    if let queue = receiver.queue {
      waiting.append(Waiting(run: run, receiver: receiver, isOpen: isOpen))
      state.enqueue(on: queue) { [self] in deliverWaiting() }
    } else {
      state.effects.calls.append { [self] in deliver(run, to: receiver) }
    }
  }

  /// Adds a burst to a burst that is still waiting for a busy queue, or replaces a waiting tick, which then counts as
  /// missed. The memory for waiting ticks therefore does not grow over time.
  private func joinsWaiting(_ run: TickRun) -> Bool {
    guard let last = waiting.indices.last, waiting[last].isOpen else { return false }
    switch schedule.missedTicks {
    case .burst:
      guard waiting[last].run.append(run) else { return false }
      ticksOnTheirWay += run.count
    case .skip, .delay:
      waiting[last].run = run.replacing(waiting[last].run)
      schedule.giveBack()
    }
    return true
  }

  private func deliverWaiting() {
    let next = timekeeper.withLock { waiting.removeFirst() }
    deliver(next.run, to: next.receiver)
  }

  func deliver(_ run: TickRun, to receiver: TimerReceiver<Tick>) {
    var run = run
    while let tick = run.popFirst() {
      let isWanted = timekeeper.withLock {
        ticksOnTheirWay -= 1
        return !isCancelled
      }
      guard isWanted else { return }
      if !receiver.receive(tick) { _ = cancel() }
    }
  }
}

extension TickingTimerCore: CustomReflectable {
  /// An empty mirror, because code that reflects this object does not hold the lock.
  var customMirror: Mirror { Mirror(self, children: []) }
}
