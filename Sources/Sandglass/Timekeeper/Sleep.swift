import SandglassCore

/// One sleep of a task.
struct Sleep {
  let timekeeper: Timekeeper
  let deadline: Moment

  /// The tolerance in nanoseconds.
  let tolerance: UInt64

  /// The sleep's number for the wait observer.
  let waiter: Int

  /// Creates a sleep that has not begun, with the waiter's number for the wait observer.
  init(on timekeeper: Timekeeper, until deadline: Moment, tolerance: Duration, waiter: Int) {
    self.timekeeper = timekeeper
    self.deadline = deadline
    self.tolerance = timekeeper.effective(tolerance).clampedNanoseconds
    self.waiter = waiter
  }

  /// How far a sleep has come.
  enum State {
    /// The task is not waiting yet.
    case beginning

    /// The task is waiting in the queue, or has waited there.
    case queued(TimekeeperState.Token)
    case cancelled
  }

  /// Runs `body` under the timekeeper's lock.
  ///
  /// Code that runs before the task is suspended is not inlined, so that it does not enlarge the frame. A task that sleeps
  /// for an hour keeps its frame for an hour.
  @inline(never)
  func withQueue<Result>(_ body: (inout TimekeeperState.Queue) -> Result) -> Result {
    timekeeper.changeQueue(body)
  }
}

extension Sleep.State {
  /// Makes a task wait in the queue. Returns false if the task has already been cancelled, or need not wait.
  mutating func begin(
    _ sleep: Sleep, _ task: SleepingTask, in queue: inout TimekeeperState.Queue
  ) -> Bool {
    guard case .beginning = self else { return false }
    let observer = sleep.timekeeper.waitObserver
    // A virtual time may have moved since the caller read it, and rings no alarm for what has passed.
    if observer != nil, sleep.deadline <= sleep.timekeeper.now { return false }
    self = .queued(
      queue.insert(.task(task), at: sleep.deadline, toleranceNanoseconds: sleep.tolerance))
    observer?.waits(sleep.waiter, task: .current, until: sleep.deadline)
    return true
  }

  /// Cancels the sleep, unless its deadline has already come. Returns the task if it was removed from the queue.
  mutating func cancel(
    _ sleep: Sleep, in queue: inout TimekeeperState.Queue
  ) -> SleepingTask? {
    switch self {
    case .beginning:
      self = .cancelled
      return nil
    case .queued(let token):
      guard case .task(let task) = queue.remove(token) else { return nil }
      self = .cancelled
      sleep.timekeeper.waitObserver?.ended(sleep.waiter)
      return task
    case .cancelled:
      return nil
    }
  }
}

/// A task that is waiting in the queue.
struct SleepingTask {
  /// Resumes the task. The thread that removes the task from the queue resumes it exactly once, so no check is needed.
  let continuation: UnsafeContinuation<Void, Never>

  /// The task's number for the wait observer, if there is one.
  let waiter: Int
}
