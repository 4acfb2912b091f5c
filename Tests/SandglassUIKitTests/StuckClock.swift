import Synchronization

/// A clock under the hand of a test on which no sleep ever ends, as in a process that is frozen.
final class StuckClock: Clock, Sendable {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let present = Mutex(Instant(offset: .zero))

  var now: Instant { present.withLock { $0 } }
  let minimumResolution = Duration.nanoseconds(1)

  func pass(_ duration: Duration) {
    present.withLock { $0.offset += duration }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await Task.sleep(for: .seconds(1_000_000))
  }
}
