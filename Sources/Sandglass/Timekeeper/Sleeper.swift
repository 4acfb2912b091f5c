import SandglassCore

/// A task that sleeps repeatedly, each time until a given moment.
final class Sleeper: Sendable {
  private let timekeeper: Timekeeper
  private let waiter: Int

  init(on timekeeper: Timekeeper) {
    self.timekeeper = timekeeper
    waiter = timekeeper.makeWaiter()
  }

  deinit { end() }

  /// Notes that there will be no more sleeps.
  func end() {
    guard let observer = timekeeper.waitObserver else { return }
    timekeeper.withLock { observer.ended(waiter) }
  }

  /// Waits until `deadline` and returns true. Returns false as soon as the task is cancelled.
  func sleep(
    until deadline: Moment, tolerance: Duration, isolation: isolated (any Actor)?
  ) async -> Bool {
    await timekeeper.sleep(
      until: deadline, tolerance: tolerance, waiter: waiter, isolation: isolation)
  }
}
