import SandglassCore

/// A task that waits for one moment, or for one after the other.
// Sendable: everything mutable is touched under the timekeeper's lock alone.
final class Sleeper: QueueEntry, @unchecked Sendable {
  private let timekeeper: Timekeeper
  private var wait: Wait
  private var token: TimekeeperState.Token?
  private var isCancelled = false

  private let forOneSleep: Bool

  init(on timekeeper: Timekeeper, forOneSleep: Bool) {
    self.timekeeper = timekeeper
    self.forOneSleep = forOneSleep
    wait = Wait(observer: timekeeper.waitObserver)
  }

  deinit {
    if !forOneSleep { end() }
  }

  /// Notes that there will be no further sleep.
  func end() {
    timekeeper.perform { state, _ in wait.end(in: &state) }
  }

  /// Waits until `deadline` and answers true; false as soon as the task is cancelled.
  func sleep(
    until deadline: Moment, tolerance: Duration, isolation: isolated (any Actor)?
  ) async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        timekeeper.perform { state, now in
          begin(continuation, until: deadline, tolerance: tolerance, at: now, in: &state)
        }
      }
    } onCancel: {
      timekeeper.perform { state, _ in cancel(in: &state) }
    }
    return timekeeper.perform { _, _ in !isCancelled }
  }

  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool {
    token = nil
    wait.wake(in: &state)
    return false
  }

  func kind(at now: Moment) -> PendingTimer.Kind { forOneSleep ? .sleep : .ticks }

  private func begin(
    _ continuation: CheckedContinuation<Void, Never>,
    until deadline: Moment,
    tolerance: Duration,
    at now: Moment,
    in state: inout TimekeeperState
  ) {
    guard !isCancelled, deadline > now else {
      state.effects.calls.append { continuation.resume() }
      return
    }
    wait.begin(continuation)
    token = state.queue.insert(
      .entry(self), at: deadline, tolerance: timekeeper.effective(tolerance))
  }

  private func cancel(in state: inout TimekeeperState) {
    isCancelled = true
    if let work = token.flatMap({ state.queue.remove($0) }) {
      state.effects.discarded.append(work)
    }
    token = nil
    wait.end(in: &state)
  }
}
