#if STAND_INS || (canImport(UIKit) && !os(watchOS))
  import Sandglass
  #if STAND_INS
    import SandglassUIKitStandIn
  #else
    import UIKit
  #endif

  /// The views that show a countdown or a row. A view shows only one countdown or row at a time. Showing another
  /// countdown or row replaces the previous one.
  ///
  /// Views, countdowns and boards are held weakly, and no other objects of the app are retained here. Releasing an
  /// entry therefore never runs the app's code.
  @MainActor
  enum ShownViews {
    private struct Shown {
      weak var view: UIView?
      let face: AnyObject
      let hide: @MainActor (UIView) -> Void
    }

    private static var all: [ObjectIdentifier: Shown] = [:]
    private static var countBeforeSweep = 64

    /// Returns the face of a view that is about to show a countdown. Stops showing the previous countdown or row in the
    /// view.
    static func face<Face: ViewFace>(
      of view: Face.View, shownBy countdown: Countdown, else new: Face
    ) -> Face {
      replace(in: view, by: new) { [weak countdown] view in countdown?.hide(in: view) }
    }

    /// Returns the face of a view that is about to show a row of a board. Stops showing the previous countdown or row
    /// in the view.
    static func face<Face: ViewFace, ID>(
      of view: Face.View, shownBy board: CountdownBoard<ID>, else new: Face
    ) -> Face {
      replace(in: view, by: new) { [weak board] view in board?.hide(view) }
    }

    /// Stops showing a countdown or a row in a view.
    static func remove(_ label: UILabel) { remove(label, LabelFace.self) }

    /// Stops showing a countdown or a row in a view.
    static func remove(_ button: UIButton) { remove(button, ButtonFace.self) }

    /// The number of entries, including those of deallocated views that have not been removed yet.
    static var count: Int { all.count }

    private static func replace<Face: ViewFace>(
      in view: Face.View, by new: Face, hide: @escaping @MainActor (UIView) -> Void
    ) -> Face {
      let former = shown(in: view)
      let face = former?.face as? Face ?? new
      all[ObjectIdentifier(view)] = Shown(view: view, face: face, hide: hide)
      former?.hide(view)
      sweep()
      return face
    }

    private static func remove<Face: ViewFace>(_ view: Face.View, _: Face.Type) {
      guard let former = shown(in: view) else { return }
      all[ObjectIdentifier(view)] = nil
      former.hide(view)
      (former.face as? Face)?.clear(view)
    }

    /// Returns the entry of a view. Returns nil if there is none, or if the entry belongs to a deallocated view that
    /// had the same address.
    private static func shown(in view: UIView) -> Shown? {
      guard let shown = all[ObjectIdentifier(view)], shown.view === view else { return nil }
      return shown
    }

    /// Removes the entries of deallocated views whenever the number of entries has doubled, so that they do not
    /// accumulate.
    private static func sweep() {
      guard all.count > countBeforeSweep else { return }
      all = all.filter { $0.value.view != nil }
      countBeforeSweep = max(64, 2 * all.count)
    }
  }
#endif
