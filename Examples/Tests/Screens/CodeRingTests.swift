import Sandglass
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct CodeRingTests {
  let time = VirtualTime(wall: WallMoment(secondsSince1970: 1_900_000_012))

  /// A ring whose code is the number of its half minute.
  func makeRing() -> CodeRing {
    CodeRing(
      makeCode: { "\(Int(($0 - WallMoment(secondsSince1970: 1_899_999_990)) / .seconds(30)))" },
      on: time.timekeeper)
  }

  @Test func changesOnTheHalfMinute() {
    let ring = makeRing()
    #expect((ring.code, ring.secondsLeft, ring.ring) == ("0", 8, 8.0 / 30))
    time.advance(by: .milliseconds(7999))
    #expect((ring.code, ring.secondsLeft) == ("0", 1))
    time.advance(by: .milliseconds(1))
    #expect((ring.code, ring.secondsLeft, ring.ring) == ("1", 30, 1))
    time.freeze(for: .seconds(95))
    #expect((ring.code, ring.secondsLeft) == ("4", 25))
  }

  @Test func followsAClockThatIsSet() {
    let ring = makeRing()
    time.setWallClock(to: WallMoment(secondsSince1970: 1_900_000_085))
    time.advance(by: .seconds(1))
    #expect((ring.code, ring.secondsLeft) == ("3", 24))
  }
}
