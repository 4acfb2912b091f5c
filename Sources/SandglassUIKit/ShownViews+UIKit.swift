#if os(Linux) || (canImport(UIKit) && !os(watchOS))
  import Sandglass
  #if os(Linux)
    import SandglassUIKitStandIn
  #else
    import UIKit
  #endif

  /// The views that show a countdown or a row. A view shows one at a time: a new one replaces the previous one.
  ///
  /// Views, countdowns and boards are held weakly, and no other object of the app is retained here. Releasing an entry
  /// therefore never runs code of the app.
  @MainActor
  enum ShownViews {
    private struct Shown {
      weak var view: UIView?
      let face: AnyObject
      let hide: @MainActor (UIView) -> Void
    }

    private static var all: [ObjectIdentifier: Shown] = [:]
    private static var countBeforeSweep = 64

    /// The face of a view that a countdown will be shown in, in place of whatever it showed.
    static func face<Face: ViewFace>(
      of view: Face.View, shownBy countdown: Countdown, else new: Face
    ) -> Face {
      replace(in: view, by: new) { [weak countdown] view in countdown?.hide(in: view) }
    }

    /// The face of a view that a row of a board will be shown in, in place of whatever it showed.
    static func face<Face: ViewFace, ID>(
      of view: Face.View, shownBy board: CountdownBoard<ID>, else new: Face
    ) -> Face {
      replace(in: view, by: new) { [weak board] view in board?.hide(view) }
    }

    /// Shows nothing in a view any more.
    static func remove(_ label: UILabel) { remove(label, LabelFace.self) }

    /// Shows nothing in a view any more.
    static func remove(_ button: UIButton) { remove(button, ButtonFace.self) }

    /// The number of views, those that are gone but not forgotten included.
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

    /// What a view shows; nil where a view that is gone had the same address.
    private static func shown(in view: UIView) -> Shown? {
      guard let shown = all[ObjectIdentifier(view)], shown.view === view else { return nil }
      return shown
    }

    /// Forgets views that are gone, now and then, so that they take no memory.
    private static func sweep() {
      guard all.count > countBeforeSweep else { return }
      all = all.filter { $0.value.view != nil }
      countBeforeSweep = max(64, 2 * all.count)
    }
  }
#endif
