import Sandglass
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct ExamClockTests {
  let time = VirtualTime()
  let room: ExamClock

  init() {
    room = ExamClock(lasting: .seconds(45 * 60), on: time.timekeeper)
    room.begin()
  }

  @Test func announcesTheLastMinutesAndTheEnd() {
    #expect(room.clock == "45:00")
    time.advance(by: .seconds(40 * 60))
    #expect(room.announcement == "5:00 left")
    time.advance(by: .seconds(5 * 60))
    #expect(room.announcement == "Pens down")
    #expect(room.clock == "+0:00")
    time.advance(by: .seconds(65))
    #expect(room.clock == "+1:05")

    room.close()
    time.advance(by: .seconds(60))
    #expect(room.clock == "+1:05")
  }

  @Test func givesExtraTimeAfterTheEnd() {
    time.advance(by: .seconds(46 * 60))
    room.giveExtraTime(.seconds(10 * 60))
    #expect(room.clock == "9:00")
    #expect(room.announcement == "10:00 more")

    time.advance(by: .seconds(4 * 60))
    #expect(room.announcement == "5:00 left")
    time.freeze(for: .seconds(5 * 60))
    #expect(room.announcement == "Pens down")
    #expect(room.clock == "+0:00")
  }

  @Test func givesExtraTimeBeforeTheEnd() {
    time.advance(by: .seconds(40 * 60))
    room.giveExtraTime(.seconds(60))
    #expect(room.clock == "6:00")
    time.advance(by: .seconds(60))
    #expect(room.announcement == "5:00 left")
  }
}
