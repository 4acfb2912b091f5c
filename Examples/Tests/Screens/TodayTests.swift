import Foundation
import Testing

@testable import Today

/// The date that the test injects into a screen. A clock cannot be injected into Foundation's
/// timers.
@MainActor
final class Hands {
  var date = Date(timeIntervalSince1970: 1_893_456_000)
}

@MainActor
struct TodayTests {
  let hands = Hands()
  let suite = "Screens \(UUID().uuidString)"

  func withDefaults(_ body: @MainActor (UserDefaults) async throws -> Void) async throws {
    let defaults = try #require(UserDefaults(suiteName: suite))
    try await body(defaults)
    defaults.removePersistentDomain(forName: suite)
  }

  @Test func resendGoesOnAfterARelaunch() async throws {
    try await withDefaults { defaults in
      let screen = ResendScreen(
        number: "+1", defaults: defaults, now: { hands.date }, server: { _ in 37 })
      await screen.tapped()
      #expect(screen.title == "Resend (37)")
      hands.date += 20
      let again = ResendScreen(
        number: "+1", defaults: defaults, now: { hands.date }, server: { _ in nil })
      #expect(again.title == "Resend (17)")
      hands.date += 17
      again.becameActive()
      #expect(again.isEnabled)
    }
  }

  @Test func pomodoroComesBackInTheRightPhase() async throws {
    try await withDefaults { defaults in
      PomodoroScreen(defaults: defaults, now: { hands.date }).tapped()
      hands.date += 35 * 60
      let screen = PomodoroScreen(defaults: defaults, now: { hands.date })
      #expect(screen.title == "Focus 2 of 4")
      #expect(screen.clock == "20:00")
      #expect(screen.bells == 2)
    }
  }

  @Test func kitchenRings() async throws {
    try await withDefaults { defaults in
      let kitchen = Kitchen(defaults: defaults, now: { hands.date })
      kitchen.start("Tea", for: 420)
      hands.date += 425
      kitchen.becameActive()
      #expect(kitchen.lines == ["Eggs 6:00", "Rice 18:00", "Tea +0:05"])
      #expect(kitchen.announcements == ["Tea: 1:00 left", "Tea: ready"])
    }
  }
  @Test func examAnnouncesItsEnd() {
    let room = ExamClock(until: hands.date + 700, now: { hands.date })
    hands.date += 705
    room.becameActive()
    #expect(room.announcements.map(\.text) == ["10:00 left", "1:00 left", "Pens down"])
    room.giveExtraTime(.seconds(600))
    #expect(room.clock == "9:55")
  }
}
