#if STAND_INS || (canImport(UIKit) && !os(watchOS))
  import Sandglass
  #if STAND_INS
    import SandglassStandIns
  #else
    import UIKit
  #endif

  /// The text and state of a view that shows a countdown. A face is reused for each countdown that its view shows.
  ///
  /// A face stores only values that it read from its view. The painter closure captures the app's closures, and is
  /// released together with its binding. The app's closures are therefore not retained after the view has stopped
  /// showing the countdown.
  @MainActor
  protocol ViewFace: AnyObject {
    associatedtype View: UIView

    /// Undoes all changes to the view that were made for the countdown. Earlier painters have no effect from now on.
    func clear(_ view: View)
  }

  /// The face of a label.
  @MainActor
  final class LabelFace: ViewFace {
    /// Whether this face has added the trait `updatesFrequently` to the label.
    private var isMarked = false

    /// Incremented whenever the view shows something else. A painter with an older number has no effect.
    private var number = 0

    /// Begins to show a countdown or a row, and returns a closure that paints a reading of it.
    func painter(
      atEnd end: String?, as text: @escaping @MainActor (Reading) -> String
    ) -> @MainActor (UILabel, Reading) -> Void {
      number += 1
      return { [self, number] label, reading in
        guard number == self.number else { return }
        let shown = reading.state == .finished ? end ?? text(reading) : text(reading)
        // The closure may have shown something else in the view.
        guard number == self.number else { return }
        mark(label, reading.state == .running || reading.state == .overtime)
        if label.text != shown { label.text = shown }
      }
    }

    func clear(_ label: UILabel) {
      number += 1
      mark(label, false)
    }

    private func mark(_ label: UILabel, _ isUpdating: Bool) {
      if isUpdating, !label.accessibilityTraits.contains(.updatesFrequently) {
        label.accessibilityTraits.insert(.updatesFrequently)
        isMarked = true
      } else if !isUpdating, isMarked {
        label.accessibilityTraits.remove(.updatesFrequently)
        isMarked = false
      }
    }
  }

  /// The face of a button, with the titles to restore.
  @MainActor
  final class ButtonFace: ViewFace {
    /// The app's own titles, which the countdown's title replaces.
    private struct Own {
      /// The title for the disabled state; nil if the button uses its normal title in that state.
      var disabledTitle: String?
      var configurationTitle: String?
    }

    /// The app's own titles, while the countdown's title replaces them; nil otherwise.
    private var own: Own?

    /// The countdown's title, if it was set in the configuration. The second property is whether a title was set for
    /// the disabled state.
    private var paintedConfiguration: String?
    private var hasPaintedDisabled = false

    /// Incremented whenever the view shows something else. A painter with an older number has no effect.
    private var number = 0

    /// Begins to show a countdown or a row, and returns a closure that paints a reading of it.
    func painter(
      as title: (@MainActor (Reading) -> String)?
    ) -> @MainActor (UIButton, Reading) -> Void {
      number += 1
      return { [self, number] button, reading in
        guard number == self.number else { return }
        switch reading.state {
        case .running, .paused:
          count(in: button) { ownTitle in title?(reading) ?? "\(ownTitle) (\(reading.shown))" }
        case .idle, .overtime, .finished:
          restore(button)
        }
      }
    }

    func clear(_ button: UIButton) {
      number += 1
      restore(button)
    }

    private func count(in button: UIButton, _ title: (_ ownTitle: String) -> String) {
      noteOwn(of: button)
      let number = number
      let text = title(ownTitle(of: button))
      // The closure may have shown something else in the view.
      guard number == self.number else { return }
      change(button) {
        if button.configuration == nil {
          button.setTitle(text, for: .disabled)
          hasPaintedDisabled = true
        } else {
          button.configuration?.title = text
          paintedConfiguration = text
        }
        button.isEnabled = false
      }
    }

    private func restore(_ button: UIButton) {
      guard own != nil else { return }
      noteOwn(of: button)
      guard let own else { return }
      self.own = nil
      change(button) {
        if hasPaintedDisabled { button.setTitle(own.disabledTitle, for: .disabled) }
        if paintedConfiguration != nil { button.configuration?.title = own.configurationTitle }
        button.isEnabled = true
      }
      hasPaintedDisabled = false
      paintedConfiguration = nil
    }

    /// Stores the app's own titles: before the countdown's title is first set, and again if the app has since set a
    /// different title.
    private func noteOwn(of button: UIButton) {
      var own = own ?? Own(disabledTitle: disabledTitle(of: button))
      if let configuration = button.configuration,
        paintedConfiguration == nil || configuration.title != paintedConfiguration
      {
        own.configurationTitle = configuration.title
      }
      self.own = own
    }

    private func disabledTitle(of button: UIButton) -> String? {
      let title = button.title(for: .disabled)
      // For a state without a title, UIKit returns the normal title.
      return title == button.title(for: .normal) ? nil : title
    }

    private func ownTitle(of button: UIButton) -> String {
      let title =
        button.configuration == nil ? button.title(for: .normal) : own?.configurationTitle
      return title ?? ""
    }

    /// Changes the button without the animation of system buttons. With the animation, the title would flash every
    /// second.
    private func change(_ button: UIButton, _ body: () -> Void) {
      UIView.performWithoutAnimation {
        body()
        button.layoutIfNeeded()
      }
    }
  }
#endif
