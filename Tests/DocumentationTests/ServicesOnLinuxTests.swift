import Sandglass
import SandglassTesting
import Testing

// The code of the article "Services on Linux".

struct Cleanup: Sendable {
  var timekeeper = Timekeeper.shared
  let removeOldFiles: @Sendable () async -> Void

  func run() async {
    for await _ in Ticks(every: .seconds(60), on: timekeeper) { await removeOldFiles() }
  }
}

@Suite("Documentation: services on Linux")
struct ServicesOnLinuxTests {
  @Test("the loop runs every minute, and ends when its task is cancelled")
  func cleanup() async throws {
    let time = VirtualTime()
    let runs = Locked(0)
    let cleanup = Cleanup(timekeeper: time.timekeeper) { runs.withLock { $0 += 1 } }
    let task = time.task("cleanup") { await cleanup.run() }
    await time.run(for: .seconds(150))
    #expect(runs.withLock { $0 } == 2)
    task.cancel()
    try await task.value
    #expect(time.tasksWaiting == [])
  }
}
