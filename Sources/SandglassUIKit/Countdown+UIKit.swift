#if os(Linux) || (canImport(UIKit) && !os(watchOS))
  public import Sandglass
  #if os(Linux)
    public import SandglassUIKitStandIn
  #else
    public import UIKit
  #endif

  extension Countdown {
    /// Shows the countdown in a label, and keeps the label's text up to date.
    ///
    /// ```swift
    /// countdown.show(in: label)
    /// ```
    ///
    /// Before a start, and after a cancellation, the label shows the whole duration. It also does
    /// when a paused countdown is deallocated. A countdown or row that the label showed before no
    /// longer updates it. The label is held weakly. When the label is deallocated, its binding ends
    /// and the countdown runs on. While the countdown runs, the label has the trait
    /// `updatesFrequently`, so assistive apps read its text when they want to and are not notified
    /// of each second. To keep the text from jittering, use a font with monospaced digits:
    /// `UIFont.monospacedDigitSystemFont(ofSize:weight:)`.
    ///
    /// - Parameters:
    ///   - label: The label.
    ///   - end: The label's text once the countdown has finished; nil for the result of `text` at
    ///     zero.
    ///   - text: Returns the label's text for a reading, also in overtime. The default is the clock
    ///     face. The closure is retained while the label shows the countdown, so capture an object
    ///     that holds the countdown weakly.
    @MainActor
    public func show(
      in label: UILabel, atEnd end: String? = nil,
      as text: @escaping @MainActor (Reading) -> String = { $0.clockFace }
    ) {
      let face = ShownViews.face(of: label, shownBy: self, else: LabelFace())
      show(in: label, face.painter(atEnd: end, as: text))
    }

    /// Shows the countdown on a button that is disabled while it counts, such as one that sends a
    /// code again.
    ///
    /// ```swift
    /// resend.show(in: button) { "Resend (\($0.shown))" }
    /// ```
    ///
    /// While the countdown runs or is paused, the button is disabled and shows the count. The
    /// button is enabled and has its own title again when the countdown ends or is cancelled, when
    /// a paused countdown is deallocated, or when the button is given another countdown that is not
    /// counting. In overtime the button is enabled. A countdown or row that the button showed
    /// before no longer updates it. The button is held weakly. When the button is deallocated, its
    /// binding ends and the countdown runs on. A tap does not start the countdown. The app's own
    /// action does that.
    ///
    /// The title changes without an animation. If the button has no configuration, the count is its
    /// title for the disabled state, and its own titles are unchanged. If the button has a
    /// configuration, the count replaces the configuration's title, which is restored afterwards.
    /// The style of an attributed title is preserved only if it comes from a
    /// `titleTextAttributesTransformer`.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - title: Returns the button's title for a reading while it counts; nil for its own title
    ///     followed by the displayed number, as in `Resend (42)`. The closure is retained while the
    ///     button shows the countdown, so capture an object that holds the countdown weakly.
    @MainActor
    public func show(
      in button: UIButton, as title: (@MainActor (Reading) -> String)? = nil
    ) {
      let face = ShownViews.face(of: button, shownBy: self, else: ButtonFace())
      show(in: button, face.painter(as: title))
    }
  }

  extension CountdownBoard {
    /// Shows a row in a label, such as the label of a cell, and keeps the label's text up to date.
    ///
    /// ```swift
    /// board.show("sale-17", in: cell.label, atEnd: "Sold out")
    /// ```
    ///
    /// To reuse a cell, show another row in it. An id without a row shows zero until the row is
    /// set. When the board is deallocated, the label shows zero. In all other respects this works
    /// like `show(in:atEnd:as:)` of a countdown.
    ///
    /// - Parameters:
    ///   - id: The id of the row.
    ///   - label: The label.
    ///   - end: The label's text once the row has finished; nil for the result of `text` at zero.
    ///   - text: Returns the label's text for a reading. The default is the clock face. The closure
    ///     is retained while the label shows the row, so capture an object that holds the board
    ///     weakly.
    @MainActor
    public func show(
      _ id: ID, in label: UILabel, atEnd end: String? = nil,
      as text: @escaping @MainActor (Reading) -> String = { $0.clockFace }
    ) {
      let face = ShownViews.face(of: label, shownBy: self, else: LabelFace())
      show(id, in: label, face.painter(atEnd: end, as: text))
    }

    /// Shows a row on a button that is disabled while it counts.
    ///
    /// To reuse a cell, show another row in it. The button is then updated for that row. When the
    /// board is deallocated, the button is enabled. In all other respects this works like
    /// `show(in:as:)` of a countdown.
    ///
    /// - Parameters:
    ///   - id: The id of the row.
    ///   - button: The button.
    ///   - title: Returns the button's title for a reading while it counts; nil for its own title
    ///     followed by the displayed number. The closure is retained while the button shows the
    ///     row, so capture an object that holds the board weakly.
    @MainActor
    public func show(
      _ id: ID, in button: UIButton, as title: (@MainActor (Reading) -> String)? = nil
    ) {
      let face = ShownViews.face(of: button, shownBy: self, else: ButtonFace())
      show(id, in: button, face.painter(as: title))
    }
  }

  extension UILabel {
    /// Stops showing a countdown or row in the label. The text stays as it is, and the countdown
    /// runs on.
    public func hideCountdown() {
      ShownViews.remove(self)
    }
  }

  extension UIButton {
    /// Stops showing a countdown or row on the button. If the button was counting, it is enabled
    /// and has its own title again. The countdown runs on.
    public func hideCountdown() {
      ShownViews.remove(self)
    }
  }
#endif
