// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there.

public import Foundation

public class UNNotificationTrigger: NSObject {}

public class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
  public let timeInterval: TimeInterval

  public init(timeInterval: TimeInterval, repeats: Bool) {
    precondition(timeInterval > 0, "The time interval must be greater than zero.")
    precondition(!repeats || timeInterval >= 60, "A repeating interval must be at least 60 s.")
    self.timeInterval = timeInterval
  }
}
