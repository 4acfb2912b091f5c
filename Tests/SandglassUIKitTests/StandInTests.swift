import SandglassTestSupport
import SandglassUserNotificationsStandIn
import Testing

@MainActor
@Suite("The stand-in for UIKit traps where the system would kill", .machine)
struct StandInTests {
  @Test("a task ended twice")
  func endedTwice() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let device = Device()
        let task = device.begin()
        device.end(task)
        device.end(task)
      }
    }
  }

  @Test("a task never ended")
  func neverEnded() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = Device().begin() }
    }
  }

  @Test("a task not ended by its expiration handler")
  func notEndedAtExpiry() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let device = Device()
        _ = device.begin()
        device.expire()
      }
    }
  }

  @Test("a refused task ended")
  func endedInvalid() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let device = Device()
        device.refuses = true
        device.end(device.begin())
      }
    }
  }
}

@Suite("The stand-in for the notification centre")
struct NotificationStandInTests {
  @Test("a request keeps its content as it was")
  func contentIsCopied() {
    let content = UNMutableNotificationContent()
    content.title = "Tea"
    let request = UNNotificationRequest(identifier: "tea", content: content, trigger: nil)
    content.title = "Eggs"
    #expect(request.content.title == "Tea")
  }
}
