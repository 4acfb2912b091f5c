import AsyncAlgorithms

extension LatenessPrograms {
  /// A task that sleeps until one absolute instant after another, so lateness does not accumulate.
  static func taskSleep(_ request: Request) async -> Figures {
    let log = log(request)
    let task = Task.detached {
      var due = ContinuousClock.now
      while !log.isDone {
        due += .nanoseconds(interval)
        try await Task.sleep(until: due, tolerance: .zero, clock: .continuous)
        log.note(ContinuousClock.now - due)
      }
    }
    _ = await task.result
    return log.figures
  }

  /// A task that iterates over a timer sequence.
  static func asyncTimerSequence(_ request: Request) async -> Figures {
    let log = log(request)
    let task = Task.detached {
      var due = ContinuousClock.now
      let timer = AsyncTimerSequence(
        interval: .nanoseconds(interval), tolerance: .zero, clock: .continuous)
      for await _ in timer {
        due += .nanoseconds(interval)
        log.note(ContinuousClock.now - due)
        if log.isDone { break }
      }
    }
    await task.value
    return log.figures
  }
}
