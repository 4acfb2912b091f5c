// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Sources/SandglassStandIns/README.md lists the sources.

public import Foundation

/// Stands in for the notification centre: public declarations have Apple's signatures, and
/// package declarations control the system.
// UNUserNotificationCenter.h: on all systems, no actor. Page: does not conform to Sendable, although
// every thread may use it; serves requests in their order.
public class UNUserNotificationCenter: NSObject {
  /// A request that is pending until its time, in seconds on the clock of the test.
  package struct Pending {
    package let request: UNNotificationRequest
    package let due: TimeInterval
  }

  package private(set) var pending: [String: Pending] = [:]
  package private(set) var delivered: [(identifier: String, at: TimeInterval)] = []

  /// The requests that became due while the app was in front, which the system passes to the delegate.
  package private(set) var passedToDelegate: [String] = []
  package private(set) var additions = 0
  package private(set) var mostPending = 0

  private let now: () -> TimeInterval

  private let isAppInFront: () -> Bool

  package init(
    now: @escaping () -> TimeInterval, isAppInFront: @escaping () -> Bool = { false }
  ) {
    self.now = now
    self.isAppInFront = isAppInFront
  }

  // UNUserNotificationCenter.h: the request nonnull, the handler nullable. Page: from any thread;
  // handler: (@Sendable ((any Error)?) -> Void)? = nil. There is an async variant, which is not here.
  public func add(
    _ request: UNNotificationRequest,
    withCompletionHandler completionHandler: (@Sendable ((any Error)?) -> Void)? = nil
  ) {
    deliver()
    let interval = (request.trigger as? UNTimeIntervalNotificationTrigger)?.timeInterval ?? 0
    pending[request.identifier] = Pending(request: request, due: now() + interval)
    additions += 1
    mostPending = max(mostPending, pending.count)
    completionHandler?(nil)
  }

  // UNUserNotificationCenter.h: nonnull. Page: removes them later, on another thread.
  public func removePendingNotificationRequests(withIdentifiers identifiers: [String]) {
    deliver()
    for identifier in identifiers { pending[identifier] = nil }
  }

  /// Delivers all requests that are due, or will be within the given number of seconds.
  package func deliver(within slack: TimeInterval = 0) {
    let due = pending.values.filter { $0.due <= now() + slack }.sorted { $0.due < $1.due }
    for each in due {
      pending[each.request.identifier] = nil
      if isAppInFront() {
        passedToDelegate.append(each.request.identifier)
      } else {
        delivered.append((each.request.identifier, each.due))
      }
    }
  }
}
