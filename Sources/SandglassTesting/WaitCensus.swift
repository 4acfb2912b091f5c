import Dispatch
import Sandglass

/// Who waits for a virtual time, and who was woken and has not come back.
final class WaitCensus: WaitObserver {
  private struct State {
    var waiters = 0
    /// The tasks that wait, and those that were woken, by the number of their waiter.
    var waiting: [Int: Int] = [:]
    var awake: [Int: Int] = [:]
    /// The tasks whose end will be seen, and the waiters of iterators, whose end will be, too.
    var watchedTasks: Set<Int> = []
    var watchedWaiters: Set<Int> = []
    var listeners: [Int: CheckedContinuation<Void, Never>] = [:]
    var nextListener = 0
  }

  private let state = Locked(State())

  func makeWaiter() -> Int { 0 }
  func waits(_ waiter: Int, task: Int) {}
  func woke(_ waiter: Int) {}
  func ended(_ waiter: Int) {}
}
