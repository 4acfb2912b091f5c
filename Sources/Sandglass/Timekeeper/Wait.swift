/// The place where one task waits to be woken; guarded by the timekeeper's lock.
struct Wait {
  private let observer: (any WaitObserver)?
  private let waiter: Int

  /// What resumes the task. It is taken from here to be resumed, and so that happens once.
  private var continuation: UnsafeContinuation<Void, Never>?

  /// Makes a place to wait in.
  init(observer: (any WaitObserver)?) {
    self.observer = observer
    waiter = observer?.makeWaiter() ?? 0
  }

  /// The task that calls waits from now on.
  mutating func begin(_ continuation: UnsafeContinuation<Void, Never>) {
    self.continuation = continuation
    observer?.waits(waiter, task: withUnsafeCurrentTask { $0?.hashValue ?? 0 }, until: nil)
  }

  /// Wakes the task, if it waits, as soon as the lock is released.
  mutating func wake(in state: inout TimekeeperState) {
    guard resume(in: &state) else { return }
    observer?.woke(waiter)
  }

  /// Wakes the task, if it waits, never to wait here again.
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
