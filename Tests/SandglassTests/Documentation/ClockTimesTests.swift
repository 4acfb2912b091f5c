import Foundation
import Sandglass
import SandglassCalendar
import SandglassTesting
import Testing

// The code of the article "At times of the clock".

@MainActor
private final class CodeScreen {
  private(set) var secondsLeft = 0
  private(set) var renewals = 0
  private let remaining: Countdown

  init(on timekeeper: Timekeeper = .shared) {
    remaining = Countdown(untilNext: .multiples(of: .seconds(30)), on: timekeeper)
    remaining.onTick(with: self) { screen, reading in screen.secondsLeft = Int(reading.shown) }
    remaining.onFinish(with: self) { screen, _ in
      screen.renew()
      screen.remaining.restart()
    }
    remaining.start()
  }

  private func renew() { renewals += 1 }
}

@MainActor
private final class StatusBar {
  private(set) var minute: WallMoment?
  private var minutes: WallTimer?

  init(on timekeeper: Timekeeper = .shared) {
    minutes = WallTimer(at: .multiples(of: .seconds(60)), with: self, on: timekeeper) {
      bar, tick in bar.minute = tick.wallTime
    }
  }
}

@MainActor
private final class Office {
  private(set) var done: [String] = []
  private var reminder: WallTimer?
  private var reports: WallTimer?
  private var invoices: WallTimer?

  init(on timekeeper: Timekeeper = .shared) {
    reminder = WallTimer(at: .daily(hour: 9), with: self, on: timekeeper) { office, _ in
      office.remind()
    }
    reports = WallTimer(
      at: .weekly(on: [.monday, .thursday], hour: 18), with: self, on: timekeeper
    ) { office, _ in office.report() }
    invoices = WallTimer(at: .monthly(day: -1, hour: 12), with: self, on: timekeeper) {
      office, _ in office.sendInvoices()
    }
  }

  private func remind() { done.append("reminder") }
  private func report() { done.append("report") }
  private func sendInvoices() { done.append("invoices") }
}

@MainActor
@Suite("The article “At times of the clock”")
struct ClockTimesTests {
  let time = VirtualTime()

  @Test("a code is renewed on the half minute")
  func codes() {
    time.advance(by: .seconds(12))
    let screen = CodeScreen(on: time.timekeeper)
    #expect((screen.secondsLeft, screen.renewals) == (18, 0))
    time.advance(by: .seconds(20))
    #expect((screen.secondsLeft, screen.renewals) == (28, 1))
    time.setWallClock(to: time.wallNow - .seconds(3600))
    #expect((screen.secondsLeft, screen.renewals) == (28, 1))
  }

  @Test("a tick has exactly its minute")
  func minutes() {
    let bar = StatusBar(on: time.timekeeper)
    let start = time.wallNow
    time.freeze(for: .seconds(61.5))
    #expect(bar.minute == start + .seconds(60))
  }

  @Test("a month at the office")
  func office() {
    let office = Office(on: time.timekeeper)
    time.advance(by: .seconds(30 * 86_400))
    // In any time zone: 30 days have 8 or 9 Mondays and Thursdays, and at most one last day of a month.
    #expect(office.done.filter { $0 == "reminder" }.count == 30)
    #expect((8...10).contains(office.done.filter { $0 == "report" }.count))
    #expect(office.done.filter { $0 == "invoices" }.count <= 1)
  }
}
