#if os(Linux) || (canImport(UIKit) && !os(watchOS))
  public import Sandglass
  #if os(Linux)
    public import SandglassUIKitStandIn
  #else
    public import UIKit
  #endif

  extension Countdown {
    /// Shows the countdown in a label: its text is right now, and stays right.
    ///
    /// ```swift
    /// countdown.show(in: label)
    /// ```
    ///
    /// Before a start, and after a cancellation, the label shows the whole duration; so it does when a paused countdown is let
    /// go. Whatever countdown or row it showed before
    /// is gone. It is held weakly: when it goes, its binding goes, and the countdown runs on. While the
    /// countdown runs, assistive apps look at the label when they want to, and are not told of each second.
    /// A font whose digits are of one width keeps the text from trembling:
    /// `UIFont.monospacedDigitSystemFont(ofSize:weight:)`.
    ///
    /// - Parameters:
    ///   - label: Where to show it.
    ///   - end: What the label shows once the countdown has finished; nil for what `text` makes of zero.
    ///   - text: What the label shows of a reading, also of one in overtime; the clock face unless told otherwise. It is kept
    ///     while the label shows the countdown: capture weakly whoever has that.
    @MainActor
    public func show(
      in label: UILabel, atEnd end: String? = nil,
      as text: @escaping @MainActor (Reading) -> String = { $0.clockFace }
    ) {
      let face = ShownViews.face(of: label, shownBy: self, else: LabelFace())
      show(in: label, face.painter(atEnd: end, as: text))
    }

    /// Shows the countdown on a button that cannot be tapped while it counts, such as one that sends a code again.
    ///
    /// ```swift
    /// resend.show(in: button) { "Resend (\($0.shown))" }
    /// ```
    ///
    /// While the countdown runs or is paused, the button is disabled and counts. With the end, with a cancellation,
    /// when the button is shown another countdown that does not count, and when a paused countdown is let go, it is enabled and has its
    /// own title again. In overtime it can be tapped. Whatever countdown or row it showed before is gone. It is held weakly: when it goes, its
    /// binding goes, and the countdown runs on. Nothing is started by a tap: the app's own action does that.
    ///
    /// The title changes without an animation. A button without a configuration gets a title for its disabled state, and its own
    /// titles stay as they are. One with a configuration gets another title in that; its own is put back, and the style of an
    /// attributed title is kept by a `titleTextAttributesTransformer` alone.
    ///
    /// - Parameters:
    ///   - button: Where to show it.
    ///   - title: What the button shows of a reading while it counts; nil for its own title with the number behind it,
    ///     as in `Resend (42)`. It is kept while the button shows the countdown: capture weakly whoever has that.
    @MainActor
    public func show(
      in button: UIButton, as title: (@MainActor (Reading) -> String)? = nil
    ) {
      let face = ShownViews.face(of: button, shownBy: self, else: ButtonFace())
      show(in: button, face.painter(as: title))
    }
  }

  extension CountdownBoard {
    /// Shows a row in a label, such as one of a cell: its text is right now, and stays right.
    ///
    /// ```swift
    /// board.show("sale-17", in: cell.label, atEnd: "Sold out")
    /// ```
    ///
    /// A reused cell is simply shown another row. An id without a row shows zero until the row is set, and so does the label once
    /// the board is gone. All else is as with a countdown.
    ///
    /// - Parameters:
    ///   - id: The row to show.
    ///   - label: Where to show it.
    ///   - end: What the label shows once the row has finished; nil for what `text` makes of zero.
    ///   - text: What the label shows of a reading; the clock face unless told otherwise. It is kept while the label shows the
    ///     row: capture weakly whoever has the board.
    @MainActor
    public func show(
      _ id: ID, in label: UILabel, atEnd end: String? = nil,
      as text: @escaping @MainActor (Reading) -> String = { $0.clockFace }
    ) {
      let face = ShownViews.face(of: label, shownBy: self, else: LabelFace())
      show(id, in: label, face.painter(atEnd: end, as: text))
    }

    /// Shows a row on a button that cannot be tapped while it counts.
    ///
    /// A reused cell is simply shown another row, and its button is right for that. Once the board is gone the button can be
    /// tapped. All else is as with a countdown.
    ///
    /// - Parameters:
    ///   - id: The row to show.
    ///   - button: Where to show it.
    ///   - title: What the button shows of a reading while it counts; nil for its own title with the number behind it. It is
    ///     kept while the button shows the row: capture weakly whoever has the board.
    @MainActor
    public func show(
      _ id: ID, in button: UIButton, as title: (@MainActor (Reading) -> String)? = nil
    ) {
      let face = ShownViews.face(of: button, shownBy: self, else: ButtonFace())
      show(id, in: button, face.painter(as: title))
    }
  }

  extension UILabel {
    /// Shows no countdown and no row in the label any more. Its text stays as it is, and the countdown runs on.
    public func hideCountdown() {
      ShownViews.remove(self)
    }
  }

  extension UIButton {
    /// Shows no countdown and no row on the button any more: it is enabled and has its own title again, if it was counting.
    /// The countdown runs on.
    public func hideCountdown() {
      ShownViews.remove(self)
    }
  }
#endif
