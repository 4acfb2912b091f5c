// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Sources/SandglassStandIns/README.md lists the sources.

public import Foundation

// UNNotificationContent.h: on all systems, tvOS too; NSCopying, NSMutableCopying. Page: conforms to both, not to Sendable.
public class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
  // UNNotificationContent.h: readonly, copy, nonnull, API_UNAVAILABLE(tvos).
  @available(tvOS, unavailable)
  public var title: String { texts.title }

  // UNNotificationContent.h: readonly, copy, nonnull, API_UNAVAILABLE(tvos).
  @available(tvOS, unavailable)
  public var subtitle: String { texts.subtitle }

  // UNNotificationContent.h: readonly, copy, nonnull, API_UNAVAILABLE(tvos).
  @available(tvOS, unavailable)
  public var body: String { texts.body }

  fileprivate var texts = (title: "", subtitle: "", body: "") {
    didSet { assignments += 1 }
  }

  /// The number of times that a text was assigned. Apple's content may have a text that an assignment replaces with another
  /// one, although both read the same: one that is localised when it is shown.
  package fileprivate(set) var assignments = 0

  // UNNotificationContent.h: NSCopying. Page: conforms to NSCopying. The copy is not mutable.
  public func copy(with zone: NSZone? = nil) -> Any {
    let copy = UNNotificationContent()
    copy.texts = texts
    copy.assignments = assignments
    return copy
  }

  // UNNotificationContent.h: NSMutableCopying. Page: conforms to NSMutableCopying.
  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = UNMutableNotificationContent()
    copy.texts = texts
    copy.assignments = assignments
    return copy
  }
}

// UNNotificationContent.h: on all systems, tvOS too. Page: does not conform to Sendable.
public class UNMutableNotificationContent: UNNotificationContent {
  // UNNotificationContent.h: readwrite, copy, nonnull, API_UNAVAILABLE(tvos). Page: not on tvOS.
  @available(tvOS, unavailable)
  public override var title: String {
    get { texts.title }
    set { texts.title = newValue }
  }

  // UNNotificationContent.h: readwrite, copy, nonnull, API_UNAVAILABLE(tvos). Page: not on tvOS.
  @available(tvOS, unavailable)
  public override var subtitle: String {
    get { texts.subtitle }
    set { texts.subtitle = newValue }
  }

  // UNNotificationContent.h: readwrite, copy, nonnull, API_UNAVAILABLE(tvos). Page: not on tvOS.
  @available(tvOS, unavailable)
  public override var body: String {
    get { texts.body }
    set { texts.body = newValue }
  }
}
