// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What is public is Apple's, and documented there. Sources/SandglassStandIns/README.md lists the sources.

public import Foundation

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
    public static var normal: UIControl.State { [] }

    // Page: static var { get }. Bindings of .NET: 2.
    public static var disabled: UIControl.State { State(rawValue: 2) }
  }

  // Page: var { get set }, true by default.
  public var isEnabled = true {
    didSet { if isEnabled != oldValue { stateHasChanged() } }
  }

  /// Tells a button that its state has changed.
  package func stateHasChanged() {}
}

/// Stands in for UIKit's button: it flashes when its title changes with an animation, as a system button does.
// UIButton.h: NS_SWIFT_UI_ACTOR. Page: @MainActor class UIButton.
@available(watchOS, unavailable)
public class UIButton: UIControl {
  // Page: a structure; iOS and tvOS 15.
  public struct Configuration {
    // Page: var { get set }; title matches its string.
    public var attributedTitle: AttributedString?

    // Page: var { get set }; the string of the attributed title.
    public var title: String? {
      get { attributedTitle.map { String($0.characters) } }
      set { attributedTitle = newValue.map { AttributedString($0) } }
    }

    // Page: static func.
    public static func plain() -> UIButton.Configuration { Configuration() }

    package init(title: String? = nil) {
      self.title = title
    }
  }

  // UIButton.h: a block without an isolation of its own.
  public typealias ConfigurationUpdateHandler = (UIButton) -> Void

  private var titles: [State: String] = [:]
  private var attributedTitles: [State: NSAttributedString] = [:]
  private var isUpdating = false

  /// The number of times that a title has changed with an animation.
  package private(set) var flashes = 0

  // Page: var { get set }; setting one opts into configurations.
  public var configuration: UIButton.Configuration? {
    willSet { formerTitle = shownTitle }
    didSet { noteTitle() }
  }

  // Page: var { get set }; called after a change of the state. UIButton.h: setting it opts into configurations.
  public var configurationUpdateHandler: UIButton.ConfigurationUpdateHandler? {
    didSet {
      if configuration == nil, configurationUpdateHandler != nil { configuration = .plain() }
      stateHasChanged()
    }
  }

  private var formerTitle: String?

  // Of NSObject. Page of init(frame:): the designated initialiser.
  public override init() {}

  /// The title that the user sees. The pages say that an attributed title comes before a title. That a configuration with a
  /// title comes before both, and one without a title after both, is an assumption.
  package var shownTitle: String? {
    let state: State = isEnabled ? .normal : .disabled
    return configuration?.title ?? attributedTitle(for: state)?.string ?? title(for: state)
  }

  // Page: func; a state without a title uses the one for normal.
  public func setTitle(_ title: String?, for state: UIControl.State) {
    formerTitle = shownTitle
    titles[state] = title
    noteTitle()
  }

  // Page: func; the title for normal if none is set for the state.
  public func title(for state: UIControl.State) -> String? {
    titles[state] ?? titles[.normal]
  }

  // Page: func; the button prefers it to a title.
  public func setAttributedTitle(_ title: NSAttributedString?, for state: UIControl.State) {
    formerTitle = shownTitle
    attributedTitles[state] = title
    noteTitle()
  }

  // Page: func; the one for normal if none is set for the state.
  public func attributedTitle(for state: UIControl.State) -> NSAttributedString? {
    attributedTitles[state] ?? attributedTitles[.normal]
  }

  package override func stateHasChanged() {
    guard !isUpdating else { return }
    isUpdating = true
    configurationUpdateHandler?(self)
    isUpdating = false
  }

  private func noteTitle() {
    guard formerTitle != shownTitle else { return }
    needsLayout = true
    if Self.areAnimationsEnabled { flashes += 1 }
  }
}
