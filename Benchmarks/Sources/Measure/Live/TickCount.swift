import Synchronization

/// Counts the ticks of any number of timers, on any thread.
final class TickCount: Sendable {
  private let count = Atomic(0)

  /// The number of ticks so far.
  var value: Int { count.load(ordering: .relaxed) }

  /// Counts one more tick.
  func add() {
    count.add(1, ordering: .relaxed)
  }
}
