// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Sources/SandglassStandIns/README.md lists the sources.

/// Stands in for UIKit's control.
// Page of isEnabled and of State: they are UIControl's, and that is a UIView.
@available(watchOS, unavailable)
public class UIControl: UIView {
  // Page: a structure; the bindings of .NET: flags.
  public struct State: OptionSet, Hashable, Sendable {
    // Page: init(rawValue: UInt).
    public let rawValue: UInt

    // Page: init(rawValue: UInt).
    public init(rawValue: UInt) {
      self.rawValue = rawValue
    }

    // Page: static var { get }. Bindings of .NET: 0.
    public static var normal: State { [] }

    // Page: static var { get }. Bindings of .NET: 2.
    public static var disabled: State { State(rawValue: 2) }
  }

  // Page: var { get set }, true by default.
  public var isEnabled = true
}

/// Stands in for UIKit's button: it flashes when its title changes with an animation, as a system button does.
// Page of configuration: @MainActor, of UIButton.
@available(watchOS, unavailable)
public class UIButton: UIControl {
  // Page: a structure; iOS and tvOS 15.
  public struct Configuration {
    // Page: var { get set }.
    public var title: String?

    package init(title: String?) {
      self.title = title
    }
  }

  private var titles: [State: String] = [:]

  /// The number of times that a title has changed with an animation.
  package private(set) var flashes = 0

  // Page: var { get set }; setting one opts into configurations.
  public var configuration: Configuration? {
    didSet { noteTitle(oldValue?.title, configuration?.title) }
  }

  // Of NSObject. Page of init(frame:): the designated initialiser.
  public override init() {}

  /// The title that the user sees.
  package var shownTitle: String? {
    configuration.map(\.title) ?? title(for: isEnabled ? .normal : .disabled)
  }

  // Page: func; a state without a title uses the one for normal.
  public func setTitle(_ title: String?, for state: State) {
    let former = self.title(for: state)
    titles[state] = title
    noteTitle(former, self.title(for: state))
  }

  // Page: func; the title for normal if none is set for the state.
  public func title(for state: State) -> String? {
    titles[state] ?? titles[.normal]
  }

  private func noteTitle(_ former: String?, _ title: String?) {
    guard former != title else { return }
    needsLayout = true
    if Self.areAnimationsEnabled { flashes += 1 }
  }
}
