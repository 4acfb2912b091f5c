#if STAND_INS || (canImport(UIKit) && !os(watchOS))
  public import Sandglass
  #if STAND_INS
    public import SandglassStandIns
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
    /// Before the countdown starts, after it is cancelled, and after a paused countdown is
    /// deallocated, the label shows the whole duration. If the label showed another countdown or
    /// row before, that countdown or row no longer updates the label. The label is held weakly.
    /// When the label is deallocated, its binding ends and the countdown continues to run. While
    /// the countdown is running, the label has the trait `updatesFrequently`, so assistive apps
    /// poll its text and are not notified every second. To keep the text from jittering, use a font
    /// with monospaced digits: `UIFont.monospacedDigitSystemFont(ofSize:weight:)`.
    ///
    /// - Parameters:
    ///   - label: The label.
    ///   - end: The label's text once the countdown has finished; nil for the result of `text` at
    ///     zero.
    ///   - text: Returns the label's text for a reading, which may be in overtime. The default is
    ///     the clock face. The closure is retained while the label shows the countdown, so capture
    ///     an object that holds the countdown weakly.
    @MainActor
    public func show(
      in label: UILabel, atEnd end: String? = nil,
      as text: @escaping @MainActor (Reading) -> String = { $0.clockFace }
    ) {
      let face = ShownViews.face(of: label, else: LabelFace())
      show(in: label, face.painter(atEnd: end, as: text))
    }

    /// Shows the countdown on a button, such as one that resends a code, and disables the button
    /// while the countdown is running or paused.
    ///
    /// ```swift
    /// resend.show(in: button) { "Resend (\($0.shown))" }
    /// ```
    ///
    /// While the countdown is running or paused, the button is disabled and its title shows the
    /// displayed number. The button is enabled and its own title is restored when the countdown
    /// finishes or is cancelled, when a paused countdown is deallocated, or when the button is used
    /// to show another countdown that is neither running nor paused. In overtime the button is
    /// enabled. If the button showed another countdown or row before, that countdown or row no
    /// longer updates the button. The button is held weakly. When the button is deallocated, its
    /// binding ends and the countdown continues to run. A tap does not start the countdown. Start
    /// it in the button's action.
    ///
    /// The title changes without an animation. If the button has no configuration, the countdown
    /// sets only the title for the disabled state. If the button has a configuration, the countdown
    /// replaces the configuration's title, and restores it afterwards. The text has the attributes
    /// with which the button's own attributed title begins. A `configurationUpdateHandler` that sets
    /// the title has the last word.
    ///
    /// - Parameters:
    ///   - button: The button.
    ///   - title: Returns the button's title for a reading while the countdown is running or
    ///     paused; nil for the button's own title followed by the displayed number, as in
    ///     `Resend (42)`, or the number alone if the button has no title. The closure is retained
    ///     while the button shows the countdown, so capture an object that holds the countdown
    ///     weakly.
    @MainActor
    public func show(
      in button: UIButton, as title: (@MainActor (Reading) -> String)? = nil
    ) {
      let face = ShownViews.face(of: button, else: ButtonFace())
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
    /// To reuse a cell, show another row in it. If there is no row with this id, the label shows
    /// zero until the row is started. When the board is deallocated, the label shows zero. In all
    /// other respects, this method works like `Countdown.show(in:atEnd:as:)`.
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
      let face = ShownViews.face(of: label, else: LabelFace())
      show(id, in: label, face.painter(atEnd: end, as: text))
    }

    /// Shows a row on a button, and disables the button while the row is running or paused.
    ///
    /// To reuse a cell, show another row in it. The button is then updated for that row. When the
    /// board is deallocated, the button is enabled. In all other respects, this method works like
    /// `Countdown.show(in:as:)`.
    ///
    /// - Parameters:
    ///   - id: The id of the row.
    ///   - button: The button.
    ///   - title: Returns the button's title for a reading while the row is running or paused; nil
    ///     for the button's own title followed by the displayed number. The closure is retained
    ///     while the button shows the row, so capture an object that holds the board weakly.
    @MainActor
    public func show(
      _ id: ID, in button: UIButton, as title: (@MainActor (Reading) -> String)? = nil
    ) {
      let face = ShownViews.face(of: button, else: ButtonFace())
      show(id, in: button, face.painter(as: title))
    }
  }

  extension UILabel {
    /// Stops showing a countdown or row in the label. The text does not change, and the countdown
    /// continues to run.
    public func hideCountdown() {
      ShownViews.remove(self)
    }
  }

  extension UIButton {
    /// Stops showing a countdown or row on the button. If the countdown has disabled the button,
    /// the button is enabled and its own title is restored. The countdown continues to run.
    public func hideCountdown() {
      ShownViews.remove(self)
    }
  }
#endif
