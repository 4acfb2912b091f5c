import Synchronization

/// Counts the ticks of any number of timers, on any thread.
final class TickCount: Sendable {
  private let count = Atomic(0)

  /// How many there were.
  var value: Int { count.load(ordering: .relaxed) }

  /// Counts one more.
  func add() {
    count.add(1, ordering: .relaxed)
  }
}
