import Sandglass

/// Runs the jobs of one started task, of its child tasks, and of the actors that they call.
///
/// A task's executor preference extends to its task groups and its `async let`s, and to actors without a custom
/// executor (SE-0417). Work on the main actor and unstructured tasks run elsewhere.
final class TaskRunner: TaskExecutor {
  private let number: Int
  private let tracker: QuiescenceTracker

  init(_ number: Int, tracker: QuiescenceTracker) {
    self.number = number
    self.tracker = tracker
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    tracker.run(number, task: TaskIdentity(of: job)) { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
