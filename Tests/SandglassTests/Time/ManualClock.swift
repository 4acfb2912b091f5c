import Sandglass

/// A clock that a test sets. A sleep ends when the test says so.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var sinceStart: Duration

    func advanced(by duration: Duration) -> Instant {
      Instant(sinceStart: sinceStart + duration)
    }

    func duration(to other: Instant) -> Duration {
      other.sinceStart - sinceStart
    }

    static func < (left: Instant, right: Instant) -> Bool {
      left.sinceStart < right.sinceStart
    }
  }

  private struct Sleep {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var now = Instant(sinceStart: .zero)
    var sleeps: [Int: Sleep] = [:]
    var cancelled: Set<Int> = []
    var nextSleep = 0
  }

  private let state = Locked(State())

  /// The deadline of each sleep that has begun, in that order.
  let begun = TimerNotes<Duration>()

  /// The deadline of each cancelled sleep, in the order of the cancellations.
  let cancelled = TimerNotes<Duration>()

  var now: Instant { state.withLock { $0.now } }

  var minimumResolution: Duration { Duration(attoseconds: 1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let id = state.withLock { state in
      state.nextSleep += 1
      return state.nextSleep
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isOver = state.withLock { state in
          if state.cancelled.contains(id) || deadline <= state.now { return true }
          state.sleeps[id] = Sleep(deadline: deadline, continuation: continuation)
          return false
        }
        if isOver { continuation.resume() }
        begun.note(deadline.sinceStart)
      }
      try Task.checkCancellation()
    } onCancel: {
      let sleep = state.withLock { state in
        state.cancelled.insert(id)
        return state.sleeps.removeValue(forKey: id)
      }
      sleep?.continuation.resume()
      cancelled.note(deadline.sinceStart)
    }
  }

  /// Sets the clock to `duration` after its start, and ends the sleeps that are over by then.
  func show(_ duration: Duration) {
    state.withLock { $0.now = Instant(sinceStart: duration) }
    endSleeps { $0.deadline.sinceStart <= duration }
  }

  /// Ends all sleeps, although their deadlines have not been reached.
  func wakeEarly() {
    endSleeps { _ in true }
  }

  private func endSleeps(where isOver: (Sleep) -> Bool) {
    let over = state.withLock { state in
      let over = state.sleeps.filter { isOver($0.value) }
      for id in over.keys { state.sleeps[id] = nil }
      return over.values
    }
    for sleep in over { sleep.continuation.resume() }
  }
}
