import SandglassCore
import Synchronization

/// One sleep of a task: where its entry is in the queue, or that it was cancelled.
///
/// It lies in the frame of the task that sleeps, so that a sleep allocates nothing. Whoever cancels the task may look
/// at it: a cancellation handler that was begun has ended before the frame goes.
///
/// What changes does so under the timekeeper's lock; it is atomic only because the compiler cannot see that. What runs
/// before the task is suspended is not inlined, so that the frame holds nothing of it: a task that sleeps for an hour
/// keeps its frame as long.
struct Sleep: ~Copyable {
  private enum Phase: UInt8, AtomicRepresentable {
    /// The task does not wait yet.
    case beginning

    /// The task waits in the queue, or has been there.
    case queued
    case cancelled
  }

  private let timekeeper: Timekeeper
  private let deadline: Moment

  /// In nanoseconds.
  private let tolerance: UInt64
  private let waiter: Int
  private let token = Atomic<UInt64>(0)
  private let phase = Atomic(Phase.beginning)

  /// Makes a sleep that has not begun, of somebody with that number for the observer of waits.
  init(on timekeeper: Timekeeper, until deadline: Moment, tolerance: Duration, waiter: Int) {
    self.timekeeper = timekeeper
    self.deadline = deadline
    self.tolerance = timekeeper.effective(tolerance).clampedNanoseconds
    self.waiter = waiter
  }

  /// Has the task that calls wait in the queue; resumes it at once if it was cancelled before.
  @inline(never)
  func begin(_ continuation: UnsafeContinuation<Void, Never>) {
    let task = SleepingTask(continuation: continuation, waiter: waiter)
    let begins = timekeeper.changeQueue { queue in begin(task, in: &queue) }
    if !begins { continuation.resume() }
  }

  /// Cancels the sleep, unless its deadline came first.
  @inline(never)
  func cancel() {
    let task = timekeeper.changeQueue { queue in cancel(in: &queue) }
    task?.continuation.resume()
  }

  /// Whether the sleep was cancelled before its deadline came; for the task itself, once it has been resumed.
  var wasCancelled: Bool { phase.load(ordering: .relaxed) == .cancelled }

  private func begin(_ task: SleepingTask, in queue: inout TimekeeperState.Queue) -> Bool {
    guard phase.load(ordering: .relaxed) == .beginning else { return false }
    let token = queue.insert(.task(task), at: deadline, toleranceNanoseconds: tolerance)
    self.token.store(token.bits, ordering: .relaxed)
    phase.store(.queued, ordering: .relaxed)
    if let observer = timekeeper.waitObserver {
      let task = withUnsafeCurrentTask { $0?.hashValue ?? 0 }
      observer.waits(waiter, task: task, until: deadline)
    }
    return true
  }

  /// Answers the task if it was taken out of the queue, to be resumed outside the lock.
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

/// A task that waits in the queue.
struct SleepingTask {
  /// What resumes it. Whoever takes it out of the queue does that, once: so it need not be checked.
  let continuation: UnsafeContinuation<Void, Never>

  /// Its number with the observer of waits, if there is one.
  let waiter: Int
}
