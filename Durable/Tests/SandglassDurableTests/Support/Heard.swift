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
/// The engine's tasks run on other threads, and a step is not over when they have seen it. So this waits for what a test
/// is about. It gives up after a number of steps, and not after a time: while other tests keep the threads busy, the
/// engine's tasks wait for their turns as long as this does.
func passTime(
  of time: VirtualTime, by step: Duration = .milliseconds(50),
  sourceLocation: SourceLocation = #_sourceLocation, until hasCome: () async throws -> Bool
) async throws {
  var steps = 0
  while try await !hasCome() {
    steps += 1
    try #require(steps < 100_000, "it has not come", sourceLocation: sourceLocation)
    time.advance(by: step)
    try await Task.sleep(for: .microseconds(200))
  }
}
