import Dispatch
import Sandglass
import SandglassCore

/// Watches the labels of kept countdowns, which other processes may change.
///
/// A countdown reports what others do to its run, but its label is not part of a run.
@MainActor
final class LabelWatch {
  private let watch: (any StoreWatch)?

  /// Calls `body` with the id and the label of each record that has been changed.
  init(_ catalog: CountdownCatalog, _ body: @escaping @MainActor (String, String?) -> Void) {
    watch = catalog.store.watch { ids in
      for id in ids ?? [] {
        guard let record = try? catalog.store.read(id) else { continue }
        DispatchQueue.main.async { body(id, record.label) }
      }
    }
  }
}
