import SandglassCore

/// What ticks behind the handle of a timer; while it runs, the timekeeper's queue keeps it.
// Sendable: everything mutable is touched under the timekeeper's lock alone.
final class TimerCore: Timed, @unchecked Sendable {
  private enum Phase {
    case running(TimekeeperState.Token)
    case paused(remaining: Duration)
    case ended
  }

  private let timekeeper: Timekeeper
  private let tolerance: Duration
  private var schedule: RepeatingSchedule
  private var phase = Phase.ended

  /// Nil after the end: what the closure captures is let go, even the timer's own handle.
  private var receiver: TickReceiver?

  /// Whether it was cancelled: then nothing is delivered any more, not even what is on its way.
  private var isCancelled = false

  /// How many ticks were told and have not been delivered.
  private var ticksOnTheirWay = 0

  /// Makes what ticks and starts it.
  init(
    every interval: Duration,
    options: TickOptions,
    on timekeeper: Timekeeper,
    receiver: TickReceiver
  ) {
    self.timekeeper = timekeeper
    self.receiver = receiver
    tolerance = options.tolerance
    schedule = options.schedule(every: interval, from: timekeeper.now)
    timekeeper.perform { state, _ in waitForDue(in: &state) }
  }

  var isRunning: Bool {
    timekeeper.withLock { _ in
      if case .running = phase { true } else { false }
    }
  }

  var isPaused: Bool {
    timekeeper.withLock { _ in
      if case .paused = phase { true } else { false }
    }
  }

  func cancel() -> Bool {
    timekeeper.perform { state, _ in
      // After the last tick was told, there is something to cancel until that is delivered.
      if case .ended = phase, isCancelled || ticksOnTheirWay == 0 { return false }
      isCancelled = true
      end(in: &state)
      return true
    }
  }

  func pause() -> Bool {
    timekeeper.perform { state, now in
      applyDue(at: now, in: &state)
      guard case .running = phase, let due = schedule.due else { return false }
      leaveQueue(in: &state)
      phase = .paused(remaining: max(.zero, due - now))
      return true
    }
  }

  func resume() -> Bool {
    timekeeper.perform { state, now in
      guard case .paused(let remaining) = phase else { return false }
      schedule.move(to: now + remaining)
      waitForDue(in: &state)
      return true
    }
  }

  func fireNow() -> Bool {
    timekeeper.perform { state, now in
      applyDue(at: now, in: &state)
      if case .ended = phase { return false }
      guard let tick = schedule.extraTick(at: now) else { return false }
      tell(tick, in: &state)
      if schedule.due == nil { end(in: &state) }
      return true
    }
  }

  func comeDue(at now: Moment, in state: inout TimekeeperState) -> Bool {
    if let tick = schedule.tick(at: now) { tell(tick, in: &state) }
    waitForDue(in: &state)
    return if case .running = phase { true } else { false }
  }

  /// Tells the ticks that have come due and were not served yet.
  ///
  /// Those of the timekeeper's own thread stay for that: the caller is on another one.
  private func applyDue(at now: Moment, in state: inout TimekeeperState) {
    guard receiver?.queue != nil, case .running = phase, let due = schedule.due, due <= now,
      due < .distantFuture
    else { return }
    leaveQueue(in: &state)
    while let tick = schedule.tick(at: now) { tell(tick, in: &state) }
    waitForDue(in: &state)
  }

  private func waitForDue(in state: inout TimekeeperState) {
    guard let due = schedule.due else { return end(in: &state) }
    let tolerance = timekeeper.effective(tolerance)
    phase = .running(state.queue.insert(.timed(self), at: due, tolerance: tolerance))
  }

  private func leaveQueue(in state: inout TimekeeperState) {
    guard case .running(let token) = phase, let work = state.queue.remove(token) else { return }
    state.afterwards.discarded.append(work)
  }

  private func end(in state: inout TimekeeperState) {
    leaveQueue(in: &state)
    phase = .ended
    // What the closure captures must not be released under the lock.
    if let receiver { state.afterwards.discarded.append(receiver) }
    receiver = nil
  }

  private func tell(_ tick: Tick, in state: inout TimekeeperState) {
    guard let receiver else { return }
    ticksOnTheirWay += 1
    let delivery: @Sendable () -> Void = { [self] in deliver(tick, to: receiver) }
    if let queue = receiver.queue {
      state.tell(on: queue, delivery)
    } else {
      state.afterwards.calls.append(delivery)
    }
  }

  private func deliver(_ tick: Tick, to receiver: TickReceiver) {
    let isWanted = timekeeper.withLock { _ in
      ticksOnTheirWay -= 1
      return !isCancelled
    }
    if isWanted, !receiver.receive(tick) { _ = cancel() }
  }
}

extension TimerCore: CustomReflectable {
  /// Shows nothing: whoever looks from outside does not hold the lock.
  var customMirror: Mirror { Mirror(self, children: []) }
}
