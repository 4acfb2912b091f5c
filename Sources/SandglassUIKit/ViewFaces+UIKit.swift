#if os(Linux) || (canImport(UIKit) && !os(watchOS))
  import Sandglass
  #if os(Linux)
    import SandglassUIKitStandIn
  #else
    import UIKit
  #endif

  /// The text and state of a view that shows a countdown. A face is reused for all countdowns that its view shows in
  /// turn.
  ///
  /// A face stores nothing of the app's except properties of the view. The app's closures are captured by the painter
  /// closure, which is released with its binding. They therefore retain nothing after the view has stopped showing the
  /// countdown.
  @MainActor
  protocol ViewFace: AnyObject {
    associatedtype View: UIView

    /// Removes everything from the view that is there only for the countdown. Earlier painters have no effect.
    func clear(_ view: View)
  }

  /// What a label shows of a countdown.
  @MainActor
  final class LabelFace: ViewFace {
    /// Whether the trait of a label that updates frequently is ours.
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

  /// What a button shows of a countdown, and what it is to be again.
  @MainActor
  final class ButtonFace: ViewFace {
    /// What there was in place of a title that counts.
    private struct Own {
      /// The title for the disabled state; nil if that is the one for all states.
      var disabledTitle: String?
      var configurationTitle: String?
    }

    /// There while the button counts.
    private var own: Own?

    /// The title that counts, if it was put into the configuration, and whether one was put beside it.
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

    /// Notes what the button has of its own: before it counts, and where the app has set another title since.
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
      // A state without a title is said to have the normal one.
      return title == button.title(for: .normal) ? nil : title
    }

    private func ownTitle(of button: UIButton) -> String {
      let title =
        button.configuration == nil ? button.title(for: .normal) : own?.configurationTitle
      return title ?? ""
    }

    /// Changes the button without the animation of a system button, which would flash each second.
    private func change(_ button: UIButton, _ body: () -> Void) {
      UIView.performWithoutAnimation {
        body()
        button.layoutIfNeeded()
      }
    }
  }
#endif
