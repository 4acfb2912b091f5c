// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Scripts/apple/declarations.txt lists it.

public enum AccessibilityNotification {
  public struct Announcement {
    /// What was announced, so that tests can read it. Apple's type has no such property.
    @MainActor package static var posted: [String] = []

    private let announcement: String

    public init(_ announcement: String) { self.announcement = announcement }

    public func post() {
      let announcement = announcement
      MainActor.assumeIsolated { Self.posted.append(announcement) }
    }
  }
}
