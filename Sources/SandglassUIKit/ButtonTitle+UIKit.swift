#if STAND_INS || (canImport(UIKit) && !os(watchOS))
  import Foundation
  #if STAND_INS
    import SandglassStandIns
  #else
    import UIKit
  #endif

  /// One of the places from which a button takes its title. The countdown's text replaces what the app has put there, and
  /// leaves it as it was.
  struct TitlePlace<Title: Equatable> {
    /// What the app has put there.
    private(set) var own: Title?

    /// What the countdown has put there; nil if it has not.
    private var painted: Title?

    /// Notes what is there now. If it is not the countdown's text, the app has put it there.
    mutating func note(_ present: Title?) {
      guard painted == nil || present != painted else { return }
      (own, painted) = (present, nil)
    }

    /// Puts the countdown's text there.
    mutating func paint(_ title: Title, _ set: (Title) -> Void) {
      painted = title
      set(title)
    }

    /// Puts back what the app has put there, if the countdown's text is there.
    mutating func restore(_ set: (Title?) -> Void) {
      guard painted != nil else { return }
      painted = nil
      set(own)
    }
  }

  /// The title of a button that shows a countdown.
  ///
  /// UIKit takes a button's title from the attributed title of its configuration; if there is none, from the attributed
  /// title for its state; and if there is none, from the title for its state. A state without a title has that of the
  /// normal state. A button that counts is disabled, so the text goes to the first of these places that has a title for
  /// the disabled state, with the look of that title. A button without any title, such as one with an image, gets a plain
  /// one.
  struct ButtonTitle {
    private var configuration = TitlePlace<AttributedString>()
    private var attributed = TitlePlace<NSAttributedString>()
    private var plain = TitlePlace<String>()

    /// Notes the app's own titles.
    @MainActor
    mutating func note(_ button: UIButton) {
      configuration.note(button.configuration?.attributedTitle)
      let attributedTitle = button.attributedTitle(for: .disabled)
      attributed.note(
        attributedTitle == button.attributedTitle(for: .normal) ? nil : attributedTitle)
      let title = button.title(for: .disabled)
      plain.note(title == button.title(for: .normal) ? nil : title)
    }

    /// Returns the text of the button's own title in the normal state; empty if it has none.
    @MainActor
    func own(of button: UIButton) -> String {
      let configured = button.configuration == nil ? nil : configuration.own
      return configured.map { String($0.characters) }
        ?? button.attributedTitle(for: .normal)?.string ?? button.title(for: .normal) ?? ""
    }

    /// Shows a text in place of the button's own title.
    @MainActor
    mutating func paint(_ text: String, on button: UIButton) {
      if button.configuration != nil {
        configuration.paint(Self.attributed(text, like: configuration.own)) {
          button.configuration?.attributedTitle = $0
        }
      } else if let own = attributed.own ?? button.attributedTitle(for: .normal) {
        attributed.paint(Self.attributed(text, like: own)) {
          button.setAttributedTitle($0, for: .disabled)
        }
      } else {
        // The app may have removed the attributed title that the text was like.
        attributed.restore { button.setAttributedTitle($0, for: .disabled) }
        plain.paint(text) { button.setTitle($0, for: .disabled) }
      }
    }

    /// Restores the button's own titles.
    @MainActor
    mutating func restore(_ button: UIButton) {
      configuration.restore { button.configuration?.attributedTitle = $0 }
      attributed.restore { button.setAttributedTitle($0, for: .disabled) }
      plain.restore { button.setTitle($0, for: .disabled) }
    }

    private static func attributed(_ text: String, like own: AttributedString?) -> AttributedString
    {
      AttributedString(text, attributes: own?.runs.first?.attributes ?? AttributeContainer())
    }

    private static func attributed(_ text: String, like own: NSAttributedString)
      -> NSAttributedString
    {
      guard own.length > 0 else { return NSAttributedString(string: text) }
      return NSAttributedString(
        string: text, attributes: own.attributes(at: 0, effectiveRange: nil))
    }
  }
#endif
