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
    /// The titles, while the countdown's text replaces one of them; nil otherwise.
    private var title: ButtonTitle?

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
          count(in: button) { own in title?(reading) ?? Self.text(own, reading.shown) }
        case .idle, .overtime, .finished:
          restore(button)
        }
      }
    }

    func clear(_ button: UIButton) {
      number += 1
      restore(button)
    }

    /// The default text: the button's own title with the number, or the number alone on a button that has no title.
    private static func text(_ own: String, _ shown: Int) -> String {
      own.isEmpty ? "\(shown)" : "\(own) (\(shown))"
    }

    private func count(in button: UIButton, _ text: (_ own: String) -> String) {
      var title = title ?? ButtonTitle()
      title.note(button)
      self.title = title
      let number = number
      let text = text(title.own(of: button))
      // The closure may have shown something else in the view.
      guard number == self.number else { return }
      change(button) {
        title.paint(text, on: button)
        button.isEnabled = false
      }
      self.title = title
    }

    private func restore(_ button: UIButton) {
      guard var title = title.take() else { return }
      title.note(button)
      change(button) {
        title.restore(button)
        button.isEnabled = true
      }
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
