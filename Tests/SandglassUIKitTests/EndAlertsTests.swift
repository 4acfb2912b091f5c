import Sandglass
import SandglassTesting
import SandglassUIKit
import Testing
import SandglassUserNotificationsStandIn

@MainActor
@Suite("UIKit: end alerts, against the stand-in, in virtual time")
struct EndAlertsTests {
  let time = VirtualTime()
  let device = Device()
  let center: UNUserNotificationCenter
  let alerts: EndAlerts
  let link: ApplicationLink
  let tea: Countdown

  init() {
    let time = time
    center = UNUserNotificationCenter(now: { seconds(time.now) })
    alerts = EndAlerts(center: center, timekeeper: time.timekeeper, limit: 2)
    link = ApplicationLink(
      device.application, timekeeper: time.timekeeper, background: BackgroundKeeper(),
      alerts: alerts)
    tea = Countdown(.seconds(60), on: time.timekeeper)
    alerts.add(tea, as: "tea", content: content("Tea"))
  }

  private func content(_ title: String) -> UNNotificationContent {
    let content = UNMutableNotificationContent()
    content.title = title
    return content
  }

  /// When the pending alerts are due, in seconds from the start of the test.
  private var due: [Double] { center.pending.values.map(\.due).sorted() }

  @Test("scheduled for the deadline on leaving, withdrawn on return")
  func trip() {
    tea.start()
    #expect(due.isEmpty)
    time.advance(by: .seconds(10))
    device.leave()
    #expect(due == [60])
    #expect(center.pending.values.first?.request.content.title == "Tea")
    device.comeBack()
    #expect(due.isEmpty)
    #expect(center.delivered.isEmpty)
  }

  @Test("while the app is away: moved on extending, withdrawn on pausing and cancelling")
  func changes() {
    tea.start()
    device.leave()
    tea.extend(by: .seconds(30))
    #expect(due == [90])
    tea.shorten(by: .seconds(40))
    #expect(due == [50])
    tea.pause()
    #expect(due.isEmpty)
    time.advance(by: .seconds(20))
    tea.resume()
    #expect(due == [70])
    tea.restart()
    #expect(due == [80])
    tea.cancel()
    #expect(due.isEmpty)
    #expect(center.delivered.isEmpty)
  }

  @Test("ticks do not touch what is scheduled")
  func ticks() {
    tea.start()
    device.leave()
    time.advance(by: .seconds(59))
    #expect(center.additions == 1)
    #expect(due == [60])
  }

  @Test("shown at the finish, once, whether or not the process runs")
  func finish() {
    tea.start()
    device.leave()
    time.freeze(for: .seconds(100))
    center.deliver()
    #expect(center.delivered.map(\.at) == [60])
    device.comeBack()
    tea.start()
    device.leave()
    time.advance(by: .seconds(100))
    center.deliver()
    #expect(center.delivered.map(\.at) == [60, 160])
    device.comeBack()
    center.deliver()
    #expect(center.delivered.count == 2)
  }

  @Test("finished by shortening while the app is away: shown at once")
  func shortenedToNothing() {
    tea.start()
    device.leave()
    time.advance(by: .seconds(5))
    tea.shorten(by: .seconds(100))
    #expect(due.count == 1 && due[0] > 5 && due[0] < 5.01)
    time.advance(by: .seconds(1))
    center.deliver()
    #expect(center.delivered.count == 1)
  }

  @Test("started anew at its finish while the app is away: both alerts are shown")
  func startedAtItsFinish() {
    tea.onFinish(with: alerts) { [tea] _ in tea.start() }
    tea.start()
    device.leave()
    time.advance(by: .seconds(60))
    #expect(due == [120])
    time.advance(by: .seconds(50))
    center.deliver()
    #expect(center.delivered.map(\.at) == [60])
    #expect(Set(center.pending.keys).isDisjoint(with: center.delivered.map(\.identifier)))
    device.comeBack()
    #expect(due.isEmpty)
  }

  @Test("the soonest deadlines win, and others follow as places become free")
  func limit() {
    let countdowns = (1...4).map { Countdown(.seconds($0 * 10), on: time.timekeeper) }
    for (index, countdown) in countdowns.enumerated() {
      alerts.add(countdown, as: "\(index)", content: content("\(index)"))
      countdown.start()
    }
    device.leave()
    #expect(due == [10, 20])
    countdowns[3].shorten(by: .seconds(35))
    #expect(due == [5, 10])
    countdowns[0].pause()
    #expect(due == [5, 20])
    time.advance(by: .seconds(6))
    center.deliver()
    #expect(due == [20, 30])
    #expect(center.mostPending <= 2)
  }

  @Test("added, replaced and removed while the app is away")
  func addedAway() {
    device.leave()
    tea.start()
    #expect(due == [60])
    let other = Countdown.started(.seconds(20), on: time.timekeeper)
    alerts.add(other, as: "tea", content: content("Other"))
    #expect(due == [20])
    tea.extend(by: .seconds(1))
    #expect(due == [20])
    alerts.remove("tea")
    #expect(due.isEmpty)
    other.extend(by: .seconds(1))
    #expect(due.isEmpty)
  }

  @Test("what an earlier launch has left pending is withdrawn when its countdown is added")
  func earlierLaunch() {
    tea.start()
    device.leave()
    #expect(due.count == 1)
    let next = EndAlerts(center: center, timekeeper: time.timekeeper)
    next.add(tea, as: "tea", content: content("Tea"))
    #expect(due.isEmpty)
  }

  @Test("a countdown is held weakly, and gone for good")
  func weak() {
    weak var gone: Countdown?
    do {
      let countdown = Countdown(.seconds(5), on: time.timekeeper)
      alerts.add(countdown, as: "gone", content: content("Gone"))
      gone = countdown
    }
    #expect(gone == nil)
    device.leave()
    #expect(due.isEmpty)
  }
}

/// The seconds since the start of a virtual time, which begins at a thousand seconds.
func seconds(_ moment: Moment) -> Double {
  Double(moment.nanoseconds) / 1_000_000_000 - 1000
}
