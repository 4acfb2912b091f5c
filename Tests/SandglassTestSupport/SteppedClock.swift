import Synchronization

/// A clock that advances when a test says so. Its sleeps do not end, as in a process that is suspended.
package final class SteppedClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  // The thread sanitizer does not recognise a Mutex on Linux, because its slow path is in a library without the sanitizer.
  private let nanoseconds = Atomic<Int64>(0)

  package init() {}

  package var now: Instant { Instant(offset: .nanoseconds(nanoseconds.load(ordering: .acquiring))) }
  package let minimumResolution = Duration.nanoseconds(1)

  package func step(by duration: Duration) {
    nanoseconds.wrappingAdd(Int64(duration / .nanoseconds(1)), ordering: .acquiringAndReleasing)
  }

  package func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Task.sleep(for: .seconds(1_000_000))
  }
}
