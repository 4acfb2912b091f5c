#if os(Linux)
  import Foundation
  import SandglassStandIns
  import SandglassStores
  import SandglassTesting
  import SandglassUIKit
  import Testing

  @testable import Screens

  @MainActor
  struct ParkingMeterTests {
    let time = VirtualTime()
    let store = MemoryCountdownStore()

    /// An app with a parking meter, as it is launched.
    @MainActor
    final class App {
      let application = UIApplication.standIn()
      let center: UNUserNotificationCenter
      let meter: ParkingMeter
      private let link: ApplicationLink

      init(store: MemoryCountdownStore, in time: VirtualTime) {
        center = .standIn(on: time.timekeeper)
        let alerts = CountdownAlerts(center: center, timekeeper: time.timekeeper)
        link = ApplicationLink(
          application, timekeeper: time.timekeeper, background: BackgroundClaims(), alerts: alerts)
        meter = ParkingMeter(store: store.on(time.timekeeper), alerts: alerts)
      }
    }

    @Test func tellsTheUserWhoIsAway() {
      let app = App(store: store, in: time)
      app.meter.pay(for: .seconds(1800))
      #expect(app.meter.time == "30:00")
      app.application.userLeaves()
      #expect(
        app.center.scheduledNotifications.map(\.content.title)
          == ["Ten minutes left", "The parking time is over"])
      time.freeze(for: .seconds(1799))
      #expect(app.center.shownNotifications.count == 1)
      time.freeze(for: .seconds(1))
      #expect(app.center.shownNotifications.count == 2)
      app.application.userReturns()
      #expect(app.meter.time == "Over")
    }

    @Test func isExtended() {
      let app = App(store: store, in: time)
      let start = time.wallDate
      app.meter.pay(for: .seconds(1800))
      time.advance(by: .seconds(1000))
      app.meter.pay(for: .seconds(600))
      #expect(app.meter.paidUntil == start + 2400)
      #expect(app.meter.time == "23:20")
      app.application.userLeaves()
      time.freeze(for: .seconds(1300))
      #expect(app.center.shownNotifications.count == 1)

      app.application.userReturns()
      app.meter.pay(for: .seconds(3600))
      #expect(app.meter.time == "1:01:40")
    }

    @Test func goesOnAfterARelaunchAndAReboot() {
      let start = time.wallDate
      App(store: store, in: time).meter.pay(for: .seconds(1800))
      let later = time.relaunched(after: .seconds(600))
      let app = App(store: store, in: later)
      #expect(app.meter.time == "20:00")
      #expect(app.meter.paidUntil == start + 1800)

      let rebooted = later.rebooted(after: .seconds(7200))
      let meter = App(store: store, in: rebooted).meter
      #expect(meter.time == "Over")
      #expect(abs(meter.paidUntil?.timeIntervalSince(start + 1800) ?? .infinity) < 0.001)
      meter.pay(for: .seconds(60))
      #expect(meter.time == "1:00")
    }
  }
#endif
