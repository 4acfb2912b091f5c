import Foundation
import SandglassStores
import SandglassTesting
import Testing

@testable import Screens

@MainActor
struct DailyReminderTests {
  let store = MemoryCountdownStore()

  /// The times of Berlin, where summer time begins on 31 March 2030 and ends on 27 October.
  let calendar: Calendar

  init() throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    self.calendar = calendar
  }

  func date(_ month: Int, _ day: Int, _ hour: Int) throws -> Date {
    try #require(
      calendar.date(from: DateComponents(year: 2030, month: month, day: day, hour: hour)))
  }

  func makeReminder(in time: VirtualTime) -> DailyReminder {
    DailyReminder(store: store.on(time.timekeeper), calendar: calendar)
  }

  @Test(arguments: [(month: 3, day: 30, hours: 23), (month: 10, day: 26, hours: 25)])
  func comesAtNineWhenTheClocksChange(change: (month: Int, day: Int, hours: Int)) throws {
    let time = VirtualTime(wall: try date(change.month, change.day, 8))
    let reminder = makeReminder(in: time)
    #expect(reminder.next == (try date(change.month, change.day, 9)))
    time.advance(by: .seconds(3600))
    #expect(reminder.reminders == 1)

    #expect(reminder.next == (try date(change.month, change.day + 1, 9)))
    time.advance(by: .seconds(change.hours * 3600 - 1))
    #expect(reminder.reminders == 1)
    time.advance(by: .seconds(1))
    #expect(reminder.reminders == 2)
  }

  @Test func remindsOnceAfterDaysWithoutTheApp() throws {
    let time = VirtualTime(wall: try date(5, 1, 8))
    _ = makeReminder(in: time)
    let later = time.relaunched(after: .seconds(3 * 86_400))
    let reminder = makeReminder(in: later)
    #expect(reminder.reminders == 1)
    #expect(reminder.next == (try date(5, 4, 9)))
    later.advance(by: .seconds(3600))
    #expect(reminder.reminders == 2)
  }
}
