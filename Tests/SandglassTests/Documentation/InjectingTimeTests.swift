import Sandglass
import SandglassTesting
import Testing

// The code of the article "Injecting time".

struct Upload: Sendable {
  var clock: any Clock<Duration> = ContinuousClock()
  let send: @Sendable () async -> Bool

  func run() async throws -> Int {
    var attempts = 1
    while await !send() {
      try await clock.sleep(for: .seconds(1 << attempts))
      attempts += 1
    }
    return attempts
  }
}

@Suite("Documentation: injecting time")
struct InjectingTimeTests {
  @Test func waitsLongerEachTime() async throws {
    let time = VirtualTime()
    let start = time.now
    let upload = Upload(clock: time.clock) { time.now - start >= .seconds(10) }
    let attempts = time.task("upload") { try await upload.run() }
    await time.run()
    #expect(try await attempts.value == 4)
    #expect(time.now - start == .seconds(14))
    #expect(time.tasksWaiting == [])
  }

  @Test func givesUpAfterFiveSeconds() async throws {
    let time = VirtualTime()
    let page = time.task("page") {
      try await time.timekeeper.withTimeout(.seconds(5)) {
        try await time.clock.sleep(for: .seconds(60))
      }
    }
    await time.run()
    await #expect(throws: TimeoutError.self) { try await page.value }
  }

  @Test("a plain task is driven from sleep to sleep")
  func plainTask() async throws {
    let time = VirtualTime()
    let start = time.now
    let upload = Upload(clock: time.clock) { time.now - start >= .seconds(10) }
    let attempts = Task { try await upload.run() }
    for pause in [2, 4, 8] {
      await time.waitForSleepers(1)
      time.advance(by: .seconds(pause))
    }
    #expect(try await attempts.value == 4)
  }
}
