import SandglassTestSupport
import SandglassStandIns
import Testing

@MainActor
@Suite("The stand-in for UIKit traps where the system would kill", .machine)
struct StandInTests {
  @Test("ending a task twice traps")
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

  @Test("never ending a task traps")
  func neverEnded() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = Device().begin() }
    }
  }

  @Test("a task that its expiration handler does not end traps")
  func notEndedAtExpiry() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let device = Device()
        _ = device.begin()
        device.expire()
      }
    }
  }

  @Test("ending a refused task traps")
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
  @Test("a request keeps a copy of its content")
  func contentIsCopied() {
    let content = UNMutableNotificationContent()
    content.title = "Tea"
    let request = UNNotificationRequest(identifier: "tea", content: content, trigger: nil)
    content.title = "Eggs"
    #expect(request.content.title == "Tea")
  }
}
