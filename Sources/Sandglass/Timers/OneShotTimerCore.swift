import SandglassCore

/// The implementation of a one-shot timer. While it is waiting, the timekeeper's queue retains it.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class OneShotTimerCore: QueueEntry, CallReceiver, @unchecked Sendable {
  private enum Phase {
    case waiting(TimekeeperState.Token, until: Moment)
    case paused(remaining: Duration)

    /// The timer may be restarted.
    case fired
    case ended
  }

  private let timekeeper: Timekeeper
  private let tolerance: Duration
  private let lifetime: TimerLifetime

  /// The latest delay.
  private var delay: Duration
  private var phase = Phase.ended

  /// Nil after the end, so that the closure's captures are released, even if the timer's own handle is one of them.
  private var receiver: TimerReceiver<Tick>?

  /// What the timer has fired with, until the closure is called. A restart or a cancellation resets it.
  private var reported: Tick?

  /// The number of times that the timer has fired.
  private var firings: UInt64 = 0

  /// The place of the latest firing's call in its outbox, if that call is still waiting.
  private var place: Outbox.Place?

  /// Creates the timer and starts it.
  init(
    after delay: Duration,
    tolerance: Duration,
    lifetime: TimerLifetime,
    on timekeeper: Timekeeper,
    receiver: TimerReceiver<Tick>
  ) {
    self.timekeeper = timekeeper
    self.tolerance = tolerance
    self.lifetime = lifetime
    self.delay = delay
    self.receiver = receiver
    timekeeper.perform { state, now in
      wait(until: now + max(.zero, delay), in: &state)
      applyDue(at: now, in: &state)
    }
  }

  var isRunning: Bool { nextDue != nil }

  var isPaused: Bool {
    timekeeper.withLock {
      if case .paused = phase { true } else { false }
    }
  }

  var nextDue: Moment? {
    timekeeper.withLock {
      if case .waiting(_, let deadline) = phase { deadline } else { nil }
    }
  }

  var description: TimerDescription {
    timekeeper.perform { _, now in
      let status: TimerDescription.Status =
        switch phase {
        case .waiting(_, let deadline): .waits(until: deadline)
        case .paused(let remaining): .paused(remaining: remaining)
        case .fired: .idle("has fired")
        case .ended: .ended
        }
      return TimerDescription(
        kind: kind(at: now), status: status, undelivered: reported == nil ? 0 : 1,
        owner: receiver?.owner,
        now: now)
    }
  }

  var ownerType: Any.Type? { receiver?.owner }

  func kind(at now: Moment) -> PendingTimer.Kind { .oneShotTimer }

  func restart(after newDelay: Duration?) -> Bool {
    timekeeper.perform { state, now in
      if case .ended = phase { return false }
      delay = newDelay ?? delay
      rearm(at: now + max(.zero, delay), in: &state)
      applyDue(at: now, in: &state)
      return true
    }
  }

  func pause() -> Bool {
    timekeeper.perform { state, now in pause(at: now, in: &state) }
  }

  func resume() -> Bool {
    timekeeper.perform { state, now in resume(at: now, in: &state) }
  }

  func toggle() -> Bool {
    timekeeper.perform { state, now in
      resume(at: now, in: &state) || pause(at: now, in: &state)
    }
  }

  func fire() -> Bool {
    timekeeper.perform { state, now in
      applyDue(at: now, in: &state)
      switch phase {
      case .waiting, .paused: break
      case .fired, .ended: return false
      }
      leaveQueue(in: &state)
      report(dueAt: now, at: now, in: &state)
      return true
    }
  }

  func cancel() -> Bool {
    timekeeper.perform { state, _ in
      defer { end(in: &state) }
      return switch phase {
      case .waiting, .paused: true
      case .fired, .ended: reported != nil
      }
    }
  }

  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool {
    if case .waiting(_, let deadline) = phase { report(dueAt: deadline, at: now, in: &state) }
    return false
  }

  /// Fires if the deadline has passed and the timekeeper has not served the timer yet.
  ///
  /// A timer on the timekeeper's own thread is left to that thread, because the caller runs on a different one.
  private func applyDue(at now: Moment, in state: inout TimekeeperState) {
    guard receiver?.queue != nil, case .waiting(_, let deadline) = phase, deadline <= now,
      deadline < .distantFuture
    else { return }
    leaveQueue(in: &state)
    report(dueAt: deadline, at: now, in: &state)
  }

  private func pause(at now: Moment, in state: inout TimekeeperState) -> Bool {
    applyDue(at: now, in: &state)
    guard case .waiting(_, let deadline) = phase else { return false }
    leaveQueue(in: &state)
    phase = .paused(remaining: max(.zero, deadline - now))
    return true
  }

  private func resume(at now: Moment, in state: inout TimekeeperState) -> Bool {
    guard case .paused(let remaining) = phase else { return false }
    wait(until: now + remaining, in: &state)
    return true
  }

  private func rearm(at deadline: Moment, in state: inout TimekeeperState) {
    reported = nil
    if case .waiting(let token, _) = phase, state.queue.move(token, to: deadline) {
      phase = .waiting(token, until: deadline)
    } else {
      wait(until: deadline, in: &state)
    }
  }

  private func wait(until deadline: Moment, in state: inout TimekeeperState) {
    let tolerance = timekeeper.effective(tolerance)
    let token = state.queue.insert(.entry(self), at: deadline, tolerance: tolerance)
    phase = .waiting(token, until: deadline)
  }

  private func leaveQueue(in state: inout TimekeeperState) {
    guard case .waiting(let token, _) = phase, let work = state.queue.remove(token) else { return }
    state.effects.discard(work)
  }

  private func end(in state: inout TimekeeperState) {
    leaveQueue(in: &state)
    phase = .ended
    reported = nil
    // The closure's captures must not be released under the lock.
    if let receiver { state.effects.discarded.append(receiver) }
    receiver = nil
  }

  private func report(dueAt deadline: Moment, at now: Moment, in state: inout TimekeeperState) {
    phase = .fired
    reported = Tick(index: Int(clamping: firings), scheduled: deadline, now: now, missed: 0)
    firings += 1
    guard let queue = receiver?.queue else {
      state.effects.calls.append { [self, firings] in deliver(firings) }
      return
    }
    place = state.enqueue(firings, to: self, on: queue, insteadOf: place).place
  }

  func noteMoved(to place: Outbox.Place) {
    self.place = place
  }

  /// Calls the closure, unless the call was cancelled in the meantime.
  func deliver(_ firing: UInt64) {
    let wanted = timekeeper.withLock { () -> (receiver: TimerReceiver<Tick>, tick: Tick)? in
      guard firing == firings, let tick = reported.take(), let receiver else { return nil }
      if lifetime == .detached {
        phase = .ended
        self.receiver = nil
      }
      return (receiver, tick)
    }
    if let wanted, !wanted.receiver.receive(wanted.tick) { _ = cancel() }
  }
}

extension OneShotTimerCore: CustomReflectable {
  /// An empty mirror, because code that reflects this object does not hold the lock.
  var customMirror: Mirror { Mirror(self, children: []) }
}
