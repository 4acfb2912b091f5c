// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Documentation/StandIns.md lists the sources.

public import Foundation

// UNNotificationContent.h: on all systems, tvOS too. Page: conforms to NSCopying, not to Sendable.
public class UNNotificationContent: NSObject {
  // UNNotificationContent.h: readonly, nonnull, API_UNAVAILABLE(tvos).
  @available(tvOS, unavailable)
  public var title: String { text }

  fileprivate var text = ""

  /// A copy that nobody changes, as a request keeps it.
  func copied() -> UNNotificationContent {
    let copy = UNNotificationContent()
    copy.text = text
    return copy
  }
}

// UNNotificationContent.h: on all systems, tvOS too. Page: does not conform to Sendable.
public class UNMutableNotificationContent: UNNotificationContent {
  // UNNotificationContent.h: readwrite, nonnull, API_UNAVAILABLE(tvos). Page: not on tvOS.
  @available(tvOS, unavailable)
  public override var title: String {
    get { text }
    set { text = newValue }
  }
}
