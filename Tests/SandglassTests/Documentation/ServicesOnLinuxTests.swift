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

struct Rejection: Error {}

struct Mailer: Sendable {
  let limiter: RateLimiter
  let send: @Sendable (String) async throws -> Void
  var timekeeper = Timekeeper.shared

  func deliver(_ letter: String) async throws {
    try await timekeeper.retry(maxAttempts: 4, when: { !($0 is Rejection) }) {
      try await limiter.wait()
      try await timekeeper.withTimeout(.seconds(10)) { try await send(letter) }
    }
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

  @Test("each attempt waits for its turn, and a rejection is not tried again")
  func mailer() async throws {
    let time = VirtualTime()
    let start = time.now
    let sent = Locked<[Duration]>([])
    let mailer = Mailer(
      limiter: RateLimiter(1, per: .seconds(60), on: time.timekeeper),
      send: { letter in
        let count = sent.withLock {
          $0.append(time.now - start)
          return $0.count
        }
        if letter == "rejected" { throw Rejection() }
        // The first attempt hangs.
        if count == 1 { try await time.timekeeper.sleep(for: .seconds(3600)) }
      },
      timekeeper: time.timekeeper)
    let task = time.task { try await mailer.deliver("letter") }
    await time.run()
    try await task.value
    #expect(sent.withLock { $0 } == [.zero, .seconds(60)])
    let rejected = time.task { try await mailer.deliver("rejected") }
    await time.run()
    await #expect(throws: Rejection.self) { try await rejected.value }
    #expect(sent.withLock { $0.count } == 3)
  }
}
