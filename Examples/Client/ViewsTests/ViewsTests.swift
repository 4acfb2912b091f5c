// A client's tests of its views and alerts on Linux, over the stand-ins for Apple's frameworks.

#if os(Linux)
  import Sandglass
  import SandglassStandIns
  import SandglassTesting
  import SandglassUIKit
  import Testing

  @MainActor
  @Suite("Views and alerts of a client, on Linux")
  struct ViewsTests {
    let time = VirtualTime()

    @Test("a countdown is shown in a label")
    func label() {
      let time = VirtualTime()
      let label = UILabel()
      let resend = Countdown(.seconds(60), on: time.timekeeper)
      resend.show(in: label)
      resend.start()
      time.advance(by: .seconds(1))
      #expect(label.text == "0:59")
    }

    @Test("a countdown is shown in a button")
    func button() {
      let button = UIButton()
      let resend = Countdown(.seconds(60), on: time.timekeeper)
      resend.show(in: button) { "Resend (\($0.shown))" }
      resend.start()
      time.advance(by: .seconds(1))
      #expect(button.title(for: .disabled) == "Resend (59)" && !button.isEnabled)
    }

    @Test("an alert is scheduled while the app is away, and shown at the end")
    func alerts() {
      let application = UIApplication.standIn()
      let center = UNUserNotificationCenter.standIn(on: time.timekeeper)
      let alerts = CountdownAlerts(center: center, timekeeper: time.timekeeper)
      let link = ApplicationLink(
        application, timekeeper: time.timekeeper, background: BackgroundClaims(), alerts: alerts)
      let content = UNMutableNotificationContent()
      content.title = "Tea is ready"
      let tea = Countdown.started(.seconds(180), on: time.timekeeper)
      alerts.add(tea, as: "tea", content: content)
      application.userLeaves()
      #expect(center.scheduledNotifications.map(\.content.title) == ["Tea is ready"])
      time.freeze(for: .seconds(200))
      #expect(center.shownNotifications.count == 1)
      application.userReturns()
      #expect(center.scheduledNotifications.isEmpty)
      withExtendedLifetime(link) {}
    }
  }
#endif
