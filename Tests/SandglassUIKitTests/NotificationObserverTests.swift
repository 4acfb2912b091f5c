import Foundation
import Testing

@testable import SandglassUIKit

@MainActor
@Suite("UIKit: the observer of a notification")
struct NotificationObserverTests {
  final class Sender: Sendable {}

  @Test("observes one sender until it is let go, and keeps nothing afterwards")
  func lifetime() {
    let (name, sender) = (NSNotification.Name("Sandglass.test"), Sender())
    weak var kept: Device?
    do {
      let device = Device()
      kept = device
      let observer = NotificationObserver(name, of: sender) { device.leave() }
      NotificationCenter.default.post(name: name, object: Sender())
      #expect(!device.isInBackground)
      NotificationCenter.default.post(name: name, object: sender)
      #expect(device.isInBackground)
      withExtendedLifetime(observer) {}
    }
    #expect(kept == nil)
  }
}
