/// Runs tasks immediately, on the thread that wakes them, so all consequences of a call precede its return.
final class InlineExecutor: TaskExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    job.runSynchronously(on: asUnownedTaskExecutor())
  }
}
