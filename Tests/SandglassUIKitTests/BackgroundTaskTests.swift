import Foundation
import Sandglass
import SandglassTestSupport
import SandglassTesting
import SandglassUIKit
import Testing

@MainActor
@Suite("UIKit: the background task, against the stand-in")
struct BackgroundTaskTests {
  let device = Device()
  let background = BackgroundKeeper()
  let link: ApplicationLink

  init() {
    link = ApplicationLink(
      device.application, timekeeper: VirtualTime().timekeeper, background: background,
      taskName: "Countdowns")
  }

  @Test("the task is begun under its name on leaving, and ended on return")
  func trip() {
    let claim = background.claim()
    #expect(device.begun == 0)
    device.leave()
    #expect(device.held == 1)
    #expect(device.taskNames == ["Countdowns"])
    device.comeBack()
    #expect((device.begun, device.ended) == (1, 1))
    claim.release()
  }

  @Test("ended inside its expiration handler, and not begun again before the app was in front")
  func expiry() {
    let claim = background.claim()
    device.leave()
    device.expire()
    #expect((device.begun, device.ended) == (1, 1))
    background.claim().release()
    device.repeatLeave()
    #expect(device.begun == 1)
    device.comeBack()
    device.leave()
    #expect((device.begun, device.ended) == (2, 1))
    claim.release()
    #expect((device.begun, device.ended) == (2, 2))
  }

  @Test("expiry while returning, in both orders")
  func expiryWhileReturning() {
    let claim = background.claim()
    device.leave()
    device.expire()
    device.comeBack()
    device.leave()
    device.comeBack()
    device.expire()
    #expect((device.begun, device.ended) == (2, 2))
    claim.release()
  }

  @Test("the app returns while the owners are told of the expiry")
  func returnWhileTelling() {
    let device = device
    background.onSuspension(with: self.background) { _ in device.comeBack() }
    let claim = background.claim()
    device.leave()
    device.expire()
    #expect((device.begun, device.ended) == (1, 1))
    device.leave()
    #expect((device.begun, device.ended) == (2, 1))
    device.comeBack()
    claim.release()
  }

  @Test("the system lets the task expire before its identifier is known")
  func expiryWhileBeginning() {
    device.expireWhileBeginning()
    let claim = background.claim()
    device.leave()
    #expect((device.begun, device.ended) == (1, 1))
    device.comeBack()
    claim.release()
  }

  @Test("claimed again while the task is being ended: begun anew, never two at once")
  func claimWhileEnding() {
    let background = background
    let again = Locked<BackgroundClaim?>(nil)
    device.whileEnding {
      again.withLock { $0 = $0 ?? background.claim() }
    }
    device.leave()
    background.claim().release()
    #expect((device.begun, device.ended) == (2, 1))
    device.whileEnding(nil)
    device.comeBack()
    #expect((device.begun, device.ended) == (2, 2))
  }

  @Test("two quick trips")
  func quickTrips() {
    let claim = background.claim()
    for _ in 0..<2 {
      device.leave()
      device.comeBack()
    }
    #expect((device.begun, device.ended) == (2, 2))
    claim.release()
  }

  @Test("a refused task is not ended, and asked for again after the next return")
  func refused() {
    device.refuses = true
    let claim = background.claim()
    device.leave()
    let other = background.claim()
    device.comeBack()
    #expect((device.begun, device.ended, device.refused) == (0, 0, 1))
    device.refuses = false
    device.leave()
    #expect(device.held == 1)
    claim.release()
    #expect(device.held == 1)
    other.release()
    #expect(device.held == 0)
  }

  @Test("an app that was launched in the background has left the front")
  func launchedInBackground() {
    let device = Device(inBackground: true)
    let link = ApplicationLink(
      device.application, timekeeper: VirtualTime().timekeeper, background: background)
    let claim = background.claim()
    #expect(device.held == 1)
    device.comeBack()
    #expect(device.held == 0)
    claim.release()
    withExtendedLifetime(link) {}
  }

  @Test("a link that is let go gives back what is held, and observes nothing more")
  func linkGone() {
    let device = Device()
    let claim = background.claim()
    do {
      let link = ApplicationLink(
        device.application, timekeeper: VirtualTime().timekeeper, background: background)
      device.leave()
      #expect(device.held == 1)
      withExtendedLifetime(link) {}
    }
    #expect(device.held == 0)
    device.repeatLeave()
    #expect(device.begun == 1)
    claim.release()
  }

  @Test("notifications of another application are not ours")
  func otherApplication() {
    let claim = background.claim()
    Device().leave()
    #expect(device.begun == 0)
    claim.release()
  }

  @Test(
    "claims from four threads while the app leaves, returns and expires: all is ended once",
    .machine)
  func threads() {
    let background = background
    let running = Locked(4)
    for _ in 0..<4 {
      Thread.detachNewThread {
        for _ in 0..<5_000 {
          let claim = background.claim()
          background.claim().release()
          claim.release()
        }
        running.withLock { $0 -= 1 }
      }
    }
    while running.withLock({ $0 > 0 }) {
      device.leave()
      device.expire { running.withLock { $0 > 0 } }
      device.comeBack()
      device.leave()
      device.comeBack()
    }
    #expect(!background.isClaimed)
    #expect(device.begun == device.ended)
    #expect(device.held == 0)
  }
}
