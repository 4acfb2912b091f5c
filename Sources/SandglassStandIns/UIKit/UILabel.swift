// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Sources/SandglassStandIns/README.md lists the sources.

/// Stands in for UIKit's label.
// Page: @MainActor class UILabel.
@available(watchOS, unavailable)
public class UILabel: UIView {
  // Page: var { get set }, nil by default.
  public var text: String? {
    didSet { changes += 1 }
  }

  /// The number of times that the text was set.
  package private(set) var changes = 0

  // Of NSObject. Page of init(frame:): the designated initialiser.
  public override init() {}
}
