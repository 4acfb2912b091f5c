import AsyncAlgorithms

/// A task for each timer, which waits for the next element of a timer sequence.
struct AsyncSequenceTimers: TimerEngine {
  private let silence = Silence()

  func arm(_ number: Int, delay: UInt64) -> Task<Void, Never> {
    Task.immediate { [silence] in
      for await _ in AsyncTimerSequence(interval: .nanoseconds(delay), clock: .continuous) {
        silence.broken(by: number)
      }
    }
  }

  func cancel(_ handle: Task<Void, Never>) {
    handle.cancel()
  }
}
