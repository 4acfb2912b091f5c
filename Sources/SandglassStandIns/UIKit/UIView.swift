// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Sources/SandglassStandIns/README.md lists the sources.

/// Stands in for UIKit's view: package declarations return what a user would see.
// Page: @MainActor class UIView.
@MainActor
@available(watchOS, unavailable)
open class UIView {
  /// Whether changes are animated now.
  package private(set) static var areAnimationsEnabled = true

  /// Whether something has changed that is not laid out yet.
  package var needsLayout = false

  // Page of UIAccessibilityElement.accessibilityTraits: several traits are combined. Apple declares it for all objects.
  public var accessibilityTraits: UIAccessibilityTraits = []

  // Of NSObject. Page of init(frame:): the designated initialiser.
  public init() {}

  // Page: class func, the closure does not escape.
  public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
    let areEnabled = areAnimationsEnabled
    areAnimationsEnabled = false
    defer { areAnimationsEnabled = areEnabled }
    actionsWithoutAnimation()
  }

  // Page: func, lays out at once what is pending.
  public func layoutIfNeeded() {
    needsLayout = false
  }
}

// Header UIAccessibilityConstants.h: uint64_t with NS_TYPED_ENUM, as the bindings of objc2 have it. Page: a structure.
@available(watchOS, unavailable)
public struct UIAccessibilityTraits: OptionSet {
  // Page of UIAccessibilityTraits; the bindings of objc2: u64.
  public let rawValue: UInt64

  // Page of UIAccessibilityTraits; the bindings of objc2: u64.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  // Page: nonisolated static let. It does not state its value.
  // Unsafe: it never changes, and the type is not Sendable because no page says that it is.
  public nonisolated(unsafe) static let updatesFrequently = UIAccessibilityTraits(rawValue: 1)
}
