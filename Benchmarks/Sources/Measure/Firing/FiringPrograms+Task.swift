import CPeers
import Dispatch
import Synchronization

extension FiringPrograms {
  static func taskSleep(_ request: Request) -> Figures {
    let firing = Firing(request, leadForEach: 12_000)
    let count = request.count
    let fired = TaskCount()
    let done = DispatchSemaphore(value: 0)
    let origin = ContinuousClock.now
    let last = firing.armAll { delay in
      let due = origin + .nanoseconds(Int64(delay))
      Task.immediateDetached {
        try? await Task.sleep(until: due, clock: .continuous)
        if ContinuousClock.now < due { fired.early.add(1, ordering: .relaxed) }
        if fired.all.add(1, ordering: .relaxed).newValue == count { done.signal() }
      }
    }
    let processor = processor_nanoseconds()
    done.wait()
    let end = steady_nanoseconds()
    let early = fired.early.load(ordering: .relaxed)
    return firing.figures(since: processor, last: last, end: end, early: early)
  }
}

/// Counts timers that fire on several threads at once.
private final class TaskCount: Sendable {
  let all = Atomic(0)
  let early = Atomic(0)
}
