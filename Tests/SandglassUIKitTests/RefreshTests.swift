import Sandglass
import SandglassTestSupport
import SandglassUIKit
import Testing

@MainActor
@Suite("UIKit: the return to the front")
struct RefreshTests {
  @Test("timers that are due are served before the notification returns, without the alarm")
  func refresh() {
    let clock = SteppedClock()
    let timekeeper = Timekeeper(clock: clock)
    let device = Device()
    let link = ApplicationLink(
      device.application, timekeeper: timekeeper, background: BackgroundClaims())
    let calls = Locked(0)
    timekeeper.schedule(after: .seconds(5)) { _ in calls.withLock { $0 += 1 } }
    device.leave()
    clock.step(by: .seconds(6))
    #expect(calls.withLock { $0 } == 0)
    device.comeBack()
    #expect(calls.withLock { $0 } == 1)
    withExtendedLifetime(link) {}
  }
}
