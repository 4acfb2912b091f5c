#if STAND_INS || (canImport(UIKit) && !os(watchOS))
  import Sandglass
  #if STAND_INS
    import SandglassStandIns
  #else
    import UIKit
  #endif

  /// The faces of the views that show a countdown or a row. `ShownCells` replaces what a view showed before.
  ///
  /// Views are held weakly, and no other objects of the app are retained here. Releasing an entry therefore never runs
  /// the app's code.
  @MainActor
  enum ShownViews {
    private struct Shown {
      weak var view: UIView?
      let face: AnyObject
    }

    private static var all: [ObjectIdentifier: Shown] = [:]
    private static var countBeforeSweep = 64

    /// Returns the face of a view that is about to show a countdown or a row.
    static func face<Face: ViewFace>(of view: Face.View, else new: Face) -> Face {
      let face = shown(in: view)?.face as? Face ?? new
      all[ObjectIdentifier(view)] = Shown(view: view, face: face)
      sweep()
      return face
    }

    /// Stops showing a countdown or a row in a view.
    static func remove(_ label: UILabel) { remove(label, LabelFace.self) }

    /// Stops showing a countdown or a row in a view.
    static func remove(_ button: UIButton) { remove(button, ButtonFace.self) }

    /// The number of entries, including those of deallocated views that have not been removed yet.
    static var count: Int { all.count }

    private static func remove<Face: ViewFace>(_ view: Face.View, _: Face.Type) {
      guard let former = shown(in: view) else { return }
      all[ObjectIdentifier(view)] = nil
      ShownCells.remove(view)
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
