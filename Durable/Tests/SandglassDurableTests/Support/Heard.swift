import Sandglass
import SandglassDurable
import SandglassTesting
import Testing

/// What handlers were called with.
final class Heard: Sendable {
  private let heard = Locked<[DurableEvent]>([])

  var events: [DurableEvent] { heard.withLock { $0 } }

  func add(_ event: DurableEvent) { heard.withLock { $0.append(event) } }
}

/// Lets virtual time pass in small steps until something has come.
///
/// The engine's tasks run on threads of their own, and a step is not over when they have seen it. So this waits for what
/// a test is about, and not for a time.
func passTime(
  of time: VirtualTime, by step: Duration = .milliseconds(50),
  sourceLocation: SourceLocation = #_sourceLocation, until hasCome: () async throws -> Bool
) async throws {
  let end = ContinuousClock.now + .seconds(60)
  while try await !hasCome() {
    try #require(ContinuousClock.now < end, "it has not come", sourceLocation: sourceLocation)
    time.advance(by: step)
    try await Task.sleep(for: .microseconds(200))
  }
}
