import Sandglass
import SandglassTesting
import Testing

/// A screen with a resend button, as an app would write it.
@MainActor
final class ResendScreen {
  let resend: Countdown
  private(set) var titles = ["Resend"]
  private(set) var sent = 0

  init(on timekeeper: Timekeeper) {
    resend = Countdown(.seconds(5), on: timekeeper)
    resend.onTick(of: self) { screen, reading in screen.show("Resend (\(reading.shown))") }
    resend.onFinish(of: self) { screen in screen.show("Resend") }
  }

  func tapped() {
    if resend.start() { sent += 1 }
  }

  private func show(_ title: String) {
    titles.append(title)
  }
}

@MainActor
@Suite("Countdown: bound to an owner, in virtual time")
struct CountdownBindingTests {
  let time = VirtualTime()

  @Test("Law 4: a 5 s countdown shows 5, 4, 3, 2, 1 and finishes, each at its instant")
  func showsEachNumberOnce() {
    let screen = ResendScreen(on: time.timekeeper)
    screen.tapped()
    #expect(screen.titles.last == "Resend (5)")
    for shown in [4, 3, 2, 1] {
      time.advance(by: .nanoseconds(999_999_999))
      #expect(screen.titles.last == "Resend (\(shown + 1))")
      time.advance(by: .nanoseconds(1))
      #expect(screen.titles.last == "Resend (\(shown))")
    }
    time.advance(by: .seconds(1))
    #expect(
      screen.titles == [
        "Resend", "Resend (5)", "Resend (4)", "Resend (3)", "Resend (2)", "Resend (1)", "Resend",
      ])
  }

  @Test("two taps in the first second start one countdown")
  func doubleTap() {
    let screen = ResendScreen(on: time.timekeeper)
    screen.tapped()
    screen.tapped()
    #expect(screen.sent == 1)
    time.advance(by: .seconds(60))
    #expect(screen.titles.count == 7)
  }

  @Test("the screen is not retained by its countdown")
  func noCycle() {
    weak var gone: ResendScreen?
    do {
      let screen = ResendScreen(on: time.timekeeper)
      screen.tapped()
      time.advance(by: .seconds(1))
      gone = screen
    }
    #expect(gone == nil)
    time.advance(by: .seconds(60))
    #expect(time.timekeeper.counters.waiting == 0)
  }
}

@Suite("Virtual time: called off the main actor")
struct VirtualTimeOffMainTests {
  @Test("main-actor callbacks are delivered before the advance returns")
  func offMain() async {
    let time = VirtualTime()
    let screen = await ResendScreen(on: time.timekeeper)
    await screen.tapped()
    time.advance(by: .seconds(2))
    let title = await screen.titles.last
    #expect(title == "Resend (3)")
  }

  @Test("readings arrive newest first, and tasks settle")
  func readings() async throws {
    let time = VirtualTime()
    let countdown = Countdown.started(.seconds(3), on: time.timekeeper)
    let task = time.task {
      var shown: [Int] = []
      for await reading in countdown.readings { shown.append(reading.shown) }
      return shown
    }
    #expect(await time.run(for: .seconds(3)).hasSettled)
    #expect(try await task.value == [3, 2, 1])
  }

  @Test("a plain task that sleeps again and again keeps up")
  func sleepers() async throws {
    let time = VirtualTime()
    let task = Task {
      for _ in 0..<5 { try await time.timekeeper.sleep(for: .seconds(1)) }
      return time.now
    }
    await time.waitForSleepers(1)
    let start = time.now
    // A plain task that is slow to come back is given up, and then needs more than five seconds.
    let driver = Task { while !Task.isCancelled { await time.run(for: .seconds(1)) } }
    #expect(try await task.value - start >= .seconds(5))
    driver.cancel()
  }
}
