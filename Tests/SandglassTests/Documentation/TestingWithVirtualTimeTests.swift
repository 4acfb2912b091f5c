import Sandglass
import SandglassStores
import SandglassTesting
import Testing

// The code of the article "Testing with virtual time".

extension TestingWithVirtualTimeTests {
  @MainActor
  final class ResendScreen {
    private let resend: Countdown
    private(set) var title = "Resend"
    private(set) var codesSent = 0

    init(on timekeeper: Timekeeper = .shared) {
      resend = Countdown(.seconds(60), on: timekeeper)
      resend.onTick(with: self) { screen, reading in screen.title = "Resend (\(reading.shown))" }
      resend.onFinish(with: self) { screen, _ in screen.title = "Resend" }
    }

    func tapped() {
      if resend.start() { codesSent += 1 }
    }
  }
}

extension TestingWithVirtualTimeTests {
  struct Reminder: Sendable {
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    let isSeen: @Sendable () async -> Bool

    func remind() async throws -> Int {
      var reminders = 0
      while await !isSeen() {
        try await sleep(.seconds(60))
        reminders += 1
      }
      return reminders
    }
  }

  struct Poller: Sendable {
    var clock: any Clock<Duration> = .continuous
    let isReady: @Sendable () async -> Bool

    func waitUntilReady() async throws {
      while await !isReady() { try await clock.sleep(for: .seconds(30)) }
    }
  }
}

@MainActor
@Suite("Documentation: testing with virtual time")
struct TestingWithVirtualTimeTests {
  @MainActor @Test func resendCountsDown() {
    let time = VirtualTime()
    let screen = ResendScreen(on: time.timekeeper)

    screen.tapped()
    screen.tapped()
    #expect(screen.codesSent == 1)
    #expect(screen.title == "Resend (60)")

    time.advance(by: .seconds(59.5))
    #expect(screen.title == "Resend (1)")

    time.advance(by: .seconds(0.5))
    #expect(screen.title == "Resend")
  }

  @Test func frozenProcess() {
    let time = VirtualTime()
    let screen = ResendScreen(on: time.timekeeper)
    screen.tapped()
    time.freeze(for: .seconds(30))
    #expect(screen.title == "Resend (30)")
  }

  @MainActor @Test func firstFrameAfterTheBackground() {
    let time = VirtualTime(delivery: .later)
    let screen = ResendScreen(on: time.timekeeper)
    screen.tapped()
    time.advance(by: .zero)

    time.freeze(for: .seconds(70))
    // A label that shows only what callbacks have set is out of date.
    #expect(screen.title == "Resend (60)")

    time.advance(by: .zero)
    #expect(screen.title == "Resend")
  }

  @MainActor @Test func saleEndsByTheServersClock() {
    let time = VirtualTime()
    // The device is five minutes slow.
    let server = time.makeTimekeeper { time.wallNow + .seconds(300) }
    let end = server.wallNow + .seconds(60)
    let sale = Countdown(until: end, on: server)
    let wrong = Countdown(until: end, on: time.timekeeper)
    sale.start()
    wrong.start()

    time.advance(by: .seconds(60))
    #expect(sale.isFinished)
    #expect(wrong.remaining == .seconds(300))
  }

  @Test func focusContinuesAfterAKill() {
    let time = VirtualTime()
    let store = MemoryCountdownStore(on: time.timekeeper)
    let focus = store.countdown("focus", startingFrom: .seconds(25 * 60))
    focus.start()

    let later = time.relaunched(after: .seconds(60))
    let again = store.on(later.timekeeper).countdown("focus", startingFrom: .seconds(25 * 60))
    #expect(again.remaining == .seconds(24 * 60))

    later.advance(by: .seconds(24 * 60))
    #expect(again.isFinished)
  }

  @Test func readingsArriveInOrder() async throws {
    let time = VirtualTime()
    let countdown = Countdown.started(.seconds(3), on: time.timekeeper)
    let shown = time.task {
      var shown: [Int] = []
      for await reading in countdown.readings { shown.append(reading.shown) }
      return shown
    }
    await time.run(for: .seconds(3))
    #expect(try await shown.value == [3, 2, 1])
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

  @available(iOS 18, macOS 15, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func endsAfterAMinute() async throws {
    let time = VirtualTime()
    let end = time.task { try await time.timekeeper.sleep(for: .seconds(60)) }
    await time.run()
    try await end.value
  }

  @Test func aTaskThatWaitsElsewhere() async throws {
    let time = VirtualTime()
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let forgotten = time.task("forgotten") { for await _ in stream {} }
    let run = await time.run(for: .seconds(10))
    #expect(run.tasksWaitingElsewhere == ["forgotten"])
    continuation.finish()
    try await forgotten.value
  }

  @Test func pollsEveryHalfMinute() async throws {
    let time = VirtualTime()
    let start = time.now
    let poller = Poller(clock: time.clock) { time.now - start >= .seconds(70) }
    let end = time.task {
      try await poller.waitUntilReady()
      return time.now - start
    }
    await time.run()
    #expect(try await end.value == .seconds(90))
    #expect(time.tasksWaiting == [])
  }

  @Test func remindsEachMinute() async throws {
    let time = VirtualTime()
    let start = time.now
    let sleep: @Sendable (Duration) async throws -> Void = { try await time.clock.sleep(for: $0) }
    let reminder = Reminder(sleep: sleep) { time.now - start >= .seconds(150) }
    let reminders = time.task { try await reminder.remind() }
    await time.run()
    #expect(try await reminders.value == 3)
  }
}
