import Sandglass
import SandglassCore
import SandglassTesting
import Testing

// The core's part of the article "A label and a button", and of the page about the displayed time.

@MainActor
@Suite("Documentation: the displayed time")
struct DisplayedTimeTests {
  @Test("every text agrees with the displayed number")
  func agree() {
    let time = VirtualTime()
    let tea = Countdown.started(.seconds(65), on: time.timekeeper)
    time.advance(by: .milliseconds(800))
    let reading = tea.reading

    #expect(reading.remaining == .milliseconds(64_200))
    #expect(reading.shown == 65)
    #expect(reading.shownTime == .seconds(65))
    #expect(reading.clockFace == "1:05")

    #expect(reading.clockFace(.alwaysHours) == "0:01:05")
    #expect(reading.clockFace(.alwaysHours.tenths) == "0:01:05.0")
    #expect(Duration.seconds(90_061).clockFace == "1d 01:01:01")
    #expect(Duration.seconds(90_061).clockFace(.noDays) == "25:01:01")

    let fields = ClockFace(reading).fields
    #expect((fields.minutes, fields.seconds) == (1, 5))
  }
}
