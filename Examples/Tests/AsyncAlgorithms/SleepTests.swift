import Sandglass
import SandglassTesting
import Testing

/// Retries after increasingly long pauses, on any clock.
private func retry<Value>(
  on clock: any Clock<Duration>, _ attempt: () async throws -> Value
) async throws -> Value {
  for pause in [1, 2, 4, 8] {
    do { return try await attempt() } catch {
      try await Task.sleep(for: .seconds(pause), clock: clock)
    }
  }
  return try await attempt()
}

@Suite("Task.sleep in virtual time", .timeLimit(.minutes(1)))
struct SleepTests {
  private struct Unreachable: Error {}

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  @Test("retries wait longer each time, on any clock")
  func retries() async throws {
    let time = VirtualTime()
    let start = time.now
    let task = time.task("retries") {
      var failures = 3
      try await retry(on: time.clock) {
        guard failures > 0 else { return }
        failures -= 1
        throw Unreachable()
      }
      return time.now - start
    }
    #expect(await time.run().tasksWaiting == [])
    #expect(try await task.value == .seconds(7))
  }
}
