#if os(Linux) || os(iOS) || os(visionOS)
  import Foundation
  import SandglassStores
  import SandglassUIKit

  #if os(Linux)
    import SandglassStandIns
  #else
    import UserNotifications
  #endif

  /// A paid parking time, which is kept. It can be extended, and the system tells the user ten minutes before its end and
  /// at its end, even if the app does not run.
  @MainActor
  final class ParkingMeter {
    private let parking: Countdown
    private(set) var time = ""

    init(store: some CountdownStore, alerts: CountdownAlerts) {
      parking = store.countdown("parking", startingFrom: .seconds(3600))
      alerts.add(
        parking, as: "parking", content: content("The parking time is over"),
        milestones: [.remaining(.seconds(600)): content("Ten minutes left")])
      parking.onTick(with: self) { meter, reading in meter.time = reading.clockFace }
      parking.onFinish(with: self) { meter, _ in meter.time = "Over" }
    }

    var paidUntil: Date? { parking.endDate }

    func pay(for duration: Duration) {
      if !parking.extend(by: duration) { parking.start(for: duration) }
    }

    private func content(_ title: String) -> UNNotificationContent {
      let content = UNMutableNotificationContent()
      content.title = title
      return content
    }
  }
#endif
