import Foundation
import Testing

@testable import SandglassUIKit

@MainActor
@Suite("UIKit: NotificationObserver")
struct NotificationObserverTests {
  final class Sender: Sendable {}

  private let name = NSNotification.Name("Sandglass.test")
  private let sender = Sender()

  @Test("it observes one sender until it is released, and retains nothing afterwards")
  func lifetime() {
    weak var kept: Device?
    do {
      let device = Device()
      kept = device
      let observer = NotificationObserver(name, of: sender) { device.leave() }
      NotificationCenter.default.post(name: name, object: Sender())
      #expect(!device.isInBackground)
      NotificationCenter.default.post(name: name, object: sender)
      #expect(device.isInBackground, "delivered before the post returns")
      withExtendedLifetime(observer) {}
    }
    #expect(kept == nil)
  }

  @Test("a notification from another thread is delivered on the main actor")
  func otherThread() async {
    var observer: NotificationObserver?
    await withCheckedContinuation { delivered in
      observer = NotificationObserver(name, of: sender) {
        MainActor.preconditionIsolated()
        delivered.resume()
      }
      postElsewhere()
    }
    withExtendedLifetime(observer) {}
  }

  @Test("a pending notification from another thread is not delivered after the release")
  func released() async {
    let device = Device()
    var observer: NotificationObserver?
    observer = NotificationObserver(name, of: sender) { device.leave() }
    withExtendedLifetime(observer) { postElsewhere() }
    observer = nil
    await withCheckedContinuation { passed in DispatchQueue.main.async { passed.resume() } }
    #expect(!device.isInBackground)
  }

  /// Posts from another thread, and returns after that. The main queue is blocked in the meantime.
  private func postElsewhere() {
    let posted = DispatchSemaphore(value: 0)
    Thread.detachNewThread { [name, sender] in
      NotificationCenter.default.post(name: name, object: sender)
      posted.signal()
    }
    posted.wait()
  }
}
