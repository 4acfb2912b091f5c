/// A task for each timer, which sleeps. A task can only be cancelled.
///
/// The task begins on the caller's thread, so it is asleep when arming returns.
struct TaskTimers: TimerEngine {
  private let silence = Silence()
  private let origin = ContinuousClock.now

  func arm(_ number: Int, delay: UInt64) -> Task<Void, Never> {
    let deadline = origin + .nanoseconds(Int64(delay))
    return Task.immediate { [silence] in
      guard (try? await Task.sleep(until: deadline, clock: .continuous)) != nil else { return }
      silence.broken(by: number)
    }
  }

  func cancel(_ handle: Task<Void, Never>) {
    handle.cancel()
  }
}
