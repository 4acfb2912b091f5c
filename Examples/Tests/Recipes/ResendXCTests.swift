import Sandglass
import SandglassTesting
import XCTest

/// The same test with XCTest, whose test methods must be asynchronous to be on the main actor.
final class ResendXCTests: XCTestCase {
  @MainActor
  func testCountsDown() async {
    let time = VirtualTime()
    let resend = Countdown.started(.seconds(60), on: time.timekeeper)
    time.advance(by: .seconds(59.5))
    XCTAssertEqual(resend.shown, 1)
    time.advance(by: .seconds(0.5))
    XCTAssertEqual(resend.end?.outcome, .finished)
  }
}
