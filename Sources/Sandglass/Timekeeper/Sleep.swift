import SandglassCore
import Synchronization

/// One sleep of a task: the token of its entry in the queue, or the fact that the sleep was cancelled.
///
/// A sleep is stored in the frame of the sleeping task, so that sleeping does not allocate memory. The thread that
/// cancels the task may access the sleep, because a cancellation handler that has begun returns before the frame is
/// freed.
///
/// The state changes only under the timekeeper's lock. It is atomic only because the compiler cannot verify that. Code
/// that runs before the task is suspended is not inlined, so that it does not enlarge the frame. A task that sleeps for
/// an hour keeps its frame for an hour.
struct Sleep: ~Copyable {
  private enum Phase: UInt8, AtomicRepresentable {
    /// The task is not waiting yet.
    case beginning

    /// The task is waiting in the queue, or has waited there.
    case queued
    case cancelled
  }

  private let timekeeper: Timekeeper
  private let deadline: Moment

  /// The tolerance in nanoseconds.
  private let tolerance: UInt64
  private let waiter: Int
  private let token = Atomic<UInt64>(0)
  private let phase = Atomic(Phase.beginning)

  /// Creates a sleep that has not begun, with the waiter's number for the wait observer.
  init(on timekeeper: Timekeeper, until deadline: Moment, tolerance: Duration, waiter: Int) {
    self.timekeeper = timekeeper
    self.deadline = deadline
    self.tolerance = timekeeper.effective(tolerance).clampedNanoseconds
    self.waiter = waiter
  }

  /// Makes the calling task wait in the queue. Resumes the task immediately if it has already been cancelled.
  @inline(never)
  func begin(_ continuation: UnsafeContinuation<Void, Never>) {
    let task = SleepingTask(continuation: continuation, waiter: waiter)
    let begins = timekeeper.changeQueue { queue in begin(task, in: &queue) }
    if !begins { continuation.resume() }
  }

  /// Cancels the sleep, unless its deadline has already come.
  @inline(never)
  func cancel() {
    let task = timekeeper.changeQueue { queue in cancel(in: &queue) }
    task?.continuation.resume()
  }

  /// Whether the sleep was cancelled before its deadline. Only the task itself may read this, once it has been resumed.
  var wasCancelled: Bool { phase.load(ordering: .relaxed) == .cancelled }

  private func begin(_ task: SleepingTask, in queue: inout TimekeeperState.Queue) -> Bool {
    guard phase.load(ordering: .relaxed) == .beginning else { return false }
    let observer = timekeeper.waitObserver
    // A virtual time may have moved since the caller read it, and rings no alarm for what has passed.
    if observer != nil, deadline <= timekeeper.now { return false }
    let token = queue.insert(.task(task), at: deadline, toleranceNanoseconds: tolerance)
    self.token.store(token.bits, ordering: .relaxed)
    phase.store(.queued, ordering: .relaxed)
    observer?.waits(waiter, task: .current, until: deadline)
    return true
  }

  /// Returns the task if it was removed from the queue. The caller resumes it outside the lock.
  private func cancel(in queue: inout TimekeeperState.Queue) -> SleepingTask? {
    switch phase.load(ordering: .relaxed) {
    case .beginning:
      phase.store(.cancelled, ordering: .relaxed)
      return nil
    case .queued:
      let token = TimekeeperState.Token(bits: token.load(ordering: .relaxed))
      guard case .task(let task) = queue.remove(token) else { return nil }
      phase.store(.cancelled, ordering: .relaxed)
      timekeeper.waitObserver?.ended(waiter)
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
