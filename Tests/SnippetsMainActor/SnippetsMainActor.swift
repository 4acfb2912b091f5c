import Observation
import Sandglass
import SandglassTesting
import Testing

/// A resend-code button, as the screen of an app with main-actor isolation by default has it.
private final class ResendScreen {
  let resend: Countdown
  var title = "Resend"
  private(set) var sent = 0

  init(on timekeeper: Timekeeper = .shared) {
    resend = Countdown(.seconds(60), on: timekeeper)
    resend.onTick(with: self) { screen, reading in screen.title = "Resend (\(reading.shown))" }
    resend.onFinish(with: self) { screen in screen.title = "Resend" }
  }

  func tapped() { if resend.start() { sendCode() } }

  private func sendCode() { sent += 1 }
}

/// What draws itself anew when a countdown it has looked at changes, as a SwiftUI view does.
private final class ResendView {
  private let resend: Countdown
  private(set) var titles: [String] = []

  init(_ resend: Countdown) {
    self.resend = resend
    draw()
  }

  private func draw() {
    let title = withObservationTracking {
      resend.isRunning ? "Resend (\(resend.shown))" : "Resend"
    } onChange: {
      MainActor.assumeIsolated { self.draw() }
    }
    if titles.last != title { titles.append(title) }
  }
}

/// Repeating work, bound to its owner.
private final class Gauge {
  private var ticker: RepeatingTimer?
  private(set) var refreshes = 0

  init(on timekeeper: Timekeeper) {
    ticker = RepeatingTimer(every: .milliseconds(250), with: self, on: timekeeper) { gauge, tick in
      gauge.refresh()
    }
  }

  private func refresh() { refreshes += 1 }
}

private final class Cell {
  var clock = ""
}

@Suite("Snippets, in a module isolated to the main actor by default")
struct MainActorSnippets {
  @Test("a resend-code button")
  func resendButton() {
    let time = VirtualTime()
    let screen = ResendScreen(on: time.timekeeper)
    screen.tapped()
    screen.tapped()
    #expect(screen.sent == 1)
    #expect(screen.title == "Resend (60)")
    time.advance(by: .seconds(59))
    #expect(screen.title == "Resend (1)")
    time.advance(by: .seconds(1))
    #expect(screen.title == "Resend")
  }

  @Test("a countdown is observable; nothing to wire")
  func observable() {
    let time = VirtualTime()
    let resend = Countdown(.seconds(60), on: time.timekeeper)
    let view = ResendView(resend)
    resend.start()
    time.advance(by: .seconds(1))
    #expect(view.titles == ["Resend", "Resend (60)", "Resend (59)"])
  }

  @Test("structured concurrency")
  func structuredConcurrency() async throws {
    let time = VirtualTime()
    let timekeeper = time.timekeeper
    let task = time.task {
      var shown: [Int] = []
      for await reading in Countdown.started(.seconds(10), on: timekeeper).readings {
        shown.append(reading.shown)
      }
      return shown
    }
    await time.run(for: .seconds(10))
    #expect(try await task.value == [10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
  }

  @Test("repeating work")
  func repeatingWork() {
    let time = VirtualTime()
    let gauge = Gauge(on: time.timekeeper)
    time.advance(by: .seconds(1))
    #expect(gauge.refreshes == 4)
  }

  @Test("a list of flash sales")
  func flashSales() {
    let time = VirtualTime()
    let board = CountdownBoard<String>(on: time.timekeeper)
    let end = time.wallNow + .seconds(90)
    let cell = Cell()
    board.start("sale-17", until: end)
    board.show("sale-17", in: cell) { cell, reading in cell.clock = reading.clockFace }
    time.advance(by: .seconds(1))
    #expect(cell.clock == "1:29")
    board.show("sale-18", in: cell) { cell, reading in cell.clock = reading.clockFace }
    time.advance(by: .seconds(1))
    #expect(cell.clock == "0:00")
  }

  @Test("a test")
  func test() {
    let time = VirtualTime()
    let resend = Countdown(.seconds(60), on: time.timekeeper)
    resend.start()
    time.advance(by: .seconds(59.5))
    #expect(resend.shown == 1)
  }
}
