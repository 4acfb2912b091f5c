/// What wants to know of the tasks that wait for time: virtual time does, to see them settle.
///
/// Everything is called under the timekeeper's lock, so that it comes in the right order; an
/// observer must not call the timekeeper.
package protocol WaitObserver: Sendable {
  /// A number for somebody who is going to wait, once or again and again.
  func makeWaiter() -> Int

  /// The task `task` waits now; called by that task.
  func waits(_ waiter: Int, task: Int)

  /// The waiter was given what it waited for, and its task is about to run.
  func woke(_ waiter: Int)

  /// The waiter will not wait again: it was cancelled, has come to its end or was let go.
  func ended(_ waiter: Int)
}
