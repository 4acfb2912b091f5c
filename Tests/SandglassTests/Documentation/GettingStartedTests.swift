import Sandglass
import SandglassTesting
import Testing

// The code of the article "Getting started"; `Scripts/check-documentation` compares them.

private func sendCode() {}

@MainActor
final class ResendScreen {
  private let resend: Countdown
  private(set) var title = "Resend"

  init(on timekeeper: Timekeeper = .shared) {
    resend = Countdown(.seconds(60), on: timekeeper)
    resend.onTick(with: self) { screen, reading in screen.title = "Resend (\(reading.shown))" }
    resend.onFinish(with: self) { screen, _ in screen.title = "Resend" }
  }

  func tapped() {
    if resend.start() { sendCode() }
  }
}

@MainActor
final class Room {
  var clock = ""
  var announcements: [String] = []

  func announce(_ text: String) {
    announcements.append(text)
  }

  func begin() -> Countdown {
    let options = CountdownOptions(milestones: [.remaining(.seconds(10))], countsPastZero: true)
    let exam = Countdown(.seconds(45 * 60), options: options)
    exam.onMilestone(with: self) { room, reached in
      room.announce("\(reached.remaining.clockFace) left")
    }
    exam.onTick(with: self) { room, reading in room.clock = reading.clockFace }
    return exam
  }
}

@MainActor
final class Cell {
  var clock = ""
}

@MainActor
@Suite("Documentation: getting started")
struct GettingStartedTests {
  @Test("a screen with a resend button")
  func resend() {
    let time = VirtualTime()
    let screen = ResendScreen(on: time.timekeeper)
    screen.tapped()
    #expect(screen.title == "Resend (60)")
    time.advance(by: .seconds(60))
    #expect(screen.title == "Resend")
  }

  @Test("a countdown with milestones and overtime")
  func exam() {
    let room = Room()
    let exam = room.begin()
    let begin = Timekeeper.shared.now
    #expect(exam.start())
    exam.extend(by: .seconds(60))
    let remaining = exam.remaining
    #expect(remaining >= .seconds(46 * 60) - (Timekeeper.shared.now - begin))
    exam.cancel()
  }

  @Test("a list of countdowns")
  func list() {
    let time = VirtualTime()
    let board = CountdownBoard<String>(on: time.timekeeper)
    let end = time.wallNow + .seconds(65)
    let cell = Cell()
    board.start("sale-17", until: end)
    board.show("sale-17", in: cell) { cell, reading in cell.clock = reading.clockFace }
    #expect(cell.clock == "1:05")
  }

  @Test("virtual time")
  func virtualTime() {
    let time = VirtualTime()
    let resend = Countdown(.seconds(60), on: time.timekeeper)
    resend.start()
    time.advance(by: .seconds(59.5))
    #expect(resend.shown == 1)
  }

  /// This is only compiled, because it takes ten seconds.
  func structuredConcurrency() async {
    for await reading in Countdown.started(.seconds(10)).readings { print(reading.shown) }
  }
}
