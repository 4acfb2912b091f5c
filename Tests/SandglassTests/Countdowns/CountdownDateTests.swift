import Foundation
import Sandglass
import SandglassTesting
import Testing

@MainActor
@Suite("Countdown: until a date")
struct CountdownDateTests {
  @Test("a date is equivalent to an instant on the wall clock")
  func dates() {
    let time = VirtualTime(wall: WallMoment(secondsSince1970: 1_000_000))
    let date = Date(timeIntervalSince1970: 1_000_090.5)
    let countdown = Countdown(until: date, on: time.timekeeper)
    countdown.start()
    #expect(countdown.remaining == .milliseconds(90_500))
    let board = CountdownBoard<String>(on: time.timekeeper)
    let row = board.start("sale", until: date)
    #expect(row.remaining == .milliseconds(90_500))
    #expect(board.start("past", until: Date(timeIntervalSince1970: 0)).state == .finished)
    let never = Countdown(until: .distantFuture, on: time.timekeeper)
    #expect(never.start())
    #expect(never.isRunning)
    for broken in [Double.nan, .infinity, -.infinity] {
      let countdown = Countdown(
        until: Date(timeIntervalSince1970: broken), on: time.timekeeper)
      #expect(countdown.start())
      #expect(countdown.isRunning == (broken == .infinity))
    }
    let started = Countdown.started(until: date, on: time.timekeeper)
    #expect(started.remaining == .milliseconds(90_500))
    #expect(Countdown.started(until: .latest, on: time.timekeeper).isRunning)
    #expect(started.cancel() && started.start(for: .seconds(100), asOf: date - 100))
    #expect(started.remaining == .milliseconds(90_500) && started.duration == .seconds(100))
    #expect(started.cancel() && !started.start(for: .seconds(100), asOf: date))
    time.advance(by: .milliseconds(90_500))
    #expect(countdown.state == .finished)
    #expect(row.state == .finished)
  }
}
