import Foundation
import Sandglass
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct ExamClockTests {
  let time = VirtualTime()
  let room: ExamClock
  let end: Date

  init() {
    end = time.wallDate + 45 * 60
    room = ExamClock(until: end, on: time.timekeeper)
  }

  var texts: [String] { room.announcements.map(\.text) }
  var dates: [Date?] { room.announcements.map(\.date) }

  @Test func announcesTheLastMinutesAndTheEnd() {
    #expect(room.clock == "45:00")
    time.advance(by: .seconds(35 * 60))
    #expect(texts == ["10:00 left"])
    time.advance(by: .seconds(10 * 60))
    #expect(texts == ["10:00 left", "1:00 left", "Pens down"])
    #expect(dates == [end - 600, end - 60, end])
    #expect(room.clock == "+0:00")
    time.advance(by: .seconds(65))
    #expect(room.clock == "+1:05")

    room.close()
    time.advance(by: .seconds(60))
    #expect(room.clock == "0:00")
  }

  @Test func whatIsLateHasItsOwnTime() {
    time.freeze(for: .seconds(50 * 60))
    #expect(texts == ["10:00 left", "1:00 left", "Pens down"])
    #expect(dates == [end - 600, end - 60, end])
    #expect(room.clock == "+5:00")
  }

  @Test func followsTheWallClock() {
    time.setWallClock(to: end - 30)
    #expect(texts == ["10:00 left", "1:00 left"])
    #expect(room.clock == "0:30")
  }

  @Test func givesExtraTimeAfterTheEnd() {
    time.advance(by: .seconds(46 * 60))
    room.giveExtraTime(.seconds(10 * 60))
    #expect(room.clock == "9:00")
    time.advance(by: .seconds(9 * 60))
    #expect(texts == ["10:00 left", "1:00 left", "Pens down", "1:00 left", "Pens down"])
    #expect(dates.last == end + 600)
  }

  @Test func givesExtraTimeBeforeTheEnd() {
    time.advance(by: .seconds(35 * 60))
    room.giveExtraTime(.seconds(60))
    #expect(room.clock == "11:00")
    time.advance(by: .seconds(60))
    #expect(texts == ["10:00 left", "10:00 left"])
    #expect(dates.last == end - 540)
  }
}
