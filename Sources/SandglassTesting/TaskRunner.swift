import Dispatch

/// Runs the tasks of a test, their child tasks and what actors do for them, so that it is known when none of them
/// runs.
///
/// A task's preference for an executor passes to its task groups and its `async let`s, and to actors without an
/// executor of their own, as SE-0417 has it. What runs on the main actor, and tasks that are not structured,
/// run elsewhere.
final class TaskRunner: TaskExecutor {
  /// Told that a piece of a task is about to run, and that it has run as far as it can.
  private let began: @Sendable () -> Void
  private let ended: @Sendable () -> Void

  private let queue = DispatchQueue(label: "sandglass virtual time", attributes: .concurrent)

  init(began: @escaping @Sendable () -> Void, ended: @escaping @Sendable () -> Void) {
    self.began = began
    self.ended = ended
    queue.setSpecific(key: Self.isRunning, value: true)
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    began()
    queue.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      ended()
    }
  }

  /// Whether the caller runs on such an executor.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: isRunning) == true }

  private static let isRunning = DispatchSpecificKey<Bool>()
}
