import SandglassCore

/// The implementation of a rate limiter. While tasks are waiting, the timekeeper's queue retains it.
///
/// It has one entry in the queue, for the first task in the line.
// Sendable: everything mutable is accessed only under the timekeeper's lock.
final class RateLimiterCore: @unchecked Sendable {
  /// The wait of one task.
  // Sendable: everything mutable is accessed only under the timekeeper's lock.
  final class Turn: @unchecked Sendable {
    fileprivate var phase = Phase.beginning

    fileprivate enum Phase {
      /// The task is not in the line yet.
      case beginning
      case waiting(UInt64, Wait)
      case passed
      case cancelled
    }
  }

  private let timekeeper: Timekeeper
  private let tolerance: Duration
  private var bucket: TokenBucket

  /// The tasks in the line, by their numbers, which ascend. A cancelled task leaves a gap.
  private var line: [UInt64: Turn] = [:]

  /// The number of the first task in the line, unless it has left a gap, and the number of the next one to join.
  private var first: UInt64 = 0
  private var next: UInt64 = 0

  /// The token of the entry in the timekeeper's queue.
  private var token: TimekeeperState.Token?

  init(_ bucket: TokenBucket, tolerance: Duration, on timekeeper: Timekeeper) {
    self.bucket = bucket
    self.tolerance = timekeeper.effective(tolerance)
    self.timekeeper = timekeeper
  }

  func take() -> Bool {
    timekeeper.perform { state, now in
      serve(at: now, in: &state)
      return line.isEmpty && bucket.take(at: now)
    }
  }

  /// Puts the calling task at the end of the line, or resumes it if it need not wait.
  func begin(_ turn: Turn, _ continuation: UnsafeContinuation<Void, Never>) {
    timekeeper.perform { state, now in
      serve(at: now, in: &state)
      guard case .beginning = turn.phase else { return state.effects.woken.append(continuation) }
      if line.isEmpty, bucket.take(at: now) {
        turn.phase = .passed
        return state.effects.woken.append(continuation)
      }
      var wait = Wait(observer: timekeeper.waitObserver)
      wait.begin(continuation, until: bucket.due(after: line.count))
      turn.phase = .waiting(next, wait)
      line[next] = turn
      next += 1
      plan(in: &state)
    }
  }

  /// Takes a task out of the line, unless it has had its turn.
  func cancel(_ turn: Turn) {
    timekeeper.perform { state, _ in
      switch turn.phase {
      case .beginning: turn.phase = .cancelled
      case .waiting(let number, var wait):
        turn.phase = .cancelled
        line[number] = nil
        wait.end(in: &state)
        plan(in: &state)
      case .passed, .cancelled: break
      }
    }
  }

  func wasCancelled(_ turn: Turn) -> Bool {
    timekeeper.withLock {
      if case .cancelled = turn.phase { true } else { false }
    }
  }

  /// Gives turns to the first tasks in the line, as far as there are tokens.
  private func serve(at now: Moment, in state: inout TimekeeperState) {
    while !line.isEmpty {
      guard let turn = line[first], case .waiting(_, var wait) = turn.phase else {
        first += 1
        continue
      }
      guard bucket.take(at: now) else { break }
      line[first] = nil
      turn.phase = .passed
      wait.wake(in: &state)
    }
    plan(in: &state)
  }

  /// Updates the entry in the queue.
  private func plan(in state: inout TimekeeperState) {
    guard !line.isEmpty else {
      if let work = token.take().flatMap({ state.queue.remove($0) }) {
        state.effects.discard(work)
      }
      return
    }
    if let token, state.queue.move(token, to: bucket.due) { return }
    token = state.queue.insert(.entry(self), at: bucket.due, tolerance: tolerance)
  }
}

extension RateLimiterCore: QueueEntry {
  func fire(at now: Moment, in state: inout TimekeeperState) -> Bool {
    token = nil
    serve(at: now, in: &state)
    return token != nil
  }

  func kind(at now: Moment) -> PendingTimer.Kind { .rateLimiter(waiting: line.count) }
}

extension RateLimiterCore: CustomReflectable {
  /// An empty mirror, because code that reflects this object does not hold the lock.
  var customMirror: Mirror { Mirror(self, children: []) }
}
