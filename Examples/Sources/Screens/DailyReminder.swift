import Foundation
import SandglassCalendar
import SandglassStores

/// Reminds the user of a medicine at nine each day. It is kept: a time that has passed while the app did not run is
/// reminded of when it runs again, once.
@MainActor
final class DailyReminder {
  private let medicine: Countdown
  private(set) var reminders = 0

  init(
    store: some CountdownStore, calendar: Calendar = .autoupdatingCurrent
  ) {
    medicine = store.countdown("medicine", untilNext: .daily(hour: 9, calendar: calendar))
    medicine.onFinish(with: self) { reminder, _ in
      reminder.reminders += 1
      reminder.medicine.start()
    }
    medicine.start()
  }

  /// When the next reminder comes.
  var next: Date? { medicine.endDate }
}
