import Dispatch

/// Runs the tasks of a test, their child tasks, and the actors that they call. A test can therefore detect when none of
/// them is running.
///
/// A task's executor preference extends to its task groups and its `async let`s, and to actors without a custom
/// executor (SE-0417). Work on the main actor and unstructured tasks run elsewhere.
final class TaskRunner: TaskExecutor {
  /// Called when a job is enqueued, and when it has returned.
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

  /// Whether the caller is running on an executor of this type.
  static var isCurrent: Bool { DispatchQueue.getSpecific(key: isRunning) == true }

  private static let isRunning = DispatchSpecificKey<Bool>()
}
