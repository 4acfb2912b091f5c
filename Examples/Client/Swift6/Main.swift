import AVFAudio
import Observation
import Sandglass
import SandglassAudio
import SandglassCore
import SandglassTestSupport
import SandglassTesting
import SandglassText
import SandglassUIKit
import UIKit
import UserNotifications

/// A screen with a countdown, as an app has it.
@MainActor
final class Screen {
  let resend: Countdown
  private(set) var title = "Resend"

  init(on timekeeper: Timekeeper) {
    resend = Countdown(.seconds(3), on: timekeeper)
    resend.onTick(with: self) { screen, reading in screen.title = "Resend (\(reading.shown))" }
    resend.onFinish(with: self) { screen, _ in screen.title = "Resend" }
  }

  func tapped() { resend.start() }
}

/// A view that is drawn again when the countdown that it shows changes, as in SwiftUI.
@MainActor
final class View {
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

/// Repeating work that ends with its owner.
@MainActor
final class Gauge {
  private var ticker: RepeatingTimer?
  private(set) var refreshes = 0

  init(on timekeeper: Timekeeper) {
    ticker = RepeatingTimer(every: .milliseconds(250), with: self, on: timekeeper) { gauge, _ in
      gauge.refresh()
    }
  }

  private func refresh() { refreshes += 1 }
}

/// A cell of a list, which is reused for different rows.
@MainActor
final class Cell {
  private(set) var clock = ""

  func show(_ sale: String, on board: CountdownBoard<String>) {
    board.show(sale, in: self) { cell, reading in cell.clock = reading.clockFace }
  }
}

@main
@MainActor
struct Main {
  static func main() async throws {
    let time = VirtualTime()
    let timekeeper = time.timekeeper
    let screen = Screen(on: timekeeper)
    let view = View(screen.resend)
    screen.tapped()
    precondition(screen.title == "Resend (3)")
    time.advance(by: .seconds(2.5))
    precondition(screen.title == "Resend (1)")
    time.advance(by: .seconds(0.5))
    precondition(screen.title == "Resend")
    precondition(view.titles.prefix(4) == ["Resend", "Resend (3)", "Resend (2)", "Resend (1)"])

    let gauge = Gauge(on: timekeeper)
    time.advance(by: .seconds(1))
    precondition(gauge.refreshes == 4)

    let board = CountdownBoard<String>(on: timekeeper)
    let cell = Cell()
    board.start("sale-17", until: time.wallNow + .seconds(90))
    cell.show("sale-17", on: board)
    time.advance(by: .seconds(1))
    precondition(cell.clock == "1:29")
    cell.show("no such sale", on: board)
    time.advance(by: .seconds(1))
    precondition(cell.clock == "0:00")

    let numbers = time.task {
      var shown: [Int] = []
      for await reading in Countdown.started(.seconds(3), on: timekeeper).readings {
        shown.append(reading.shown)
      }
      return shown
    }
    await time.run(for: .seconds(3))
    let shown = try await numbers.value
    precondition(shown == [3, 2, 1])

    _ = AudioKeepAlive().claim()
    let origins = [
      originAVFAudio, originSandglassTestSupport, originUIKit, originUserNotifications,
    ]
    precondition(origins.allSatisfy { $0 == "the client" })
    print("counts down by moments, such as \(Moment.origin)")
  }
}
