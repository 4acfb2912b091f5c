import SandglassCore

/// A place where one task waits to be woken. The timekeeper's lock guards it.
struct Wait {
  private let observer: (any WaitObserver)?
  private let waiter: Int

  /// The continuation that resumes the waiting task. It is removed before it is used, so that the task is resumed only
  /// once.
  private var continuation: UnsafeContinuation<Void, Never>?

  /// Creates a place to wait in.
  init(observer: (any WaitObserver)?) {
    self.observer = observer
    waiter = observer?.makeWaiter(isLimit: false) ?? 0
  }

  /// Makes the calling task wait, until `deadline` at the latest if it waits only for time.
  mutating func begin(
    _ continuation: UnsafeContinuation<Void, Never>, until deadline: Moment? = nil
  ) {
    self.continuation = continuation
    observer?.waits(waiter, task: .current, until: deadline)
  }

  /// Wakes the task as soon as the lock is released, if the task is waiting.
  mutating func wake(in state: inout TimekeeperState) {
    guard resume(in: &state) else { return }
    observer?.woke(waiter)
  }

  /// Wakes the task if it is waiting. The task never waits here again.
  mutating func end(in state: inout TimekeeperState) {
    _ = resume(in: &state)
    observer?.ended(waiter)
  }

  private mutating func resume(in state: inout TimekeeperState) -> Bool {
    guard let continuation else { return false }
    self.continuation = nil
    state.effects.woken.append(continuation)
    return true
  }
}
