import Foundation
import Sandglass
import SandglassTestSupport
import SandglassStandIns
import SandglassTesting
import SandglassUIKit
import Testing

@MainActor
@Suite("UIKit: the background task, with the stand-in")
struct BackgroundTaskTests {
  let device = Device()
  let background = BackgroundClaims()
  let link: ApplicationLink

  init() {
    link = ApplicationLink(
      device.application, timekeeper: VirtualTime().timekeeper, background: background,
      taskName: "Countdowns")
  }

  @Test("the task is begun with its name when the app leaves, and ended when it returns")
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

  @Test("an expired task is ended in its handler, and another one is begun after a return")
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

  @Test("an expiry before or after a return ends each task once")
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

  @Test("the task can expire before its identifier is known")
  func expiryWhileBeginning() {
    device.expireWhileBeginning()
    let claim = background.claim()
    device.leave()
    #expect((device.begun, device.ended) == (1, 1))
    device.comeBack()
    claim.release()
  }

  @Test("a claim while the task is being ended begins another one, and there are never two at once")
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

  @Test("leaving and returning twice in quick succession ends each task once")
  func quickTrips() {
    let claim = background.claim()
    for _ in 0..<2 {
      device.leave()
      device.comeBack()
    }
    #expect((device.begun, device.ended) == (2, 2))
    claim.release()
  }

  @Test("a refused task is not ended, and is requested again after the next return")
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

  @Test("an app that is launched in the background counts as having left the front")
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

  @Test("a released link ends the task, and observes no more notifications")
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

  @Test("notifications of another application object are ignored")
  func otherApplication() {
    let claim = background.claim()
    Device().leave()
    #expect(device.begun == 0)
    claim.release()
  }

  @Test(
    "claims from four threads while the app leaves, returns and expires: all tasks are ended once",
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

@MainActor
@Suite("UIKit: the launches and the places of an app, with the stand-in")
struct LaunchTests {
  let time = VirtualTime()
  let background = BackgroundClaims()

  private func alerts(on device: Device) -> (CountdownAlerts, UNUserNotificationCenter) {
    let center = UNUserNotificationCenter(
      now: { [time] in seconds(time.now) },
      isAppInFront: { MainActor.assumeIsolated { device.application.applicationState == .active } })
    let alerts = CountdownAlerts(center: center, timekeeper: time.timekeeper)
    let tea = Countdown.started(.seconds(60), on: time.timekeeper)
    let content = UNMutableNotificationContent()
    alerts.add(tea, as: "tea", content: content)
    return (alerts, center)
  }

  private func due(_ center: UNUserNotificationCenter) -> [Double] {
    center.pending.values.map(\.due)
  }

  @Test("a launch that reports only that the app has become active is a return")
  func notificationLaunch() {
    let device = Device(inBackground: true)
    let (alerts, center) = alerts(on: device)
    let link = ApplicationLink(
      device.application, timekeeper: time.timekeeper, background: background, alerts: alerts)
    let claim = background.claim()
    #expect(device.held == 1)
    #expect(due(center) == [60])
    device.becomeActive()
    #expect(device.held == 0)
    #expect(due(center) == [61])
    claim.release()
    withExtendedLifetime(link) {}
  }

  @Test("an app that is active is not in the background, whoever posts it")
  func wrongReport() {
    let device = Device()
    let link = ApplicationLink(
      device.application, timekeeper: time.timekeeper, background: background)
    let claim = background.claim()
    device.repeatLeave()
    #expect(device.begun == 0)
    claim.release()
    withExtendedLifetime(link) {}
  }

  @Test("on a Mac, the system shows alerts while another app is in front, and no time is requested")
  func anotherAppInFront() {
    let device = Device()
    let (alerts, center) = alerts(on: device)
    let link = ApplicationLink(
      device.application, timekeeper: time.timekeeper, background: background, alerts: alerts,
      alertTime: .inactive)
    let claim = background.claim()
    device.loseAttention()
    #expect(due(center) == [60])
    #expect(device.begun == 0)
    device.becomeActive()
    #expect(due(center) == [61])
    device.leave()
    #expect(due(center) == [60])
    #expect(device.held == 1)
    device.comeBack()
    #expect(due(center) == [61])
    #expect(device.held == 0)
    claim.release()
    withExtendedLifetime(link) {}
  }

  @Test("on a phone, an app that is inactive for a moment still shows its events itself")
  func inactiveOnAPhone() {
    let device = Device()
    let (alerts, center) = alerts(on: device)
    let link = ApplicationLink(
      device.application, timekeeper: time.timekeeper, background: background, alerts: alerts)
    device.loseAttention()
    #expect(due(center) == [61])
    withExtendedLifetime(link) {}
  }
}
