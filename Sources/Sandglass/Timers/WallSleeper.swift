import SandglassCore

/// A task that sleeps repeatedly, each time until a given moment, or until the wall clock is set.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class WallSleeper: @unchecked Sendable {
  private let timekeeper: Timekeeper
  private var wait: Wait

  /// The place in the queue, while the task sleeps.
  private var token: TimekeeperState.Token?

  /// The number of the registration for changes of the wall clock; zero after the end.
  private var followerNumber: UInt64 = 0

  /// Whether the wall clock may have been set, or the task was cancelled, so that the next sleep ends at once.
  private var isRoused = false

  init(on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
    wait = Wait(observer: timekeeper.waitObserver)
    timekeeper.perform { state, _ in followerNumber = state.add(self) }
  }

  deinit { end() }

  /// Notes that there will be no more sleeps.
  func end() {
    timekeeper.perform { state, _ in
      state.removeFollower(followerNumber)
      followerNumber = 0
      wait.end(in: &state)
    }
  }

  /// Reads the clocks. If the wall clock is set after this, the next sleep ends at once.
  func readClocks() -> ClockReadings {
    timekeeper.withLock {
      isRoused = false
      return timekeeper.clocks
    }
  }

  /// Waits until `deadline`, until the wall clock is set, or until the task is cancelled.
  func sleep(
    until deadline: Moment, tolerance: Duration, isolation: isolated (any Actor)?
  ) async {
    await withTaskCancellationHandler {
      // The continuation is resumed exactly once: either here, or by the wait, which takes it over.
      await withUnsafeContinuation(isolation: isolation) { continuation in
        timekeeper.perform { state, now in
          guard !isRoused, deadline > now else { return state.effects.woken.append(continuation) }
          wait.begin(continuation)
          token = state.queue.insert(
            .entry(self), at: deadline, tolerance: timekeeper.effective(tolerance))
        }
      }
    } onCancel: {
      timekeeper.perform { state, _ in rouse(in: &state) }
    }
  }

  private func rouse(in state: inout TimekeeperState) {
    isRoused = true
    if let token, let work = state.queue.remove(token) { state.effects.discard(work) }
    token = nil
    wait.wake(in: &state)
  }
}

extension WallSleeper: QueueEntry {
  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool {
    token = nil
    rouse(in: &state)
    return false
  }

  func kind(at now: Moment) -> PendingTimer.Kind { .sleep }
}

extension WallSleeper: WallClockFollower {
  func refresh(at now: Moment, in state: inout TimekeeperState) { rouse(in: &state) }
}
