import Synchronization

/// A clock that advances when a test says so. Its sleeps do not end, as in a process that is suspended.
package final class SteppedClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let present = Mutex(Instant(offset: .zero))

  package init() {}

  package var now: Instant { present.withLock { $0 } }
  package let minimumResolution = Duration.nanoseconds(1)

  package func step(by duration: Duration) {
    present.withLock { $0.offset += duration }
  }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Task.sleep(for: .seconds(1_000_000))
  }
}
