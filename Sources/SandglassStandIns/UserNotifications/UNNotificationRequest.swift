// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Sources/SandglassStandIns/README.md lists the sources.

public import Foundation

// UNNotificationRequest.h: on all systems. Page: does not conform to Sendable.
public class UNNotificationRequest: NSObject {
  // UNNotificationRequest.h: readonly, nonnull.
  public let identifier: String

  // UNNotificationRequest.h: readonly, copy, nonnull. Page: @NSCopying var content { get }.
  public let content: UNNotificationContent

  // UNNotificationRequest.h: readonly, copy, nullable. A trigger is immutable, so it is shared.
  public let trigger: UNNotificationTrigger?

  // UNNotificationRequest.h: the content nonnull, the trigger nullable; init is NS_UNAVAILABLE.
  // Page: convenience init.
  public init(
    identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?
  ) {
    self.identifier = identifier
    self.content = content.copy() as? UNNotificationContent ?? content
    self.trigger = trigger
  }
}
