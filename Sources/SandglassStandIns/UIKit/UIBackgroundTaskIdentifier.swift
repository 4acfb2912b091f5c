// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Sources/SandglassStandIns/README.md lists the sources.

/// Identifies a background task.
// UIApplication.h: NSUInteger with NS_TYPED_ENUM, API_UNAVAILABLE(watchos). Page: a structure that
// conforms to RawRepresentable, Hashable and Sendable.
@available(watchOS, unavailable)
public struct UIBackgroundTaskIdentifier: RawRepresentable, Hashable, Sendable {
  // Page of init(rawValue:): the raw value is an Int.
  public let rawValue: Int

  // Page: init(rawValue: Int), which never fails.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  // UIApplication.h: UIBackgroundTaskInvalid. Page: static let. Neither states its value.
  public static let invalid = UIBackgroundTaskIdentifier(rawValue: 0)
}
