// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Sources/SandglassStandIns/README.md lists the sources.

public import Foundation

// UNNotificationTrigger.h: on all systems; init is NS_UNAVAILABLE; not audited for Sendable.
public class UNNotificationTrigger: NSObject {
  fileprivate override init() {}
}

// UNNotificationTrigger.h: on all systems. Page: does not conform to Sendable.
public class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  // UNNotificationTrigger.h: NSTimeInterval, readonly. Page: var { get }, the interval as given.
  public let timeInterval: TimeInterval

  // Page: convenience init; the interval must be greater than zero, and 60 s or more if it repeats.
  public init(timeInterval: TimeInterval, repeats: Bool) {
    precondition(timeInterval > 0, "The time interval must be greater than zero.")
    precondition(!repeats || timeInterval >= 60, "A repeating interval must be at least 60 s.")
    self.timeInterval = timeInterval
  }
}
