import Sandglass
import SandglassTesting
import Testing

@MainActor
@Suite("A resend-code button")
struct ResendButtonTests {
  let time = VirtualTime()

  @Test("a second tap is ignored from the first instant, not only from the first tick")
  func doubleTapInOneTurn() {
    let screen = ResendScreen(for: .seconds(20), on: time.timekeeper)
    for _ in 0..<100 { screen.tapped() }
    #expect(screen.sent == 1)
    #expect(time.timekeeper.counters.waiting == 1)
    time.advance(by: .milliseconds(999))
    screen.tapped()
    #expect(screen.sent == 1)
    #expect(screen.title == "Resend (20)")
  }

  @Test("the button counts from 20 to 1, and can then be tapped again")
  func wholeCourse() {
    let screen = ResendScreen(for: .seconds(20), on: time.timekeeper)
    #expect(screen.title == "Resend")
    screen.tapped()
    for shown in stride(from: 20, through: 1, by: -1) {
      #expect(screen.title == "Resend (\(shown))")
      screen.tapped()
      time.advance(by: .seconds(1))
    }
    #expect(screen.title == "Resend")
    #expect(screen.sent == 1)
    screen.tapped()
    #expect(screen.sent == 2)
    #expect(screen.title == "Resend (20)")
  }

  @Test("the screen is deallocated during the countdown, without invalidating anything")
  func noRetainCycle() {
    let deaths = Locked(0)
    do {
      let screen = ResendScreen(for: .seconds(20), on: time.timekeeper, deaths: deaths)
      screen.tapped()
      time.advance(by: .seconds(3))
      #expect(deaths.withLock { $0 } == 0)
    }
    #expect(deaths.withLock { $0 } == 1)
    time.advance(by: .seconds(30))
    #expect(time.timekeeper.counters.waiting == 0)
  }

  @Test("resuming any number of times loses no time")
  func resumeStealsNothing() {
    let screen = ResendScreen(for: .seconds(20), on: time.timekeeper)
    screen.tapped()
    time.advance(by: .milliseconds(300))
    for _ in 0..<1_000 {
      #expect(screen.resend.pause())
      time.advance(by: .seconds(7))
      #expect(screen.resend.resume())
    }
    #expect(screen.resend.remaining == .milliseconds(19_700))
    #expect(screen.title == "Resend (20)")
    time.advance(by: .milliseconds(700))
    #expect(screen.title == "Resend (19)")
  }

  @Test("leaving the screen stops its updates, and the countdown continues")
  func hiddenIsNotPaused() {
    let screen = ResendScreen(for: .seconds(60), on: time.timekeeper)
    screen.tapped()
    screen.disappear()
    let wakeUps = time.timekeeper.counters.wakeUps
    time.advance(by: .milliseconds(25_500))
    #expect(screen.title == "Resend (60)")
    #expect(time.timekeeper.counters.wakeUps == wakeUps)
    screen.appear()
    #expect(screen.title == "Resend (35)")
    time.advance(by: .milliseconds(500))
    #expect(screen.title == "Resend (34)")
  }

  @Test("after a finish while the screen is hidden, the button can be tapped")
  func finishWhileHidden() {
    let screen = ResendScreen(for: .seconds(60), on: time.timekeeper)
    screen.tapped()
    screen.disappear()
    time.advance(by: .seconds(60))
    #expect(screen.resend.state == .finished)
    #expect(screen.resend.end?.outcome == .finished)
    screen.appear()
    #expect(screen.title == "Resend (60)")
    screen.tapped()
    #expect(screen.sent == 2)
  }

  @Test("missed ticks during freezes lose no time")
  func lostTicksLoseNothing() {
    let screen = ResendScreen(for: .seconds(20), on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watch(screen.resend)
    screen.tapped()
    for _ in 0..<10 { time.freeze(for: .milliseconds(900)) }
    #expect(screen.resend.remaining == .seconds(11))
    #expect(screen.title == "Resend (11)")
    time.freeze(for: .milliseconds(4_500))
    #expect(screen.title == "Resend (7)")
    #expect(watcher.log.last == "7 missed 3")
    time.advance(by: .milliseconds(500))
    #expect(screen.title == "Resend (6)")
  }

  @Test("a freeze past the end delivers one finish, and no tick before it")
  func frozenAcrossTheEnd() {
    let countdown = Countdown(.seconds(20), on: time.timekeeper)
    let watcher = CountdownWatcher()
    watcher.watch(countdown)
    countdown.start()
    let start = time.now
    time.advance(by: .seconds(17))
    _ = watcher.take()
    time.freeze(for: .seconds(3600))
    #expect(watcher.take() == ["finished missed 2"])
    #expect(watcher.ends.map(\.moment) == [start + .seconds(20)])
    time.freeze(for: .seconds(3600))
    #expect(watcher.take() == [])
  }

  @Test("after a failed send, the button can be tapped immediately")
  func failedSend() {
    let screen = ResendScreen(for: .seconds(20), on: time.timekeeper)
    screen.tapped()
    time.advance(by: .milliseconds(1_200))
    #expect(screen.resend.cancel())
    #expect(screen.resend.shown == 20)
    screen.tapped()
    #expect(screen.sent == 2)
    #expect(screen.title == "Resend (20)")
    time.advance(by: .milliseconds(999))
    #expect(screen.title == "Resend (20)")
    time.advance(by: .milliseconds(1))
    #expect(screen.title == "Resend (19)")
  }

  @Test("a countdown outlives its screen, and the next screen shows the same number")
  func pushAndPop() {
    let resend = Countdown(.seconds(60), on: time.timekeeper)
    resend.start()
    for shown in [60, 57, 54] {
      let watcher = CountdownWatcher()
      watcher.watchTicks(of: resend)
      #expect(watcher.take() == ["\(shown)"])
      time.advance(by: .seconds(3))
      #expect(watcher.take() == ["\(shown - 1)", "\(shown - 2)", "\(shown - 3)"])
    }
    time.advance(by: .seconds(2))
    #expect(time.timekeeper.counters.waiting == 1)
  }
}
